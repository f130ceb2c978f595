internal import JournalFormat
internal import Platform
internal import AdVocabulary
internal import JSONLines

/// Moves records from the queue to files, on one thread.
///
/// A pass writes all queued records and syncs them if the policy needs that. Records stay in the
/// queue until they are acknowledged, so they can be written again with the same bytes and numbers.
///
/// | failure | the file | next step |
/// |---|---|---|
/// | opening a file | does not exist | pause |
/// | writing, no space left | is truncated to whole lines | pause, then write the rest |
/// | writing, any other error | is truncated to whole lines and closed | write the rest to a new file |
/// | truncating | is closed | write the rest to a new file |
/// | syncing | receives no further record | write all unacknowledged records to a new file, at once or after a pause (``RewriteLimit``) |
/// | the file was deleted or truncated | is closed | count the acknowledged records that are gone, write the others to a new file |
///
/// One thread uses it, and no access to a property calls back. So properties that every record
/// needs are not checked for overlapping accesses at run time.
final class JournalWriter {
  let exchange: Exchange
  let options: Recorder.Options
  let system: SystemCalls
  let folder: SegmentFolder
  var lines: LineEncoder
  var key: EvolvingKey?
  /// The file that is written; nil before the first record and after a failure or a seal.
  var file: SegmentFile?
  /// The name of the file with the session's header; empty before it exists.
  var headerFile = ""
  /// The first line of the next file.
  var opening = Opening.first
  /// The greatest `seq` of a line that opens a file.
  var newestOpening: Int64 = 0
  /// The hash of the last sealed segment of the session.
  var sealedHash: String?
  /// The next record to encode.
  var cursor = EventQueue.Position()
  /// The next record to write; those from here to the cursor are in the buffer.
  var written = EventQueue.Position()
  /// The oldest record without acknowledgement.
  var acknowledged = EventQueue.Position()
  /// Whether the buffer contains the line that opens the file.
  var isOpeningBuffered = false
  /// The time at which the oldest unsynced record was written.
  var unsyncedSince: Int64?
  /// The failure that keeps the policy from being met on this file system.
  var unsupported: Degradation?
  private var failures: Int64 = 0
  private var pausedUntil: Int64?
  /// The syncs that failed since one succeeded.
  var rewrites = RewriteLimit()
  /// A replaced file with records that the present file does not have yet.
  var superseded: SupersededFile?
  /// The difference between the wall clock and the session's clock, in nanoseconds.
  var wallDifference: Int64 = 0
  /// Whether the present pass must sync all written records.
  var mustSync = false
  private(set) var isClosing = false

  init(
    _ exchange: Exchange, _ options: Recorder.Options, _ system: SystemCalls, folder: String,
    session: String
  ) {
    let options = options.sensible
    self.exchange = exchange
    self.options = options
    self.system = system
    self.folder = SegmentFolder(folder, options, system)
    lines = LineEncoder(
      session: session, addsChecksums: options.checksums,
      capacity: Self.batch + LineEncoder.longestLine, salt: options.responseSalt)
    key = options.sealKey
  }

  /// The number of bytes of lines after which the buffer is written.
  static let batch = 1 << 16

  var syncs: Bool { options.durability.syncs && unsupported == nil }

  /// Writes, syncs and rotates as far as possible; returns how the writer waits afterwards.
  func pass(_ work: Exchange.Work) -> Exchange.Rest {
    defer { if work.isRotating { exchange.didRotate() } }
    if !work.isForced, let until = pausedUntil, system.now() < until {
      return .resting(until: until)
    }
    mustSync = work.isForced || work.isUrgent
    if work.isRotating {
      rotate()
    } else if isOld {
      endSegment()
    }
    isClosing = work.isClosing
    if let file, file.isUnsafe, !isRewriteDue { return rest() }
    let isDone = run(writeAll)
    if work.isClosing {
      if isDone, file != nil, options.seals, exchange.putMarks([.sessionSealed]) {
        _ = run(writeAll)
      }
      end()
    }
    return rest()
  }

  /// Runs an operation with up to three attempts; returns whether it succeeded.
  private func run(_ body: () throws(WriteFailure) -> Void) -> Bool {
    for attempt in 0..<3 {
      rewriteIfDue()
      do throws(WriteFailure) {
        try body()
        succeed()
        return true
      } catch {
        recover(error)
        // The pause after the failed sync goes on.
        if error.remedy == .rewriteLater { return false }
        if attempt == 2 || !retries(error, attempt) {
          pause(error)
          return false
        }
      }
    }
    return false
  }

  /// Whether the next attempt follows at once; a recorder that is being closed cannot retry later.
  private func retries(_ failure: WriteFailure, _ attempt: Int) -> Bool {
    switch failure.remedy {
    case .replace: true
    case .wait, .rewriteLater: isClosing
    case .rewrite: isClosing || attempt == 0 && rewrites.allowsAnother
    }
  }

  /// Replaces a file whose sync failed, if the limit or the end of the pause allows it.
  private func rewriteIfDue() {
    guard let file, file.isUnsafe, isRewriteDue else { return }
    replace(file)
    mustSync = true
  }

  private var isRewriteDue: Bool {
    rewrites.allowsAnother || isClosing || pausedUntil.map { system.now() >= $0 } ?? true
  }

  private func succeed() {
    failures = 0
    pausedUntil = nil
    exchange.report(unsupported, dropping: .bufferFull)
  }

  private func pause(_ failure: WriteFailure) {
    failures += 1
    // Options limit the pause, so doubling it twenty times does not overflow.
    let doubled = options.retryMilliseconds << min(failures - 1, 20)
    let pause = min(doubled, options.longestRetryMilliseconds)
    pausedUntil = system.now() + pause * 1_000_000
    exchange.report(
      Degradation(failure.cause, errno: failure.errno, first: 0),
      dropping: SystemError.isFull(failure.errno) ? .diskFull : .writeError)
  }

  private func rest() -> Exchange.Rest {
    if let until = pausedUntil { return .resting(until: until) }
    return .ready(syncBy: unsyncedSince.map { $0 + options.syncMilliseconds * 1_000_000 })
  }

  /// Whether the file is so old that the session should continue in a new one.
  private var isOld: Bool {
    guard let file else { return false }
    return (system.now() - file.openedAt) / 1_000_000 >= options.segmentMilliseconds
  }

  /// Ends the segment after all queued records, unless its end is already queued.
  func endSegment() {
    guard let file, !file.isEnding, exchange.hasRecordsSinceMarks else { return }
    self.file?.isEnding = exchange.putMarks(marks)
  }

  /// Ends the segment after all queued records, even if its file is not open yet or records follow
  /// the end of the previous segment.
  private func rotate() {
    guard exchange.hasRecordsSinceMarks, exchange.putMarks(marks) else { return }
    file?.isEnding = true
  }

  private var marks: [EventKind] {
    options.seals ? [.sessionSealed, .sessionContinued] : [.sessionContinued]
  }

  /// Closes the file after the last pass.
  private func end() {
    discardSuperseded()
    superseded?.file.close()
    if let file {
      countIfRemoved(file)
      file.close()
    }
    file = nil
    superseded = nil
    exchange.didClose()
  }
}

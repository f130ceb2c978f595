internal import Platform
internal import AdVocabulary
internal import JSONLines

/// From records of the queue to lines of files.
extension JournalWriter {
  /// Writes all queued records, syncs them if that is due, and records gaps.
  func writeAll() throws(WriteFailure) {
    // Under constant load the queue is never empty. The limit lets callers that wait get an answer.
    for _ in 0..<8 {
      let (head, isPressed) = exchange.published()
      wallDifference = exchange.wallDifference
      try putLines(upTo: head)
      try openOwedFile()
      try flush()
      var isMore = try syncIfDue(isPressed)
      if let file, file.length >= options.segmentBytes, !file.isEnding {
        endSegment()
        isMore = true
      }
      // A sync before the end of a segment may have made room for a `recorder.gap`, and no pass
      // follows the last.
      if !isMore, !(isClosing && exchange.hasNewRecords) { return }
    }
  }

  /// Encodes all records up to a position.
  ///
  /// After a failure the other records get their wall clock now, because the clock may be set
  /// before they are encoded.
  private func putLines(upTo head: EventQueue.Position) throws(WriteFailure) {
    do throws(WriteFailure) {
      while cursor != head { try step() }
    } catch {
      var position = cursor
      while position != head {
        exchange.ring.setWall(at: position.offset, behind: wallDifference)
        position = exchange.ring.position(after: position)
      }
      throw error
    }
  }

  private func step() throws(WriteFailure) {
    exchange.ring.setWall(at: cursor.offset, behind: wallDifference)
    let record = exchange.ring.record(at: cursor.offset)
    switch record.kind {
    case .sessionSealed: try seal(record)
    case .sessionContinued: try continueInNextSegment(record)
    default:
      try openFile()
      lines.append(record)
      cursor = exchange.ring.position(after: cursor)
      if lines.byteCount >= Self.batch { try flush() }
    }
  }

  /// Creates the next file and buffers its first line.
  func openFile() throws(WriteFailure) {
    if file == nil {
      let made = try folder.create(syncsFolder: syncs)
      file = SegmentFile(
        system, descriptor: made.descriptor, folder: made.folder, name: made.name,
        opening: opening, hashing: options.seals)
      file?.isOwed = isOpeningOwed
      if case .first = opening { headerFile = made.name }
      exchange.report(file: made.name)
      enforceSizeLimit(made.folder, except: made.name)
    }
    if lines.byteCount == 0, file?.lines == 0 { bufferOpening() }
  }

  /// Creates a file whose opening line must be written even if no record follows.
  private func openOwedFile() throws(WriteFailure) {
    if file?.lines ?? 0 == 0, lines.byteCount == 0, isOpeningOwed { try openFile() }
  }

  /// Whether the opening line of the next file must be written even if no record follows.
  ///
  /// That is so if a later number is already in a file, as after a failure behind the end of a
  /// segment: without the opening line its number would be missing.
  private var isOpeningOwed: Bool {
    if case .continued(let seq, _, _, _) = opening { seq < newestOpening } else { false }
  }

  private func bufferOpening() {
    guard case .continued(let seq, let time, let segment, let previous) = opening else { return }
    lines.append(.sessionContinued, seq: seq, time) { fields in
      fields.integer(.segment, segment)
      if let previous { fields.text(.previousSha256, previous) }
      if options.seals { fields.boolean(.seals, true) }
    }
    isOpeningBuffered = true
  }

  /// Writes the buffer.
  func flush() throws(WriteFailure) {
    guard lines.byteCount > 0, let result = file?.append(lines.contents, lines: lines.count) else {
      return
    }
    lines.clear()
    let isOpened = isOpeningBuffered && result.lines > 0
    if isOpened { didOpen() }
    advance(by: isOpened ? result.lines - 1 : result.lines)
    discardSuperseded()
    guard let failure = result.failure else { return }
    if !syncs, failure.cause == .write { acknowledge() }
    throw failure
  }

  private func didOpen() {
    isOpeningBuffered = false
    if case .continued(let seq, _, _, _) = opening { newestOpening = max(newestOpening, seq) }
  }

  private func advance(by records: Int) {
    if records > 0, unsyncedSince == nil, syncs { unsyncedSince = system.now() }
    if written.count &+ Int64(records) == cursor.count {
      written = cursor
    } else {
      for _ in 0..<records { written = exchange.ring.position(after: written) }
    }
  }

  /// Acknowledges the written records, after a sync if the policy needs one.
  ///
  /// Returns whether a `recorder.gap` was queued.
  private func syncIfDue(_ isPressed: Bool) throws(WriteFailure) -> Bool {
    guard syncs else { return acknowledge() }
    let waiting = written.count - acknowledged.count
    let isLate = unsyncedSince.map {
      system.now() - $0 >= options.syncMilliseconds * 1_000_000
    }
    guard mustSync || isPressed || waiting >= options.syncRecords || isLate == true else {
      return false
    }
    return try sync()
  }

  /// Syncs and acknowledges the written records.
  @discardableResult
  func sync() throws(WriteFailure) -> Bool {
    guard written != acknowledged, let file else { return false }
    if let failure = file.failedSync { throw failure }
    if let failure = file.sync(options.durability == .durable ? .full : .barrier) {
      if failure.cause == .unsupported { return giveUpSyncing(failure) }
      if failure.cause == .sync { rewrites.countFailure() }
      throw failure
    }
    rewrites = RewriteLimit()
    return acknowledge()
  }

  /// Handles a policy that the file system does not support: records are written but never
  /// acknowledged.
  private func giveUpSyncing(_ failure: WriteFailure) -> Bool {
    let first = exchange.ring.record(at: acknowledged.offset).seq
    unsupported = Degradation(.unsupported, errno: failure.errno, first: first)
    exchange.report(unsupported, dropping: .bufferFull)
    return acknowledge()
  }

  /// Releases the records that are written and, if the policy needs it, synced.
  @discardableResult
  func acknowledge() -> Bool {
    unsyncedSince = nil
    file?.acknowledged += written.count - acknowledged.count
    acknowledged = written
    return exchange.release(to: written)
  }

  /// Recovers from a failure.
  ///
  /// Records that are safe in the file are acknowledged. The others are encoded again, for a new
  /// file if this one must be replaced.
  func recover(_ failure: WriteFailure) {
    lines.clear()
    isOpeningBuffered = false
    // Lines that were written before the failure are kept by a sync, if it succeeds.
    if syncs, failure.cause == .write { _ = try? sync() }
    cursor = written
    if failure.cause == .removed { folder.lostFile() }
    if failure.remedy == .replace, let file {
      countIfRemoved(file)
      replace(file)
    }
  }

  /// Whether the next record begins another segment anyway, with a number of its own.
  private var isContinuedNext: Bool {
    acknowledged != exchange.head
      && exchange.ring.record(at: acknowledged.offset).kind == .sessionContinued
  }

  /// Ends a file that is incomplete or unsafe; all records without acknowledgement are encoded
  /// again.
  func replace(_ file: SegmentFile) {
    if file.acknowledged > 0, !isContinuedNext {
      let (seq, sinceStart) = exchange.takeSeq()
      let time = RecordTime(sinceStart: sinceStart, wall: sinceStart &+ wallDifference)
      opening = .continued(
        seq: seq, time: time, segment: file.opening.segment + 1, previous: nil)
    } else {
      opening = file.opening
    }
    retire(file)
    self.file = nil
    written = acknowledged
    cursor = acknowledged
    unsyncedSince = nil
    exchange.report(file: nil)
  }
}

internal import JournalFormat
internal import Platform
internal import AdVocabulary
internal import JSONLines

/// The first line of a file.
enum Opening {
  /// The session's first record is the first line.
  case first
  /// A `session.continued` with its number and time, its segment, and the previous segment's hash.
  case continued(seq: Int64, time: RecordTime, segment: Int64, previous: String?)

  /// The number of the segment, from 1.
  var segment: Int64 {
    switch self {
    case .first: 1
    case .continued(_, _, let segment, _): segment
    }
  }
}

/// A failed call, and the writer's next step.
struct WriteFailure: Error {
  enum Remedy {
    /// Retry later: the file has whole lines only.
    case wait
    /// Continue in a new file.
    case replace
    /// Write the records that are not safe to a new file, soon or after a pause.
    case rewrite
    /// The pause before ``rewrite`` goes on.
    case rewriteLater
  }

  var cause: Degradation.Cause
  var errno: Int32
  var remedy: Remedy
}

/// The file to which the recorder writes.
///
/// It always ends with a whole line.
final class SegmentFile {
  let system: SystemCalls
  let descriptor: Int32
  let folder: Int32
  let name: String
  let opening: Opening
  let openedAt: Int64
  /// The identity of the file, from the first time that the system reports it.
  private(set) var identity: SystemCalls.Identity
  /// The number of bytes of whole lines.
  private(set) var length: Int64 = 0
  /// The number of whole lines.
  private(set) var lines: Int64 = 0
  /// The hash of the whole lines; nil if files are not sealed.
  private(set) var hash: SHA256?
  /// The number of acknowledged records of the queue in this file.
  var acknowledged: Int64 = 0
  /// Whether the folder was synced since the file was created.
  var isFolderSynced = false
  /// Whether the records that end this file are in the queue.
  var isEnding = false
  /// Whether the first line must stay, even if no other line follows.
  var isOwed = false
  /// Whether the records of this file were counted as gone.
  var isCounted = false
  /// The failure of a sync; from then on no sync can make the written lines safe.
  private(set) var failedSync: WriteFailure?
  /// Whether the last call reported that the descriptor no longer belongs to this file.
  private var isForeign = false
  private var hasNoName = false
  /// The number of bytes that another program left when it truncated the file; nil if none did.
  private var bytesLeft: Int64?
  private let countsNames: Bool

  init(
    _ system: SystemCalls, descriptor: Int32, folder: Int32, name: String, opening: Opening,
    hashing: Bool
  ) {
    self.system = system
    self.descriptor = descriptor
    self.folder = folder
    self.name = name
    self.opening = opening
    openedAt = system.now()
    identity = system.identity(descriptor)
    // Some file systems do not count names.
    countsNames = identity.error != 0 || identity.names > 0
    hash = hashing ? SHA256() : nil
  }

  /// Writes lines; returns the number of whole lines in the file and the failure, if not all were
  /// written.
  ///
  /// A partial line is truncated. If that fails too, the file ends, and the lines found in the file
  /// count, whatever the failed call reported. Otherwise a seal could be written twice with
  /// different contents.
  func append(
    _ bytes: ByteView, lines all: Int
  ) -> (lines: Int, failure: WriteFailure?) {
    let (done, error) = write(bytes)
    let (whole, isCut) =
      done == bytes.count ? (done, true) : cutOff(bytes, behind: bytes.wholeLines(of: done))
    let added = bytes[0..<whole]
    length += Int64(whole)
    hash?.update(added.raw)
    let count = whole == bytes.count ? all : added.lineCount
    lines += Int64(count)
    if done == bytes.count { return (count, checkIdentity(behind: done)) }
    isForeign = error == SystemError.badDescriptor
    if let failure = checkIdentity(behind: done) { return (count, failure) }
    let remedy: WriteFailure.Remedy =
      isCut && SystemError.passesByItself(error) ? .wait : .replace
    return (count, WriteFailure(cause: .write, errno: error, remedy: remedy))
  }

  /// Returns the number of bytes that the system accepted, and the error that stopped it.
  private func write(_ bytes: ByteView) -> (done: Int, error: Int32) {
    var done = 0
    var patience = 100
    while done < bytes.count {
      let result = system.write(descriptor, bytes[done..<bytes.count].raw)
      if result > 0 {
        done += min(result, bytes.count - done)
      } else if SystemError.isInterruption(result), patience > 0 {
        patience -= 1
      } else {
        return (done, result == 0 ? SystemError.noSpace : Int32(truncatingIfNeeded: -result))
      }
    }
    return (done, 0)
  }

  /// Truncates the file after its whole lines: a failed call may still have written a part.
  ///
  /// Returns the number of bytes of whole lines, and whether the file ends after them.
  private func cutOff(
    _ bytes: ByteView, behind whole: Int
  ) -> (whole: Int, isCut: Bool) {
    for _ in 0..<3 {
      if cut(to: length + Int64(whole)) { return (whole, true) }
      if let count = countWritten(bytes) { return (max(whole, bytes.wholeLines(of: count)), false) }
    }
    return (whole, false)
  }

  /// Reads the file and returns how many of the bytes it contains after its last line; nil if it
  /// cannot be read.
  private func countWritten(_ bytes: ByteView) -> Int? {
    guard let descriptor = openToRead() else { return nil }
    defer { _ = system.close(descriptor) }
    var found: [UInt8] = []
    while found.count < bytes.count {
      let next = system.read(
        descriptor, from: length + Int64(found.count), atMost: bytes.count - found.count)
      guard let next else { return nil }
      if next.isEmpty { break }
      found += next
    }
    return zip(found, bytes).prefix { $0 == $1 }.count
  }

  /// Returns a descriptor; nil if the file cannot be opened or another one has its name.
  private func openToRead() -> Int32? {
    let descriptor = system.open(folder, name)
    guard descriptor >= 0 else { return nil }
    if isThis(system.identity(descriptor)) { return descriptor }
    _ = system.close(descriptor)
    return nil
  }

  /// Reads the file and returns the number of whole lines in its first bytes; 0 if it cannot be
  /// read.
  private func countLines(before end: Int64) -> Int64 {
    guard let descriptor = openToRead() else { return 0 }
    defer { _ = system.close(descriptor) }
    var (lines, offset): (Int64, Int64) = (0, 0)
    while offset < end {
      let count = Int(min(end - offset, 1 << 16))
      guard let next = system.read(descriptor, from: offset, atMost: count), !next.isEmpty else {
        break
      }
      for byte in next where byte == 0x0A { lines += 1 }
      offset += Int64(next.count)
    }
    return lines
  }

  /// Whether an identity is that of this file; false if one of them is unknown.
  private func isThis(_ other: SystemCalls.Identity) -> Bool {
    identity.error == 0 && other.error == 0 && other.device == identity.device
      && other.inode == identity.inode
  }

  private func cut(to length: Int64) -> Bool {
    // Another program truncated the file: the call would fill it with zeros.
    let now = system.identity(descriptor)
    if now.error == 0, now.bytes < length { return false }
    for _ in 0..<3 {
      let result = system.truncate(descriptor, length)
      if result == 0 { return true }
      guard SystemError.isInterruption(Int(result)) else { return false }
    }
    return false
  }

  /// Checks that the descriptor still belongs to this file and that the file was not deleted or
  /// truncated.
  ///
  /// - Parameter added: The number of bytes written since the last check; they are behind what is
  ///   left of a truncated file.
  func checkIdentity(behind added: Int = 0) -> WriteFailure? {
    let now = system.identity(descriptor)
    // Where the system never knew the descriptor, only a failing write shows that it belongs to
    // another file.
    let tellsNothing = now.error != SystemError.badDescriptor || identity.error != 0
    if now.error != 0 && tellsNothing { return nil }
    if identity.error != 0 && now.error == 0 { identity = now }
    isForeign = !isThis(now)
    hasNoName = countsNames && !isForeign && now.names == 0
    if bytesLeft == nil, !isForeign, now.bytes < length {
      bytesLeft = max(0, now.bytes - Int64(added))
    }
    guard isForeign || hasNoName || bytesLeft != nil else { return nil }
    return WriteFailure(cause: .removed, errno: now.error, remedy: .replace)
  }

  /// Syncs the written lines with one attempt, and the folder if it was not synced before.
  func sync(_ call: SystemCalls.Sync) -> WriteFailure? {
    var result = system.sync(descriptor, call)
    if result == 0, !isFolderSynced {
      result = system.sync(folder, .folder)
      isFolderSynced = result == 0
    }
    if result == 0 { return checkIdentity() }
    if SystemError.isUnsupported(-result) {
      return WriteFailure(cause: .unsupported, errno: -result, remedy: .replace)
    }
    if -result == SystemError.badDescriptor { _ = checkIdentity() }
    if isForeign { return WriteFailure(cause: .sync, errno: -result, remedy: .replace) }
    failedSync = WriteFailure(cause: .sync, errno: -result, remedy: .rewriteLater)
    return WriteFailure(cause: .sync, errno: -result, remedy: .rewrite)
  }

  /// Whether a sync failed, so that the lines must be written to another file.
  var isUnsafe: Bool { failedSync != nil }

  /// Returns the number of acknowledged records that are gone, because another program deleted,
  /// replaced or truncated the file.
  func countRemoved() -> Int64 {
    _ = checkIdentity()
    if hasNoName { return acknowledged }
    guard let bytesLeft else { return 0 }
    let left = countLines(before: bytesLeft) - openingLines
    return acknowledged - min(acknowledged, max(0, left))
  }

  /// Whether the file has records and, as far as is known, its name.
  var isInFolder: Bool { hasRecords && !isForeign && !hasNoName }

  /// Deletes the file, unless its name belongs to another one by now, and closes it.
  func discard() {
    let named = system.open(folder, name)
    if named >= 0 {
      if isThis(system.identity(named)) { _ = system.remove(folder, name) }
      _ = system.close(named)
    }
    closeDescriptors()
  }

  /// Closes the file and its folder.
  ///
  /// A file without records is deleted.
  func close() {
    if !hasRecords, !isForeign, !hasNoName { _ = system.remove(folder, name) }
    closeDescriptors()
  }

  private func closeDescriptors() {
    // Another file may have the same descriptor by now.
    if !isForeign { _ = system.close(descriptor) }
    _ = system.close(folder)
  }

  /// Whether the file has more than the line that opens it.
  private var hasRecords: Bool { lines > (isOwed ? 0 : openingLines) }

  /// The number of lines that are in no queue: 1 if the file continues another one.
  private var openingLines: Int64 {
    if case .first = opening { 0 } else { 1 }
  }
}

extension ByteView {
  /// The number of bytes of whole lines among the first `count` bytes.
  fileprivate func wholeLines(of count: Int) -> Int {
    count == self.count ? count : self[0..<count].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  fileprivate var lineCount: Int {
    var count = 0
    for byte in self where byte == 0x0A { count &+= 1 }
    return count
  }
}

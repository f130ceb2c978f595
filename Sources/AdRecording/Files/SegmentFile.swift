internal import Platform
internal import AdSession

/// How the first line of a file comes about.
enum Opening {
  /// The session's first record is the first line.
  case first
  /// A `session.continued`: its number and time, the segment it begins, the hash of the one before.
  case continued(seq: Int64, time: RecordTime, segment: Int64, previous: String?)

  /// The number of the segment, from 1.
  var segment: Int64 {
    switch self {
    case .first: 1
    case .continued(_, _, let segment, _): segment
    }
  }
}

/// A call that failed, and what the writer can do about it.
struct WriteFailure: Error {
  enum Remedy {
    /// Try the same again later: the file is whole.
    case wait
    /// Go on in a new file.
    case replace
  }

  var cause: Degradation.Cause
  var errno: Int32
  var remedy: Remedy
}

/// The file that is written: made by this recorder, its end always the end of a whole line.
struct SegmentFile {
  let system: SystemCalls
  let descriptor: Int32
  let folder: Int32
  let name: String
  let opening: Opening
  let openedAt: Int64
  /// What the descriptor leads to, from the first time that the system says it.
  private(set) var identity: SystemCalls.Identity
  /// Bytes of whole lines.
  private(set) var length: Int64 = 0
  /// Whole lines.
  private(set) var lines: Int64 = 0
  /// The hash of the whole lines; only kept where files are sealed.
  private(set) var hash: SHA256?
  /// Records of the queue that are in this file and acknowledged.
  var acknowledged: Int64 = 0
  /// Whether the folder was synced since the file was made.
  var isFolderSynced = false
  /// Whether the marks of the end of this file are in the queue.
  var isEnding = false
  /// Whether the line that opens the file must stay, although nothing may follow it.
  var isOwed = false
  /// Whether the last call said that the descriptor is not ours any more.
  private var isForeign = false

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
    hash = hashing ? SHA256() : nil
  }

  /// Writes lines; how many are whole in the file, and why not all of them.
  ///
  /// What a failure leaves of a line is cut off; where that fails too the file is at its end, and the
  /// lines count that are in it whatever was said of them: a seal that was written again would stand
  /// there twice, with two contents.
  mutating func append(
    _ bytes: UnsafeRawBufferPointer, lines all: Int
  ) -> (lines: Int, failure: WriteFailure?) {
    let (done, error) = write(bytes)
    let (whole, isCut) =
      done == bytes.count ? (done, true) : cutOff(bytes, behind: bytes.wholeLines(of: done))
    let added = UnsafeRawBufferPointer(rebasing: bytes[..<whole])
    length += Int64(whole)
    hash?.update(added)
    let count = whole == bytes.count ? all : added.countLines()
    lines += Int64(count)
    if done == bytes.count { return (count, checkIdentity()) }
    isForeign = error == SystemError.badDescriptor
    if let failure = checkIdentity() { return (count, failure) }
    let remedy: WriteFailure.Remedy =
      isCut && SystemError.passesByItself(error) ? .wait : .replace
    return (count, WriteFailure(cause: .write, errno: error, remedy: remedy))
  }

  /// Bytes that the system took, and the error that ended it.
  private func write(_ bytes: UnsafeRawBufferPointer) -> (done: Int, error: Int32) {
    var done = 0
    var patience = 100
    while done < bytes.count {
      let result = system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]))
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

  /// Cuts off what a failure has left behind the bytes of whole lines, since even a call that failed
  /// may have done its work; how many bytes are whole lines then, and whether nothing is behind them.
  private func cutOff(
    _ bytes: UnsafeRawBufferPointer, behind whole: Int
  ) -> (whole: Int, isCut: Bool) {
    for _ in 0..<3 {
      if cut(to: length + Int64(whole)) { return (whole, true) }
      if let count = countWritten(bytes) { return (max(whole, bytes.wholeLines(of: count)), false) }
    }
    return (whole, false)
  }

  /// How many of the bytes are behind the last line of the file, as the file says itself; nil where it
  /// says nothing.
  private func countWritten(_ bytes: UnsafeRawBufferPointer) -> Int? {
    let descriptor = system.open(folder, name)
    guard descriptor >= 0 else { return nil }
    defer { _ = system.close(descriptor) }
    guard isThis(system.identity(descriptor)) else { return nil }
    var found = [UInt8](repeating: 0, count: bytes.count)
    var count = 0
    while count < found.count {
      let got = found.withUnsafeMutableBytes { target in
        let rest = UnsafeMutableRawBufferPointer(rebasing: target[count...])
        return system.read(descriptor, rest, length + Int64(count))
      }
      if got < 0 { return nil }
      if got == 0 { break }
      count += min(got, found.count - count)
    }
    return zip(found[..<count], bytes).prefix { $0 == $1 }.count
  }

  /// Whether what a descriptor leads to is this file, as far as both are known.
  private func isThis(_ other: SystemCalls.Identity) -> Bool {
    identity.error == 0 && other.error == 0 && other.device == identity.device
      && other.inode == identity.inode
  }

  private func cut(to length: Int64) -> Bool {
    for _ in 0..<3 {
      let result = system.truncate(descriptor, length)
      if result == 0 { return true }
      guard SystemError.isInterruption(Int(result)) else { return false }
    }
    return false
  }

  /// Whether the descriptor still leads to this file, and the file still has a name.
  mutating func checkIdentity() -> WriteFailure? {
    let now = system.identity(descriptor)
    if now.error != 0 && now.error != SystemError.badDescriptor { return nil }
    if identity.error != 0 && now.error == 0 { identity = now }
    isForeign = !isThis(now)
    guard isForeign || now.names == 0 else { return nil }
    return WriteFailure(cause: .removed, errno: now.error, remedy: .replace)
  }

  /// Syncs what was written, on the first try or not at all, and the folder that names the file.
  mutating func sync(_ call: SystemCalls.Sync) -> WriteFailure? {
    var result = system.sync(descriptor, call)
    if result == 0, !isFolderSynced {
      result = system.sync(folder, .folder)
      isFolderSynced = result == 0
    }
    if result == 0 { return checkIdentity() }
    isForeign = -result == SystemError.badDescriptor
    let cause: Degradation.Cause = SystemError.isUnsupported(-result) ? .unsupported : .sync
    return WriteFailure(cause: cause, errno: -result, remedy: .replace)
  }

  /// Closes the file and its folder; a file without records is deleted.
  func close() {
    if !hasRecords, !isForeign { _ = system.remove(folder, name) }
    // Somebody else may have the number now.
    if !isForeign { _ = system.close(descriptor) }
    _ = system.close(folder)
  }

  /// Whether there is more in the file than the line that opens it.
  private var hasRecords: Bool {
    if case .first = opening { return lines > 0 }
    return lines > (isOwed ? 0 : 1)
  }
}

extension UnsafeRawBufferPointer {
  /// How many of the first so many bytes are whole lines; all of them, where that is all there are.
  fileprivate func wholeLines(of count: Int) -> Int {
    count == self.count ? count : self[..<count].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  fileprivate func countLines() -> Int {
    var count = 0
    for byte in self where byte == 0x0A { count &+= 1 }
    return count
  }
}

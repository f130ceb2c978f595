#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that was not there before: made for its owner alone, never through a link.
///
/// It is written under another name beside it, and gets its own when it is whole: nobody ever finds
/// half of it, however the program ends.
struct NewFile: ~Copyable {
  let path: String
  private let draft: Draft
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var isPublished = false

  /// Why a file cannot be made or written, in one sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ path: String, mode: mode_t = 0o600) throws {
    self.path = path
    draft = Draft(of: path)
    descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    if descriptor < 0 { throw Failure(description: "\(path): \(Self.reason())") }
  }

  deinit {
    close(descriptor)
    if !isPublished { draft.remove() }
  }

  /// Whether a path names anything, a broken link included.
  static func isThere(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Throws where one of these is there, before any work is done for it.
  static func refuse(_ paths: [String]) throws {
    for path in paths where isThere(path) {
      throw Failure(description: "\(path): it is there already, and nothing is ever overwritten")
    }
  }

  /// Makes a file of these bytes, for everyone to read.
  static func write(_ bytes: [UInt8], to path: String) throws {
    try make(path) { write in try write(bytes) }
  }

  /// Makes a file, for everyone to read, of what the body writes.
  static func make(_ path: String, _ body: (([UInt8]) throws -> Void) throws -> Void) throws {
    try refuse([path])
    var file = try NewFile(path, mode: 0o644)
    try body { try file.write($0) }
    try file.publish()
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 16 { try flush() }
  }

  mutating func endLine() { pending.append(0x0A) }

  /// Hands over to the system what is pending.
  private mutating func flush() throws {
    var done = 0
    while done < pending.count {
      let count = pending.withUnsafeBytes { bytes in
        put(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw Failure(description: "\(path): \(Self.reason())") }
      done += count
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Gives the file its name; nothing is written to it any more.
  mutating func publish() throws {
    try flush()
    if link(draft.path, path) != 0 {
      if errno == EEXIST { throw Failure(description: "\(path): \(Self.reason())") }
      // Some file systems have one name a file only.
      try Self.refuse([path])
      if rename(draft.path, path) != 0 { throw Failure(description: "\(path): \(Self.reason())") }
    }
    isPublished = true
    draft.remove()
  }

  /// Gives two files their names, or none of them.
  static func publish(_ first: inout NewFile, _ second: inout NewFile) throws {
    try first.publish()
    do {
      try second.publish()
    } catch {
      unlink(first.path)
      throw error
    }
  }

  private static func reason() -> String {
    switch errno {
    case EEXIST, ELOOP: "it is there already, and nothing is ever overwritten"
    case ENOENT: "its folder does not exist"
    case ENOTDIR: "its folder is a file"
    case EACCES, EROFS: "it may not be written (permission denied)"
    case ENOSPC, EDQUOT: "the disk is full"
    default: "it cannot be written: \(String(cString: strerror(errno)))"
    }
  }
}

private func put(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

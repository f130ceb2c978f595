import JournalInput

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that does not exist yet; it is never created through a symbolic link.
///
/// It is written under a temporary name in the same folder and renamed when it is complete, so no
/// other process ever reads half of it, however the program ends.
struct NewFile: ~Copyable {
  let path: String
  private let temporary: PartialFile
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var isPublished = false

  /// The reason why a file cannot be created or written, in one sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Begins a file; its permissions are limited by the umask.
  init(_ path: String, mode: mode_t = 0o600) throws {
    self.path = path
    let new = PartialFile.newPath(beside: path)
    descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    if descriptor < 0 { throw Failure(description: "\(path): \(Self.reason())") }
    temporary = PartialFile(created: new)
  }

  deinit {
    close(descriptor)
    if !isPublished { temporary.remove() }
  }

  /// Whether a path names anything, including a broken symbolic link.
  static func exists(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Throws if one of these paths exists; called before any other work.
  static func refuseExisting(_ paths: [String]) throws {
    for path in paths where exists(path) {
      throw Failure(description: "\(path): file exists; adjournal never overwrites")
    }
  }

  /// Creates a file with these bytes, with the permissions of its sources.
  static func write(_ bytes: [UInt8], to path: String, from sources: [String]) throws {
    try create(path, from: sources) { write in try write(bytes) }
  }

  /// Creates a file with the bytes that the body writes, with the permissions of its sources.
  static func create(
    _ path: String, from sources: [String], _ body: (([UInt8]) throws -> Void) throws -> Void
  ) throws {
    try refuseExisting([path])
    var file = try NewFile(path, mode: mode(from: sources))
    try body { try file.write($0) }
    try file.publish()
  }

  /// Writes a file under its name in one step, over another one if there is one.
  ///
  /// Everyone may read it.
  static func replace(_ path: String, _ bytes: [UInt8]) throws {
    var file = try NewFile(path, mode: 0o644)
    try file.write(bytes)
    try file.flush()
    if rename(file.temporary.path, path) != 0 {
      throw Failure(description: "\(path): cannot write: \(String(cString: strerror(errno)))")
    }
  }

  /// Deletes a file.
  static func remove(_ path: String) throws {
    if unlink(path) != 0 {
      throw Failure(description: "\(path): cannot delete: \(String(cString: strerror(errno)))")
    }
  }

  /// The permissions of a file that is made from journals: at most those of each journal, and
  /// always readable and writable for its owner.
  static func mode(from sources: [String]) -> mode_t {
    var mode: mode_t = 0o644
    for case .journal(let path) in JournalFiles.expand(sources) { mode &= permissions(of: path) }
    return mode | 0o600
  }

  /// The permissions of a regular file; a pipe has none that say who may read what comes out of it.
  private static func permissions(of path: String) -> mode_t {
    var info = stat()
    let isKnown = path == "-" ? fstat(0, &info) == 0 : stat(path, &info) == 0
    return isKnown && info.st_mode & S_IFMT == S_IFREG ? info.st_mode : 0o777
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 16 { try flush() }
  }

  mutating func endLine() { pending.append(0x0A) }

  /// Writes the buffered bytes.
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

  /// Gives the complete file its name; no write may follow.
  mutating func publish() throws {
    try flush()
    if link(temporary.path, path) != 0 {
      if errno == EEXIST { throw Failure(description: "\(path): \(Self.reason())") }
      // Some file systems have no hard links.
      try Self.refuseExisting([path])
      if rename(temporary.path, path) != 0 {
        throw Failure(description: "\(path): \(Self.reason())")
      }
    }
    isPublished = true
    temporary.remove()
  }

  /// Gives both files their names, or neither of them.
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
    case EEXIST, ELOOP: "file exists; adjournal never overwrites"
    case ENOENT: "folder does not exist"
    case ENOTDIR: "parent path is a file, not a folder"
    case EACCES, EROFS: "cannot write: permission denied"
    case ENOSPC, EDQUOT: "cannot write: disk full"
    default: "cannot write: \(String(cString: strerror(errno)))"
    }
  }
}

private func put(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

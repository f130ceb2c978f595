#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whole small files: lists and reports, not journals.
enum RawFile {
  /// Why a file cannot be read, in one sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// All bytes of a file, or of standard input for `-`.
  ///
  /// A named pipe that nobody opens for writing is given up after two seconds.
  static func bytes(path: String) throws -> [UInt8] {
    let file = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Failure(description: "\(path): \(reason())") }
    defer { if file > 0 { close(file) } }
    var all: [UInt8] = []
    if file > 0, !isReady(file, &all) {
      throw Failure(
        description: "\(path): it is a named pipe, and no process has opened it for writing")
    }
    try append(file, path, to: &all)
    return all
  }

  private static func append(_ file: Int32, _ path: String, to all: inout [UInt8]) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(description: "\(path): \(reason())")
      }
      all.append(contentsOf: buffer[..<count])
    }
  }

  /// Waits for the writer of a named pipe, then makes reads wait, too.
  private static func isReady(_ file: Int32, _ first: inout [UInt8]) -> Bool {
    var info = stat()
    if fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFIFO, !hasWriter(file, &first) {
      return false
    }
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL, 0) & ~O_NONBLOCK)
    return true
  }

  private static func hasWriter(_ file: Int32, _ first: inout [UInt8]) -> Bool {
    for _ in 0..<100 {
      var byte: UInt8 = 0
      let count = read(file, &byte, 1)
      if count > 0 { first.append(byte) }
      if count != 0 { return true }
      usleep(20_000)
    }
    return false
  }

  private static func reason() -> String {
    switch errno {
    case ENOENT, ENOTDIR: "there is no such file"
    case EACCES: "it may not be read (permission denied)"
    case EISDIR: "it is a folder; expected a file"
    default: "it cannot be read: \(String(cString: strerror(errno)))"
    }
  }
}

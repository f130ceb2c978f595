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
  static func bytes(path: String) throws -> [UInt8] {
    let file = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(description: "\(path): \(reason())") }
    defer { if file > 0 { close(file) } }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count == 0 { return all }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(description: "\(path): \(reason())")
      }
      all.append(contentsOf: buffer[..<count])
    }
  }

  private static func reason() -> String {
    switch errno {
    case ENOENT: "there is no such file"
    case EACCES: "it may not be read (permission denied)"
    case EISDIR: "it is a folder; expected a file"
    default: "it cannot be read: \(String(cString: strerror(errno)))"
    }
  }
}

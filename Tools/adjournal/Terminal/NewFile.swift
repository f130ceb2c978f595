#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that a command makes; one that is there already is never changed.
enum NewFile {
  /// Why a file cannot be written, in one sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Whether something has this name already.
  static func exists(_ path: String) -> Bool {
    var info = stat()
    return lstat(path, &info) == 0
  }

  /// Makes a file of these bytes.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw Failure(description: "\(path): \(reason())") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glue.write(file, $0) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else {
        let failure = Failure(description: "\(path): \(reason())")
        _ = close(file)
        unlink(path)
        throw failure
      }
      rest.removeFirst(count)
    }
    guard close(file) == 0 else { throw Failure(description: "\(path): \(reason())") }
  }

  private enum Glue {
    static func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      #if canImport(Glibc)
        Glibc.write(file, bytes.baseAddress, bytes.count)
      #elseif canImport(Musl)
        Musl.write(file, bytes.baseAddress, bytes.count)
      #else
        Darwin.write(file, bytes.baseAddress, bytes.count)
      #endif
    }
  }

  private static func reason() -> String {
    switch errno {
    case EEXIST: "it is there already; name a file that is not"
    case ENOENT, ENOTDIR: "its folder does not exist"
    case EACCES, EROFS: "it may not be written (permission denied)"
    case ENOSPC, EDQUOT: "the disk is full"
    default: "it cannot be written: \(String(cString: strerror(errno)))"
    }
  }
}

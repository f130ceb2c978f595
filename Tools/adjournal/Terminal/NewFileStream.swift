#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A new file that is written piece by piece; one that is there already is never changed.
struct NewFileStream {
  private let path: String
  private let file: Int32
  private var pending: [UInt8] = []
  private var problem: Int32 = 0

  init(_ path: String) throws {
    self.path = path
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if file < 0 { throw NewFile.Failure(description: "\(path): \(Self.reason(errno))") }
  }

  /// Adds bytes; what goes wrong is said by ``close()``.
  mutating func write(_ bytes: [UInt8]) {
    pending.append(contentsOf: bytes)
    if pending.count >= 1 << 16 { flush() }
  }

  /// Ends the file; throws where not everything could be written.
  mutating func close() throws {
    flush()
    #if canImport(Glibc)
      let isClosed = Glibc.close(file) == 0
    #elseif canImport(Musl)
      let isClosed = Musl.close(file) == 0
    #else
      let isClosed = Darwin.close(file) == 0
    #endif
    if !isClosed && problem == 0 { problem = errno }
    if problem != 0 { throw NewFile.Failure(description: "\(path): \(Self.reason(problem))") }
  }

  private mutating func flush() {
    var done = 0
    while done < pending.count && problem == 0 {
      let count = pending.withUnsafeBytes {
        Self.put(file, UnsafeRawBufferPointer(rebasing: $0[done...]))
      }
      if count > 0 { done += count } else if errno != EINTR { problem = errno }
    }
    pending.removeAll(keepingCapacity: true)
  }

  private static func put(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(file, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(file, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case EEXIST: "it is there already, and nothing is ever overwritten"
    case ENOENT, ENOTDIR: "its folder does not exist"
    case EACCES, EROFS: "it may not be written (permission denied)"
    case ENOSPC, EDQUOT: "the disk is full"
    default: "it cannot be written: \(String(cString: strerror(code)))"
    }
  }
}

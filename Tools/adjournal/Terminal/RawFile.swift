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
    var all: [UInt8] = []
    try forEachPiece(path: path) { all.append(contentsOf: $0) }
    return all
  }

  /// Calls with each line of a file, or of standard input for `-`, without its line feed; no more than
  /// the longest line is kept.
  static func forEachLine(path: String, _ body: ([UInt8]) throws -> Void) throws {
    var line: [UInt8] = []
    try forEachPiece(path: path) { piece in
      var rest = piece
      while let end = rest.firstIndex(of: 0x0A) {
        line.append(contentsOf: rest[..<end])
        try body(line)
        line.removeAll(keepingCapacity: true)
        rest = rest[(end + 1)...]
      }
      line.append(contentsOf: rest)
    }
    if !line.isEmpty { try body(line) }
  }

  /// Calls with the bytes of a file in pieces.
  ///
  /// A named pipe that nobody opens for writing is given up after two seconds.
  private static func forEachPiece(
    path: String, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    let file = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Failure(description: "\(path): \(reason())") }
    defer { if file > 0 { close(file) } }
    var first: [UInt8] = []
    if file > 0, !isReady(file, &first) {
      throw Failure(
        description: "\(path): it is a named pipe, and no process has opened it for writing")
    }
    if !first.isEmpty { try body(first[...]) }
    try read(file, path, body)
  }

  private static func read(
    _ file: Int32, _ path: String, _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = take(file, &buffer, buffer.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(description: "\(path): \(reason())")
      }
      try body(buffer[..<count])
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
      let count = take(file, &byte, 1)
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

private func take(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, bytes, count)
}

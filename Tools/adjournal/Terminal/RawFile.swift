import JSONLines
import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads files that are not journals: lists, logs, keys and audit outputs.
enum RawFile {
  /// The reason why a file cannot be read, in one sentence.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// An empty standard input, of which a result would look like that of real input.
    static let emptyInput = Failure(
      description: "-: standard input is empty (did the command before the pipe fail?)")
  }

  /// All bytes of a file, or of standard input for `-`; throws for a file with more than `most`
  /// bytes.
  ///
  /// `what` describes the file and its limit in the message. With `trustedOnly`, it must be a
  /// regular file of the user or root that others cannot write.
  static func bytes(
    path: String, most: Int, _ what: String, trustedOnly: Bool = false
  ) throws -> [UInt8] {
    var all: [UInt8] = []
    try forEachPiece(path: path, trustedOnly: trustedOnly) {
      all.append(contentsOf: $0)
      if all.count > most { throw Failure(description: "\(path): too large (expected \(what))") }
    }
    return all
  }

  /// Calls the body with each line of a file, or of standard input for `-`, without its line feed.
  ///
  /// Throws for a line of more than ``Limits/lineBytes``. Gzip files are decompressed.
  static func forEachLine(path: String, _ body: ([UInt8]) throws -> Void) throws {
    var number = 0
    try forEachCutLine(path: path) { line in
      number += 1
      if line.count > Limits.lineBytes {
        throw Failure(description: "\(path):\(number): the line is longer than 1 MiB")
      }
      try body(line)
    }
  }

  /// The first line of a file that is not empty, decompressed; nil if there is none.
  ///
  /// Of a line of more than ``Limits/lineBytes`` it is only the beginning.
  static func firstLine(path: String) throws -> [UInt8]? {
    struct Found: Error { let line: [UInt8] }
    do {
      try forEachCutLine(path: path) { line in if !line.isEmpty { throw Found(line: line) } }
    } catch let found as Found {
      return found.line
    }
    return nil
  }

  /// Calls the body with each line, cut after one byte more than ``Limits/lineBytes``.
  ///
  /// A longer line is passed before its end is read, so that a caller can refuse it.
  static func forEachCutLine(path: String, _ body: ([UInt8]) throws -> Void) throws {
    var lines = PieceLines()
    try forEachPiece(path: path, inflates: true) { piece in try lines.add(piece, body) }
    if !lines.unfinished.isEmpty { try body(lines.unfinished) }
  }

  /// Calls the body with the bytes of a file in pieces.
  ///
  /// Throws if no process opens a named pipe for writing within two seconds.
  private static func forEachPiece(
    path: String, inflates: Bool = false, trustedOnly: Bool = false,
    _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    let file = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Failure(description: "\(path): \(reason(path))") }
    defer { if file > 0 { close(file) } }
    if trustedOnly, let objection = objection(to: file) {
      throw Failure(description: "\(path): \(objection)")
    }
    var first: [UInt8] = []
    if file > 0, !isReady(file, &first) {
      throw Failure(
        description: "\(path): no process has opened this named pipe for writing")
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    func next() throws -> ArraySlice<UInt8> {
      let count = take(file, &buffer, buffer.count)
      if count > 0 { Progress.add(count) }
      if count >= 0 { return buffer[..<count] }
      if errno == EINTR { return try next() }
      throw Failure(description: "\(path): \(reason(path))")
    }
    while first.count < 2 {
      let more = try next()
      if more.isEmpty { break }
      first += more
    }
    if path == "-" && first.isEmpty { throw Failure.emptyInput }
    if inflates, first.starts(with: [0x1F, 0x8B]) { return try inflate(path, first, next, body) }
    if inflates, first.isEmpty, path.hasSuffix(".gz") { throw truncated(path) }
    var piece = first[...]
    while !piece.isEmpty {
      try body(piece)
      piece = try next()
    }
  }

  /// Calls the body with the decompressed bytes of a gzip file in pieces.
  private static func inflate(
    _ path: String, _ first: [UInt8], _ next: () throws -> ArraySlice<UInt8>,
    _ body: (ArraySlice<UInt8>) throws -> Void
  ) throws {
    guard let inflater = Inflater() else {
      throw Failure(
        description:
          "\(path): compressed file, but zlib is not installed; decompress it with gunzip")
    }
    var packed = first[...]
    var failure: (any Error)?
    var text = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = text.withUnsafeMutableBytes { text in
        guard let start = text.baseAddress else { return 0 }
        return inflater.read(into: start, text.count) { room, most in
          do { if packed.isEmpty { packed = try next() } } catch { failure = error }
          let piece = packed.prefix(most)
          packed = packed.dropFirst(most)
          piece.withUnsafeBytes {
            if let bytes = $0.baseAddress { room.copyMemory(from: bytes, byteCount: $0.count) }
          }
          return piece.count
        }
      }
      if let failure { throw failure }
      if count == 0 { break }
      try body(text[..<count])
    }
    if inflater.isTorn { throw truncated(path) }
  }

  private static func truncated(_ path: String) -> Failure {
    Failure(description: "\(path): compressed file is truncated or damaged")
  }

  /// Waits for a writer if the file is a named pipe, then switches to blocking reads.
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

  /// Why an open file cannot be trusted; nil if it can be.
  ///
  /// A group may write it: with umask 002, files belong to a group of the user alone.
  private static func objection(to file: Int32) -> String? {
    var info = stat()
    if fstat(file, &info) != 0 { return "cannot read: \(String(cString: strerror(errno)))" }
    if info.st_mode & S_IFMT != S_IFREG { return "not a regular file" }
    if info.st_uid != geteuid() && info.st_uid != 0 { return "belongs to another user" }
    return info.st_mode & S_IWOTH != 0 ? "everyone can write it" : nil
  }

  static func reason(_ path: String) -> String {
    switch errno {
    case ENOENT where System.isLink(path): "symbolic link to a missing file"
    case ENOENT, ENOTDIR: "no such file"
    case EACCES: "cannot read: permission denied"
    case EISDIR: "is a folder; expected a file"
    default: "cannot read: \(String(cString: strerror(errno)))"
    }
  }
}

private func take(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(file, bytes, count)
}

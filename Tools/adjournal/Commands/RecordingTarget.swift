#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The path of a new recording: an existing folder, and a file that does not exist.
struct RecordingTarget: Sendable {
  let folder: String
  private let file: String

  /// Splits the path into folder and file.
  ///
  /// - Throws: The reason if no file can be created there.
  init(_ path: String) throws {
    let slash = path.lastIndex(of: "/")
    file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let parent = slash.map { String(path[..<$0]) } ?? "."
    let folder = parent.isEmpty ? "/" : parent
    if path == "-" || file.isEmpty || file == "." || file == ".." {
      throw UsageError("'record' needs the path of a new file, not '\(path)'")
    }
    if NewFile.exists(path) {
      throw NewFile.Failure(
        description: "\(path): file exists; adjournal never overwrites")
    }
    var info = stat()
    guard stat(folder, &info) == 0 else {
      throw NewFile.Failure(
        description: "\(path): "
          + (errno == ENOTDIR ? "parent path is a file, not a folder" : "folder does not exist"))
    }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      throw NewFile.Failure(description: "\(path): parent path is a file, not a folder")
    }
    // The recorder follows no symbolic link, so that nobody can redirect its files afterwards.
    guard let resolved = realpath(folder, nil) else {
      throw NewFile.Failure(
        description: "\(path): folder cannot be opened: \(String(cString: strerror(errno)))")
    }
    defer { free(resolved) }
    self.folder = String(cString: resolved)
    guard access(folder, W_OK | X_OK) == 0 else {
      throw NewFile.Failure(description: "\(path): cannot write: permission denied for its folder")
    }
  }

  /// The file name of a segment: `a.jsonl`, then `a-2.jsonl`.
  func name(ofSegment number: Int) -> String {
    if number == 1 { return file }
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else {
      return "\(file)-\(number)"
    }
    return "\(file[..<dot])-\(number)\(file[dot...])"
  }

  /// Whether a session name may contain this byte.
  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: true
    default: false
    }
  }
}

/// Reads standard input as batches of lines: all lines that are available, without waiting for
/// more.
enum StandardInput {
  /// The number of bytes kept of a line; one more than the limit is enough to reject it.
  private static let longest = (1 << 20) + 1

  /// Calls the body with the lines of each read; the last line may have no line feed.
  static func forEachPiece(_ body: ([[UInt8]]) -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var partial: [UInt8] = []
    while true {
      let count = read(0, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 {
        throw NewFile.Failure(
          description: "cannot read standard input: \(String(cString: strerror(errno)))")
      }
      if count == 0 { break }
      var lines: [[UInt8]] = []
      split(buffer[..<count], &partial, &lines)
      if !lines.isEmpty { body(lines) }
    }
    if !partial.isEmpty { body([partial]) }
  }

  private static func split(
    _ piece: ArraySlice<UInt8>, _ partial: inout [UInt8], _ lines: inout [[UInt8]]
  ) {
    var rest = piece
    while let end = rest.firstIndex(of: 0x0A) {
      append(rest[..<end], to: &partial)
      lines.append(partial)
      partial.removeAll()
      rest = rest[(end + 1)...]
    }
    append(rest, to: &partial)
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to line: inout [UInt8]) {
    line.append(contentsOf: bytes.prefix(max(0, longest - line.count)))
  }
}

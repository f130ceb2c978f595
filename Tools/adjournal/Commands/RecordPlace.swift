#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a session is recorded: a folder that is there, and a file that is not.
struct RecordPlace: Sendable {
  let folder: String
  private let file: String

  /// Takes the path of the file apart; throws a sentence where nothing can be written there.
  init(_ path: String) throws {
    let slash = path.lastIndex(of: "/")
    file = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let parent = slash.map { String(path[..<$0]) } ?? "."
    folder = parent.isEmpty ? "/" : parent
    if path == "-" || file.isEmpty || file == "." || file == ".." {
      throw UsageError("'\(path)' names no file; 'record' takes the path of a new one")
    }
    if NewFile.isThere(path) {
      throw NewFile.Failure(
        description: "\(path): it is there already, and a recorder writes to new files only")
    }
    var info = stat()
    guard stat(folder, &info) == 0 else {
      throw NewFile.Failure(
        description: "\(path): its folder \(errno == ENOTDIR ? "is a file" : "does not exist")")
    }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      throw NewFile.Failure(description: "\(path): its folder is a file")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw NewFile.Failure(description: "\(path): its folder may not be written")
    }
  }

  /// The name of the file, and of those in which the session goes on: `a.jsonl`, `a-2.jsonl`.
  func name(ofSegment number: Int) -> String {
    if number == 1 { return file }
    guard let dot = file.lastIndex(of: "."), dot != file.startIndex else {
      return "\(file)-\(number)"
    }
    return "\(file[..<dot])-\(number)\(file[dot...])"
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2E, 0x5F, 0x2D: true
    default: false
    }
  }

  #if os(Linux)
    static let system = "Linux"
  #else
    static let system = "macOS"
  #endif
}

/// Standard input, as lines in pieces: as much as is there, handed over at once.
enum StandardInput {
  /// A line is kept up to here; more of it is not needed to say that it is too long.
  private static let longest = (1 << 20) + 1

  /// Calls with the lines that each read brings; the last one may lack its line feed.
  static func forEachPiece(_ body: ([[UInt8]]) -> Void) throws {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var partial: [UInt8] = []
    while true {
      let count = read(0, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 {
        throw NewFile.Failure(
          description: "standard input cannot be read: \(String(cString: strerror(errno)))")
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

/// The files that a command line names.
enum FileList {
  /// The operands, and the lines of `--files-from`.
  static func paths(_ arguments: Arguments) throws -> [String] {
    guard let list = arguments.value("--files-from") else { return try once(arguments.operands) }
    _ = try once(arguments.operands + [list])
    let paths = arguments.operands + (try names(in: RawFile.bytes(path: list), list))
    if paths.isEmpty {
      throw UsageError("the list '\(list)' names no file; it takes one path a line")
    }
    _ = try once(paths + [list])
    return paths
  }

  /// The names of a list: each ends with its line, or with NUL where there is one.
  private static func names(in bytes: [UInt8], _ list: String) throws -> [String] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw UsageError("the list '\(list)' is in UTF-16; it takes one path a line, in UTF-8")
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let ends: [UInt8] = text.contains(0) ? [0] : [0x0A, 0x0D]
    return text.split(whereSeparator: ends.contains).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Standard input can be read once only.
  static func once(_ paths: [String]) throws -> [String] {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw UsageError("'-' was given twice, and standard input can be read only once")
    }
    return paths
  }
}

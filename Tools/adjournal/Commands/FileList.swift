/// The files that a command line names.
enum FileList {
  /// The operands, and the lines of `--files-from`.
  static func paths(_ arguments: Arguments) throws -> [String] {
    guard let list = arguments.value("--files-from") else { return try once(arguments.operands) }
    _ = try once(arguments.operands + [list])
    let text = String(decoding: try RawFile.bytes(path: list), as: UTF8.self)
    let paths = arguments.operands + text.split(whereSeparator: \.isNewline).map(String.init)
    if paths.isEmpty {
      throw UsageError("the list '\(list)' names no file; it takes one path a line")
    }
    _ = try once(paths + [list])
    return paths
  }

  /// Standard input can be read once only.
  static func once(_ paths: [String]) throws -> [String] {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw UsageError("'-' was given twice, and standard input can be read only once")
    }
    return paths
  }
}

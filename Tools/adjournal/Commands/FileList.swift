/// The files that a command line names.
enum FileList {
  /// The operands, and the lines of `--files-from`.
  static func paths(_ arguments: Arguments) throws -> [String] {
    guard let list = arguments.value("--files-from") else { return arguments.operands }
    let text = String(decoding: try RawFile.bytes(path: list), as: UTF8.self)
    let paths = arguments.operands + text.split(whereSeparator: \.isNewline).map(String.init)
    if paths.isEmpty {
      throw UsageError("the list '\(list)' names no file: it takes one path a line")
    }
    return paths
  }
}

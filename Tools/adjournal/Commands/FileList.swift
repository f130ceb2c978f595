/// The input files of a command line.
enum FileList {
  /// The operands, then the paths in the file of `--files-from`.
  static func paths(_ arguments: Arguments) throws -> [String] {
    guard let list = arguments.value("--files-from") else { return try once(arguments.operands) }
    _ = try once(arguments.operands + [list])
    let bytes = try RawFile.bytes(path: list, most: 1 << 28, "a list of paths of at most 256 MiB")
    let paths = arguments.operands + (try names(in: bytes, list))
    if paths.isEmpty {
      throw UsageError("no path in the list '\(list)' (expected one path per line)")
    }
    _ = try once(paths + [list])
    return paths
  }

  /// The paths of a list, separated by NUL if it contains one, otherwise by line ends.
  private static func names(in bytes: [UInt8], _ list: String) throws -> [String] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw UsageError("the list '\(list)' is in UTF-16 (expected UTF-8, one path per line)")
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
    let ends: [UInt8] = text.contains(0) ? [0] : [0x0A, 0x0D]
    return text.split(whereSeparator: ends.contains).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Throws if standard input is given more than once.
  static func once(_ paths: [String]) throws -> [String] {
    if paths.count(where: { $0 == "-" }) > 1 {
      throw UsageError("'-' given more than once; standard input can be read only once")
    }
    return paths
  }
}

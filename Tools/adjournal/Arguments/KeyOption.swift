import JournalFormat

extension OptionEntry {
  /// The file of a key of seals.
  static func key(_ says: String) -> OptionEntry {
    OptionEntry(name: "--key", value: .one("FILE"), says: says)
  }
}

extension Arguments {
  /// The key in the file of `--key`; nil where the option was not given.
  func sealKey() throws -> SealKey? {
    guard let path = value("--key") else { return nil }
    let bytes = try RawFile.bytes(path: path)
    do throws(SealKey.Failure) {
      return try SealKey(file: bytes)
    } catch {
      throw UsageError("'\(path)' holds no key: \(error.description)")
    }
  }
}

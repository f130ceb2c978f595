import AdReplay
import JournalInput
import AdRules
import AdSession
import JournalFormat

/// The options that several commands have, each with one meaning.
extension OptionEntry {
  static let filesFrom = OptionEntry(
    name: "--files-from", value: .one("LIST"),
    help: "Read the input paths from LIST, or from standard input for '-'.")

  static let jobs = OptionEntry(
    name: "--jobs", value: .one("N"), help: "Number of threads (default: one per core).")

  static let textOrJSON = OptionEntry(
    name: "--format", value: .one("FORMAT"), help: "Output format: text or json (default: text).",
    choices: ["text", "json"])

  static let newFile = OptionEntry(
    name: "--to", value: .one("NEW"), help: "Write to a new file instead of standard output.")

  static let policy = OptionEntry(
    name: "--policy", value: .one("KEY=VALUE"), isRepeatable: true,
    help: "Set a threshold. Overrides the value in the journal.",
    choices: PolicyKey.allCases.map { $0.name + "=" })

  static let firstSession = OptionEntry(
    name: "--session", value: .one("ID"),
    help: "Select a session if the file has several (default: the first).")

  /// The file with the key of seals.
  static func key(_ help: String) -> OptionEntry {
    OptionEntry(name: "--key", value: .one("FILE"), help: help)
  }
}

extension Arguments {
  /// The reader for the number of threads in `--jobs`.
  func reader() throws -> JournalReader {
    JournalReader(jobs: try number("--jobs", in: 1...1024) ?? Cores.count)
  }

  /// The key in the file of `--key`; nil if the option was not given.
  func sealKey() throws -> SealKey? {
    guard let path = value("--key") else { return nil }
    let bytes = try RawFile.bytes(
      path: path, most: 256, "a key file of 32 bytes, or 64 hexadecimal digits")
    do throws(SealKey.Failure) {
      return try SealKey(file: bytes)
    } catch {
      throw UsageError("invalid key file '\(path)': \(error.description)")
    }
  }
}

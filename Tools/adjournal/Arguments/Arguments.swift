/// The command line of one command, parsed into options and operands.
struct Arguments {
  /// The arguments that are neither options nor values of options, in order.
  var operands: [String] = []
  /// The settings of the repository, or of `--config`.
  var configuration = Configuration.none
  private var values: [String: [String]] = [:]
  /// The names of the options that the command has.
  private let accepted: Set<String>

  /// Parses the arguments behind the command's name.
  ///
  /// - Throws: A ``UsageError`` that names the invalid argument and how to fix it.
  init(_ words: [String], of command: CommandEntry) throws {
    accepted = Set(command.options.map(\.name))
    var rest = words[...]
    var takesOptions = true
    while let word = rest.popFirst() {
      if takesOptions && word == "--" {
        takesOptions = false
      } else if takesOptions && word.hasPrefix("-") && word != "-" {
        try addOption(word, &rest, command)
      } else {
        operands.append(word)
      }
    }
    if !has("--help") { try checkOperands(command) }
  }

  /// The options that have a short name.
  private static let short = ["-h": "--help", "-q": "--quiet"]

  private mutating func addOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ command: CommandEntry
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = Self.short[word] ?? String(parts[0])
    guard let option = command.option(name) else {
      let known = (command.options + CommandTable.commonOptions).map(\.name)
      throw UsageError(
        "unknown option '\(name)' for '\(command.name)'", near: name, known: known,
        hint: "run 'adjournal \(command.name) --help' for the options")
    }
    let inline = parts.count > 1 ? String(parts[1]) : nil
    try add(option, inline, &rest)
  }

  private mutating func add(
    _ option: OptionEntry, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws {
    guard let placeholder = option.placeholder else {
      if inline != nil { throw UsageError("option '\(option.name)' does not take a value") }
      values[option.name] = []
      return
    }
    let isOption = inline == nil && rest.first?.hasPrefix("--") ?? true
    guard !isOption, let value = inline ?? rest.popFirst() else {
      throw UsageError("missing value for '\(option.name)': \(option.name) \(placeholder)")
    }
    if value.isEmpty {
      throw UsageError(
        "empty value for '\(option.name)': \(option.name) \(placeholder)",
        hint: "is a shell variable unset?")
    }
    if !option.isRepeatable && values[option.name] != nil {
      throw UsageError("option '\(option.name)' given more than once")
    }
    let isListed = option.choices.isEmpty || option.choices.contains(value)
    if !isListed && !option.isRepeatable && !option.takesOthers {
      throw UsageError.invalid(value, for: option)
    }
    values[option.name, default: []].append(value)
    guard case .two = option.value else { return }
    guard let second = rest.popFirst() else {
      throw UsageError("missing second value for '\(option.name)': \(option.name) \(placeholder)")
    }
    values[option.name, default: []].append(second)
  }

  private func checkOperands(_ command: CommandEntry) throws {
    if operands.contains("") {
      throw UsageError(
        "empty argument for '\(command.name)'", hint: "is a shell variable unset?")
    }
    let isListed = has("--files-from")
    if operands.count < command.fewest && !isListed {
      throw UsageError(
        "missing argument \(command.operands) for '\(command.name)'",
        hint: "example: \(command.examples[0].line)")
    }
    if let most = command.most, operands.count > most {
      let expected = command.operands.filter { !"[]".contains($0) }
      throw UsageError(
        "unexpected argument '\(operands[most])'; '\(command.name)' takes "
          + (most == 0 ? "no arguments" : "only one \(expected)"))
    }
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Whether the command has an option.
  func accepts(_ name: String) -> Bool { accepted.contains(name) }

  /// The options among some that were given, with their values, as a shell takes them, with a space
  /// before each word.
  func shellWords(of options: [OptionEntry]) -> String {
    options.flatMap { option in
      has(option.name) && option.placeholder == nil
        ? [option.name] : values(option.name).flatMap { [option.name, $0] }
    }.map { " " + ShellWord.quoted($0) }.joined()
  }

  /// The value of an option that can be given once; the last value of others.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Every value of an option.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  /// Every value of an option that accepts a comma-separated list or several values.
  func list(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map(String.init)
  }

  /// The path of `--to`, which cannot be standard output; nil if the option was not given.
  func newFile() throws -> String? {
    let path = value("--to")
    if path == "-" { throw UsageError("'--to' needs the path of a new file; '-' is a stream") }
    return path
  }

  /// The value of an option that takes an integer in a range.
  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "invalid value '\(text)' for '\(name)' "
          + "(an integer from \(range.lowerBound) to \(range.upperBound))")
    }
    return number
  }
}

/// An invalid command line: one sentence that names the mistake and how to fix it.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  /// The maximum number of characters of a message.
  private static let longest = 4096

  init(_ sentence: String, near word: String = "", known: [String] = [], hint: String = "") {
    var text = sentence
    let meant = Synonyms.names(for: word, in: known)
    let best = meant.isEmpty ? Nearest.to(word, in: known).map { [$0] } ?? [] : meant
    if !best.isEmpty {
      text += "; did you mean \(best.map { "'\($0)'" }.joined(separator: " or "))?"
    }
    if !hint.isEmpty { text += " (\(hint))" }
    // A word of the command line or of a file can have any length.
    description = text.utf8.count > Self.longest ? text.prefix(Self.longest) + "…" : text
  }

  /// A value that is not one of an option's choices.
  static func invalid(_ value: String, for option: OptionEntry) -> UsageError {
    if option.listedBy.isEmpty { return invalid(value, for: option.name, option.choices) }
    return UsageError(
      "invalid value '\(value)' for '\(option.name)'", near: value, known: option.choices,
      hint: "run '\(option.listedBy)' for the list")
  }

  /// A value that is not one of a short list of choices.
  static func invalid(_ value: String, for name: String, _ choices: [String]) -> UsageError {
    UsageError(
      "invalid value '\(value)' for '\(name)' (\(choices.joined(separator: ", ")))", near: value,
      known: choices)
  }

  /// A required option that was not given.
  static func missing(_ name: String, _ choices: [String] = [], hint: String = "") -> UsageError {
    let list = choices.isEmpty ? "" : " (\(choices.joined(separator: ", ")))"
    return UsageError("missing required option '\(name)'\(list)", hint: hint)
  }
}

/// Suggestions for mistyped names.
enum Nearest {
  /// The length in bytes of the longest name that is compared.
  private static let longest = 64

  /// The known name with the smallest edit distance; nil if none is close.
  static func to(_ word: String, in known: [String]) -> String? {
    guard !word.isEmpty, word.utf8.count <= longest else { return nil }
    let best = known.filter { $0.utf8.count <= longest }.map { ($0, distance(word, $0)) }.min {
      $0.1 < $1.1
    }
    guard let best, best.1 <= max(2, word.count / 3) else { return nil }
    return best.0
  }

  /// The number of insertions, deletions, replacements and swaps between two names.
  static func distance(_ one: String, _ other: String) -> Int {
    let (left, right) = (Array(one.utf8), Array(other.utf8))
    var rows = [[Int]](
      repeating: Array(0...right.count), count: 2)
    var before = rows[0]
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let change = rows[1][j] + (left[i] == right[j] ? 0 : 1)
        var best = min(change, rows[1][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = min(best, before[j - 1] + 1)
        }
        row.append(best)
      }
      before = rows[1]
      rows[1] = row
    }
    return rows[1][right.count]
  }
}

/// The words of a command line, sorted into options and operands by the command's table.
struct Arguments {
  /// What was given, in order.
  var operands: [String] = []
  private var values: [String: [String]] = [:]

  /// Sorts the words; throws a ``UsageError`` that says how to mend them.
  init(_ words: [String], of command: CommandEntry) throws {
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

  private mutating func addOption(
    _ word: String, _ rest: inout ArraySlice<String>, _ command: CommandEntry
  ) throws {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? "--help" : String(parts[0])
    guard let option = command.option(name) else {
      let known = (command.options + CommandTable.commonOptions).map(\.name)
      throw UsageError(
        "unknown option '\(name)' of '\(command.name)'", near: name, known: known,
        hint: "'adjournal \(command.name) --help' lists the options")
    }
    let inline = parts.count > 1 ? String(parts[1]) : nil
    try add(option, inline, &rest)
  }

  private mutating func add(
    _ option: OptionEntry, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws {
    guard let placeholder = option.placeholder else {
      if inline != nil { throw UsageError("option '\(option.name)' takes no value") }
      values[option.name] = []
      return
    }
    let isOption = inline == nil && rest.first?.hasPrefix("--") ?? true
    guard !isOption, let value = inline ?? rest.popFirst() else {
      throw UsageError("option '\(option.name)' needs a value: \(option.name) \(placeholder)")
    }
    if value.isEmpty {
      throw UsageError(
        "option '\(option.name)' was given an empty value: \(option.name) \(placeholder)",
        hint: "is a variable of the shell not set?")
    }
    if !option.isRepeatable && values[option.name] != nil {
      throw UsageError("option '\(option.name)' was given twice")
    }
    let isListed = option.choices.isEmpty || option.choices.contains(value)
    if !isListed && !option.isRepeatable && !option.takesOthers {
      throw Self.unlisted(value, option)
    }
    values[option.name, default: []].append(value)
    guard case .two = option.value else { return }
    guard let second = rest.popFirst() else {
      throw UsageError("option '\(option.name)' needs two values: \(option.name) \(placeholder)")
    }
    values[option.name, default: []].append(second)
  }

  /// What to say of a value that is none of an option's choices.
  private static func unlisted(_ value: String, _ option: OptionEntry) -> UsageError {
    let sentence = "'\(value)' is no value of '\(option.name)'"
    guard option.listedBy.isEmpty else {
      return UsageError(
        sentence, near: value, known: option.choices, hint: "'\(option.listedBy)' lists them")
    }
    return UsageError(
      sentence + "; it takes " + option.choices.joined(separator: ", "), near: value,
      known: option.choices)
  }

  private func checkOperands(_ command: CommandEntry) throws {
    if operands.contains("") {
      throw UsageError(
        "'adjournal \(command.name)' was given an empty word",
        hint: "is a variable of the shell not set?")
    }
    let isListed = has("--files-from")
    if operands.count < command.fewest && !isListed {
      throw UsageError(
        "'adjournal \(command.name)' needs \(command.operands)",
        hint: "for example: \(command.examples[0].line)")
    }
    if let most = command.most, operands.count > most {
      throw UsageError(
        "'\(operands[most])' is one too many; '\(command.name)' takes "
          + (most == 0 ? "no file" : "one \(command.operands.filter { !"[]".contains($0) })"))
    }
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// The value of an option that is given at most once.
  func value(_ name: String) -> String? { values[name]?.last }

  /// Every value of an option.
  func values(_ name: String) -> [String] { values[name] ?? [] }

  /// Every value of an option that takes several, separated by commas or one by one.
  func list(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .map(String.init)
  }

  /// The path that `--to` takes where it cannot be standard output.
  func newFile() throws -> String? {
    let path = value("--to")
    if path == "-" { throw UsageError("'-' names no file; '--to' takes the path of a new one") }
    return path
  }

  /// A whole number of an option, within a range.
  func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "'\(text)' is no value of '\(name)'; it takes a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)")
    }
    return number
  }
}

/// A command line that cannot be carried out, in one sentence that says how to mend it.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ sentence: String, near word: String = "", known: [String] = [], hint: String = "") {
    var text = sentence
    if let best = Nearest.to(word, in: known) { text += "; did you mean '\(best)'?" }
    if !hint.isEmpty { text += " (\(hint))" }
    description = text
  }
}

/// The known word that a mistyped one was meant to be.
enum Nearest {
  /// The nearest by insertions, deletions, replacements and swaps, if it is near enough.
  static func to(_ word: String, in known: [String]) -> String? {
    guard !word.isEmpty else { return nil }
    let best = known.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
    guard let best, best.1 <= max(2, word.count / 3) else { return nil }
    return best.0
  }

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

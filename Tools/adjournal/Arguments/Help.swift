/// Help texts, made from the table of commands.
enum Help {
  /// The longest line of help, in columns.
  static let width = 96

  /// The output of `adjournal --help`.
  static var overview: String {
    let rows = CommandTable.all.map { ($0.name, $0.summary) }
    return """
      adjournal checks recorded mobile ad sessions: what went wrong, where, and why.

      usage: adjournal COMMAND [options] [FILE…]

      FILE is a journal (.jsonl or .jsonl.gz), a folder (all journals in it and its subfolders), or
      '-' (standard input).

      commands:
      \(table(rows))

      Run 'adjournal COMMAND --help' for the options of a command, 'adjournal --version' for the
      version.

      example:
        adjournal audit Journals/incidents

      exit status:
        0  no violation at the chosen severity (--severity, default: error)
        1  at least one violation at the chosen severity, whatever else happened
        2  invalid command line; nothing was read
        3  damaged journal, and no such violation
        4  a file could not be read or written, and no such violation

      """
  }

  /// The output of `adjournal COMMAND --help`.
  static func text(_ command: CommandEntry) -> String {
    let options = command.options + CommandTable.commonOptions
    let examples = command.examples.map { "  \($0.line)\n      \($0.caption)" }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    let details = command.details.isEmpty ? "" : "\n\(command.details)\n"
    return """
      \(command.summary)

      usage: adjournal \(command.name) [options]\(operands)
      \(details)
      options:
      \(table(options.map { ($0.usage, $0.help) }))

      \(examples.count == 1 ? "example" : "examples"):
      \(examples.joined(separator: "\n"))

      """
  }

  /// Two columns; the second one is wrapped.
  private static func table(_ rows: [(name: String, text: String)]) -> String {
    let first = rows.map(\.name.count).max() ?? 0
    let margin = "\n" + String(repeating: " ", count: first + 4)
    return rows.map { name, text in
      let lines = wrapped(text, width - first - 4).joined(separator: margin)
      return "  \(padded(name, first))  \(lines)"
    }.joined(separator: "\n")
  }

  /// The text in lines of at most this many columns, unless a word is longer.
  static func wrapped(_ text: String, _ width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if !line.isEmpty && line.count + word.count >= width {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] += (line.isEmpty ? "" : " ") + word
      }
    }
    return lines
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

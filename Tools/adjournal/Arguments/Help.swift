import AdReports

/// Help texts, made from the table of commands.
enum Help {
  /// The longest line of help, in columns.
  static let width = 80

  /// The output of `adjournal --help`.
  static var overview: String {
    let room = CommandTable.names.map(\.count).max() ?? 0
    let groups = CommandGroup.allCases.map { group in
      "\(group.rawValue):\n\(table(CommandTable.rows(of: group), room: room))"
    }
    return """
      adjournal checks recorded mobile ad sessions: what went wrong, where, and why.

      usage: adjournal COMMAND [options] [FILE…]

      FILE is a journal (.jsonl or .jsonl.gz), a folder (all journals in it and its
      subfolders), or '-' (standard input).

      \(groups.joined(separator: "\n\n"))

      Run 'adjournal COMMAND --help' for the options of a command,
      'adjournal --version' for the version.

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
    let details = command.details.isEmpty ? "" : "\n\(paragraphs(command.details))\n"
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

  /// Paragraphs with lines that fit; indented lines stay as they are.
  private static func paragraphs(_ text: String) -> String {
    let fitted = FittedText(width: width)
    var paragraphs: [String] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let joins = isOpen && !line.isEmpty && !line.hasPrefix(" ")
      if joins {
        paragraphs[paragraphs.count - 1] += " " + line
      } else {
        paragraphs.append(String(line))
      }
      isOpen = !line.isEmpty && !line.hasPrefix(" ")
    }
    return paragraphs.map { fitted.text($0, margin: 0) }.joined(separator: "\n")
  }

  /// Two columns; the second one is wrapped.
  private static func table(_ rows: [(name: String, text: String)], room: Int? = nil) -> String {
    let first = room ?? min(rows.map(\.name.count).max() ?? 0, 28)
    let fitted = FittedText(width: width)
    return rows.map { fitted.text("  \(FittedText.padded($0.name, first))  \($0.text)") }
      .joined(separator: "\n")
  }
}

extension CommandEntry {
  static let man = CommandEntry(
    name: "man", says: "Prints the manual page.", operands: "", most: 0,
    examples: [
      Example("adjournal man > adjournal.1", "writes the page; 'man ./adjournal.1' shows it")
    ]
  ) { _, terminal in
    terminal.write(Manual.page)
    return .fine
  }
}

/// The manual page in roff, made from the table of commands.
enum Manual {
  static var page: String {
    var text = """
      .TH ADJOURNAL 1 "" "adjournal \(CommandTable.version)" "User Commands"
      .SH NAME
      adjournal \\- judge journals of mobile ad sessions
      .SH SYNOPSIS
      .B adjournal
      .I COMMAND
      [options] [FILE ...]
      .SH DESCRIPTION
      Reads journals (JSON lines) of ad sessions, rebuilds each session and verifies rules over time.
      A FILE is a journal (.jsonl, .jsonl.gz), a folder (every journal below it), or \\- (standard input).
      .SH COMMANDS

      """
    for command in CommandTable.all { text += section(command) }
    return text + """
      .SH EXIT STATUS
      .TP
      0
      nothing at or above the severity asked for is violated
      .TP
      1
      violated
      .TP
      2
      wrong usage; nothing was read
      .TP
      3
      damage was found, and nothing violated
      .TP
      4
      a file could not be read or written
      .SH ENVIRONMENT
      .TP
      NO_COLOR
      no colours, even on a terminal

      """
  }

  private static func section(_ command: CommandEntry) -> String {
    var text = ".SS \"\(escaped(command.name)) \(escaped(command.operands))\"\n"
    text += escaped(command.says) + "\n"
    if !command.details.isEmpty { text += ".PP\n\(escaped(command.details))\n" }
    for option in command.options {
      text += ".TP\n.B \(escaped(option.usage))\n\(escaped(option.says))\n"
    }
    for example in command.examples {
      text += ".PP\n.EX\n\(escaped(example.line))\n.EE\n\(escaped(example.caption))\n"
    }
    return text
  }

  private static func escaped(_ text: String) -> String {
    var safe = ""
    for character in text {
      switch character {
      case "\\": safe += "\\e"
      case "-": safe += "\\-"
      case "…": safe += "..."
      default: safe.append(character)
      }
    }
    let lines = safe.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }
      .joined(separator: "\n")
  }
}

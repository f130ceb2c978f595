extension CommandEntry {
  static let man = CommandEntry(
    name: "man", summary: "Print the manual page.", operands: "", most: 0,
    examples: [
      Example(
        "adjournal man > adjournal.1", "write the page to a file; read it with 'man ./adjournal.1'")
    ]
  ) { _, terminal in
    terminal.write(plain: Manual.page)
    return .fine
  }
}

/// The manual page in roff, made from the table of commands.
enum Manual {
  static var page: String {
    var text = """
      .TH ADJOURNAL 1 "" "adjournal \(CommandTable.version)" "User Commands"
      .SH NAME
      adjournal \\- check recorded mobile ad sessions
      .SH SYNOPSIS
      .B adjournal
      .I COMMAND
      [options] [FILE ...]
      .SH DESCRIPTION
      Reads journals (JSON Lines) of mobile ad sessions, reconstructs the state of each session and
      checks it against rules over time.
      FILE is a journal (.jsonl or .jsonl.gz), a folder (all journals in it and its subfolders), or
      \\- (standard input).
      .SH COMMANDS

      """
    for command in CommandTable.all { text += section(command) }
    text += ".SH OPTIONS OF ALL COMMANDS\n" + options(CommandTable.commonOptions)
    return text + """
      .SH EXIT STATUS
      .TP
      0
      no violation of the severity given with \\-\\-severity (default: error), or higher
      .TP
      1
      at least one such violation, whatever else happened
      .TP
      2
      invalid command line; nothing was read
      .TP
      3
      damaged journal, and no such violation
      .TP
      4
      a file could not be read or written, and no such violation
      .SH ENVIRONMENT
      .TP
      NO_COLOR, CLICOLOR_FORCE
      without colors if it is set and not empty; with colors also in a pipe. \\-\\-color comes
      first, then NO_COLOR.
      .TP
      PAGER
      shows output that is longer than the screen (default: less)
      .TP
      COLUMNS, LINES
      the width and the height instead of those of the terminal; COLUMNS also gives pipes and files
      a width
      .TP
      TERM, LC_ALL, LC_CTYPE, LANG
      "dumb" turns colors, links and the pager off; without UTF\\-8, a terminal gets ASCII only

      """
  }

  private static func section(_ command: CommandEntry) -> String {
    var text = ".SS \"\(escaped(command.name)) \(escaped(command.operands))\"\n"
    text += escaped(command.summary) + "\n"
    if !command.details.isEmpty { text += ".PP\n\(escaped(command.details))\n" }
    text += options(command.options)
    for example in command.examples {
      text += ".PP\n.EX\n\(escaped(example.line))\n.EE\n\(escaped(example.caption))\n"
    }
    return text
  }

  private static func options(_ options: [OptionEntry]) -> String {
    options.map { ".TP\n.B \(escaped($0.usage))\n\(escaped($0.help))\n" }.joined()
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

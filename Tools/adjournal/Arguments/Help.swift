/// Help, made from the table of commands.
enum Help {
  /// What `adjournal --help` says.
  static var overview: String {
    let width = CommandTable.all.map(\.name.count).max() ?? 0
    let commands = CommandTable.all.map { "  \(padded($0.name, width))  \($0.says)" }
    return """
      adjournal judges journals of mobile ad sessions: what went wrong, where, and why.

      usage: adjournal COMMAND [options] [FILE…]

      A FILE is a journal (.jsonl, .jsonl.gz), a folder (every journal below it), or - (standard
      input).

      commands:
      \(commands.joined(separator: "\n"))

      'adjournal COMMAND --help' says more of each. 'adjournal --version' prints the version.

      for example:
        adjournal audit Journals/incidents

      exit codes: 0 nothing violated · 1 violated · 2 wrong usage, nothing was read ·
      3 damage was found, and nothing violated · 4 a file could not be read or written

      """
  }

  /// What `adjournal COMMAND --help` says.
  static func text(_ command: CommandEntry) -> String {
    let options = command.options + CommandTable.commonOptions
    let width = options.map(\.usage.count).max() ?? 0
    let lines = options.map { "  \(padded($0.usage, width))  \($0.says)" }
    let examples = command.examples.map { "  \($0.line)\n      \($0.caption)" }
    let operands = command.operands.isEmpty ? "" : " \(command.operands)"
    let details = command.details.isEmpty ? "" : "\n\(command.details)\n"
    return """
      \(command.says)

      usage: adjournal \(command.name) [options]\(operands)
      \(details)
      options:
      \(lines.joined(separator: "\n"))

      for example:
      \(examples.joined(separator: "\n"))

      """
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

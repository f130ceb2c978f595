import AdReports

extension CommandEntry {
  static let page = CommandEntry(
    name: "page", summary: "Create an HTML page that audits journals in a browser.", operands: "",
    most: 0,
    options: [
      OptionEntry(name: "--to", value: .one("NAME.html"), help: "The new HTML file. Required."),
      .open,
    ],
    examples: [
      Example("adjournal page --to adjournal.html", "write the page for people without this tool")
    ],
    details: """
      The page is one file for a browser. It reads the journals that are dropped on it (.jsonl,
      .gz, folders), audits them with the same parser and rules as this tool, and shows the
      problems and the sessions. It works offline: no journal leaves the computer.

      'adjournal report' writes the same page with journals inside.
      """
  ) { arguments, terminal in
    let path = try arguments.newPage()
    var size = 0
    try NewFile.create(path, from: []) { write in
      try PageFile().write {
        size += $0.count
        try write($0)
      }
    }
    terminal.write("wrote \(terminal.style.place(path)): \(Progress.bytes(size))\n")
    terminal.flush()
    if arguments.has("--open") { try Browser.open(path) }
    return .fine
  }
}

extension Arguments {
  /// The path of `--to` for a new page.
  ///
  /// - Throws: An error if it is missing or exists.
  func newPage() throws -> String {
    guard let path = try newFile() else {
      throw UsageError.missing("--to", hint: "example: --to report.html")
    }
    try NewFile.refuseExisting([path])
    return path
  }
}

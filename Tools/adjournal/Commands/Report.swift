import AdAudit
import AdReplay
import AdReports
import AdRules
import AdSession

extension CommandEntry {
  static let report = CommandEntry(
    name: "report", says: "One page about journals, for a browser: what went wrong, and where.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--to", value: .one("NAME.html"), says: "The new page; nothing is overwritten.")
    ] + OptionEntry.ofSelection + OptionEntry.ofExitPolicy + [
      OptionEntry(
        name: "--files-from", value: .one("LIST"),
        says: "Reads the names of the files from a file, or from - (standard input)."),
      OptionEntry(
        name: "--jobs", value: .one("N"), says: "How many cores to use (default: all)."),
    ],
    examples: [
      Example(
        "adjournal report Journals/incidents --to incidents.html",
        "the violations by rule, the figures of the ads, and the sessions", exits: .violated)
    ],
    details: """
      The page is one file without scripts: it can be mailed, kept, and opened anywhere. It shows the
      first 500 sessions in which something was found, those with a violation as a timeline: the app,
      each slot with the life of its ads, and every violation where it became certain. Of long
      sessions it has what lies around that, and says how much it leaves out; its counts are of all
      sessions. It has what the journals say: whoever may not read them should not
      get the page. The figures of the ads need files that can be read twice. Exits as 'audit' does.
      """
  ) { arguments, terminal in
    guard let path = try arguments.newFile() else {
      throw UsageError("where to? '--to NAME.html' names the new page")
    }
    try NewFile.refuse([path])
    let paths = try FileList.paths(arguments)
    let reader = JournalReader(jobs: try arguments.number("--jobs", in: 1...1024) ?? Cores.count)
    let auditor = Auditor(
      rules: try Selection.rules(arguments), policy: try Selection.policy(arguments),
      reader: reader)
    var report = PageReport(auditor, try Selection.policy(arguments))
    try report.audit(paths)
    try report.write(paths, to: path)
    return ExitPolicy(arguments).code(report.total.tally, report.total.codes)
  }
}

/// One run of `adjournal report`.
private struct PageReport {
  private var auditor: Auditor
  private var page: ReportPage
  private let loss = DiskLoss()
  private let progress = Progress(noun: "record")
  private(set) var total = InputTally()

  init(_ auditor: Auditor, _ policy: [PolicySetting]) {
    self.auditor = auditor
    page = ReportPage(rules: auditor.rules, overrides: policy, loss: loss)
  }

  mutating func audit(_ paths: [String]) throws {
    let progress = progress
    if Terminal.isWatched { auditor.onProgress = { progress.add($0) } }
    try auditor.audit(
      paths, render: page.parts.part, sumsUp: true, loss: loss, quiet: { total.add($0) },
      handle: { take($0) })
    progress.clear()
  }

  private mutating func take(_ output: Auditor.Output) {
    switch output {
    case .session(let part, _, _, _): page.take(part)
    case .journal(let summary): page.take(summary)
    case .failure(let error):
      progress.clear()
      page.fail(error.description)
    }
    total.take(output)
  }

  func write(_ paths: [String], to path: String) throws {
    let statistics = try figures(paths)
    let made = "adjournal \(CommandTable.version)"
    try NewFile.make(path) { write in
      try page.write(total.tally, statistics, made: made) { try write($0) }
      // What the disk lost of the sessions that waited would be missing without a word.
      if let error = loss.error { throw error }
    }
  }

  /// What became of the ads; nil where an input can be read only once.
  private func figures(_ paths: [String]) throws -> AdStatistics? {
    if paths.contains(where: { $0 == "-" || FileMark($0)?.isStream == true }) { return nil }
    var statistics = AdStatistics(by: [.format])
    try auditor.reader.read(
      paths, judge: { AdStatistics(of: $0.trace, by: [.format]) },
      deliver: { if case .session(let session) = $0 { statistics.add(session) } })
    return statistics
  }
}

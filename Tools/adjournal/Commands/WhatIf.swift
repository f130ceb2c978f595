import AdReplay
import AdReports
import AdWhatIf
import AdDecider
import AdSession

extension CommandEntry {
  static let whatif = CommandEntry(
    name: "whatif",
    summary: "Replay the decisions of a captured session under another policy.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--policy", value: .one("KEY=VALUE"), isRepeatable: true,
        help: "The threshold to change. Required.",
        choices: PolicyKey.allCases.map { "\($0.name)=" }),
      .firstSession,
    ],
    examples: [
      Example(
        "adjournal whatif --policy daily_cap=1 "
          + "Journals/sessions/app-open-cold-start-and-return.jsonl",
        "which shows would a cap of one per day cost?"),
      Example(
        "adjournal whatif --policy app_open_max_age_s=1800 --policy min_background_s=30 "
          + "Journals/sessions/app-open-cold-start-and-return.jsonl",
        "change two thresholds at once"),
    ],
    details: """
      Runs the decider twice: under the recorded policy, to find decisions in which the app differs
      from the decider (each is reported with its reason), and under the changed policy. The recorded
      actions of the phone, the user and the SDK stay the same.

      The outcome of a request or show that never happened is unknown, so results are bounds. Best
      case: every load succeeds at once and every ad appears. Worst case: neither happens. Values out
      of range are an error.
      """
  ) { arguments, terminal in
    for text in arguments.values("--policy") { try checkRange(text) }
    let policy = try Selection.policy(arguments)
    if policy.isEmpty {
      throw UsageError.missing("--policy", hint: "example: --policy daily_cap=5")
    }
    let path = arguments.operands[0]
    let wanted = arguments.value("--session")
    let (contents, sessions) = try JournalContents.sessions(nil, of: path)
    if sessions.isEmpty, wanted == nil {
      contents.printNoSession()
      contents.printDamage()
      return contents.code
    }
    let reading = sessions[try ChosenSession.index(of: wanted, among: contents.ids, path)]
    if let note = ChosenSession.note(on: wanted, among: contents.ids, path) {
      Terminal.printError(note)
    }
    let before = sessions.shownBefore(reading)
    guard let result = WhatIf(reading.trace, policy: policy, shownBefore: before) else {
      Terminal.printError("no header in session \(reading.id), so its policy is unknown")
      return .damaged
    }
    for line in WhatIfText(result, policy: policy, style: terminal.style).lines {
      terminal.write(line + "\n")
    }
    terminal.flush()
    contents.printDamage()
    return contents.code
  }

  private static func checkRange(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let key = PolicyKey.named(String(parts[0])) else { return }
    let range = key.allowedRange
    if let value = Double(parts[1]), range.contains(value) { return }
    let unit = key.unit == .seconds ? " s" : ""
    throw UsageError(
      "invalid value '\(text)' for '--policy' (\(AuditText.number(range.lowerBound)) to "
        + "\(AuditText.number(range.upperBound))\(unit))")
  }
}

extension [SessionReading] {
  /// The app-open shows of the same install in earlier sessions of the file.
  fileprivate func shownBefore(_ reading: SessionReading) -> [PastShow] {
    guard let install = reading.trace.header?.install, !install.isEmpty else { return [] }
    let earlier = filter {
      $0.trace.header?.install == install && $0.ordinal < reading.ordinal
        && $0.path == reading.path
    }
    return earlier.flatMap { $0.trace.appOpenShows }
  }
}

extension Trace {
  /// The times and local days of the app-open shows of the session.
  fileprivate var appOpenShows: [PastShow] {
    var session = LiveSession(self)
    while session.foldNext() != nil {}
    let shows = session.state.shows
    return zip(shows.appOpen, shows.appOpenDays).map { index, day in
      PastShow(wall: events[Int(index)].wall, day: day)
    }
  }
}

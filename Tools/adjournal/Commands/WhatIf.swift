import AdReplay
import AdReports
import AdWhatIf
import AdDecider
import AdSession

extension CommandEntry {
  static let whatif = CommandEntry(
    name: "whatif",
    says: "Decides a captured session anew under another policy.",
    operands: "FILE", fewest: 1, most: 1,
    options: [
      OptionEntry(
        name: "--policy", value: .one("KEY=VALUE"), isRepeatable: true,
        says: "Another threshold.", choices: PolicyKey.allCases.map { "\($0.name)=" }),
      OptionEntry(
        name: "--session", value: .one("ID"),
        says: "The session of a file that has several (default: the first)."),
    ],
    examples: [
      Example(
        "adjournal whatif --policy daily_cap=1 "
          + "Journals/sessions/app-open-cold-start-and-return.jsonl",
        "which shows a cap of one a day would cost"),
      Example(
        "adjournal whatif --policy app_open_max_age_s=1800 --policy min_background_s=30 "
          + "Journals/sessions/app-open-cold-start-and-return.jsonl",
        "two thresholds at once"),
    ],
    details: """
      First the decider decides every recorded moment under the recorded policy: where it does not do
      what the app did, the line says so and why. Then it decides them under the other policy; what
      phone, user and SDK did is taken over. What nobody observed (the answer to a request that was
      never made, how a show would have gone) gives bounds, not numbers: at best a load is answered at
      once and an ad comes up, at worst neither. A value that makes no sense is refused.
      """
  ) { arguments, terminal in
    for text in arguments.values("--policy") { try refuseSenseless(text) }
    let policy = try Selection.policy(arguments)
    if policy.isEmpty {
      throw UsageError("'whatif' needs '--policy KEY=VALUE', such as '--policy daily_cap=5'")
    }
    let path = arguments.operands[0]
    let wanted = arguments.value("--session")
    let (contents, sessions) = try JournalContents.sessions(nil, of: path)
    if sessions.isEmpty, wanted == nil {
      contents.complainOfNoSession()
      contents.complain()
      return contents.code
    }
    let reading = sessions[try ChosenSession.place(of: wanted, among: contents.ids, path)]
    if let note = ChosenSession.note(on: wanted, among: contents.ids, path) {
      Terminal.complain(note)
    }
    let before = sessions.shownBefore(reading)
    guard let result = WhatIf(reading.trace, policy: policy, shownBefore: before) else {
      Terminal.complain("session \(reading.id) has lost its header: nobody knows its policy")
      return .damaged
    }
    for line in WhatIfText(result, policy: policy, style: terminal.style).lines {
      terminal.write(line + "\n")
    }
    terminal.flush()
    contents.complain()
    return contents.code
  }

  private static func refuseSenseless(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let key = PolicyKey.named(String(parts[0])) else { return }
    let range = key.allowedRange
    if let value = Double(parts[1]), range.contains(value) { return }
    let unit = key.unit == .seconds ? " s" : ""
    throw UsageError(
      "'\(text)' makes no sense; allowed is \(AuditText.number(range.lowerBound)) to "
        + "\(AuditText.number(range.upperBound))\(unit)")
  }
}

extension [SessionReading] {
  /// The app-open shows of the same install in the sessions before this one.
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
  /// When the app-open ads of the session came up, and on which local days.
  fileprivate var appOpenShows: [PastShow] {
    var session = LiveSession(self)
    while session.foldNext() != nil {}
    let shows = session.state.shows
    return zip(shows.appOpen, shows.appOpenDays).map { index, day in
      PastShow(wall: events[Int(index)].wall, day: day)
    }
  }
}

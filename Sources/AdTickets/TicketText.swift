package import AdFleet
import AdReplay
import AdReports
package import AdRules
import AdSession

/// A ticket for the support of a vendor, in Markdown.
///
/// Its lines have at most 80 columns, but for those of a journal and long words.
package struct TicketText {
  private let vendor: TicketVendor
  private let problem: Problem
  private let rule: Rule
  private let fleet: TicketFleet
  private let example: TicketCase
  private static let width = 80

  /// Makes the ticket about a problem.
  package init(
    for vendor: TicketVendor, _ problem: Problem, _ rule: Rule, _ fleet: TicketFleet,
    _ example: TicketCase
  ) {
    self.vendor = vendor
    self.problem = problem
    self.rule = rule
    self.fleet = fleet
    self.example = example
  }

  /// The text.
  ///
  /// - Parameter attachment: The name of the file with the journal; nil puts the journal into the
  ///   text.
  package func text(attachment: String?) -> String {
    var lines = paragraph("# \(sentence)") + [""]
    lines += paragraph("For the support of \(vendor.name), <\(vendor.link)>.") + [""]
    for question in vendor.questions {
      lines += ["## \(question.heading)", ""] + answer(question) + [""]
    }
    lines += ["## What the journal cannot tell", ""]
    lines += example.unknown.flatMap { item(Markdown.text($0)) } + [""]
    lines += ["## Attachment", ""] + self.attachment(attachment)
    return lines.map { $0 + "\n" }.joined()
  }

  /// What the rule demands, without the full stop.
  private var sentence: String {
    let text = Markdown.text(rule.sentence)
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private func answer(_ question: TicketQuestion) -> [String] {
    switch question {
    case .environment:
      facts(example.environment) + [""] + toFillIn("The versions of the adapters.")
    case .behavior: behavior
    case .expectation: paragraph(Markdown.text(rule.sentence))
    case .steps: steps
    case .since: since
    case .frequency: frequency
    case .ads: facts(example.ad) + networks + identifiers
    case .blank(_, let what): toFillIn(what)
    }
  }

  // MARK: Answers

  private var behavior: [String] {
    let variant = ProblemVariant(example.violation, of: rule, in: example.reading.trace)
    let missing =
      variant.isLate
      ? nil
      : problem.identity.missing.map {
        " The event \(Markdown.code($0)) is missing."
      }
    let time = example.time.map { ["", "It happened at \(Markdown.text($0))."] } ?? []
    return paragraph(Self.asSentence(Markdown.text(example.violation.because)) + (missing ?? ""))
      + time.flatMap(paragraph)
  }

  private static func asSentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  private var steps: [String] {
    let trace = example.reading.trace
    let details = EventDetails(of: trace, style: .plain)
    let events = trace.events.filter { $0.kind != .sessionBegan }
    let start = events.first?.t ?? 0
    let lines = events.enumerated().flatMap { number, event in
      let seconds = Double(event.t - start) / 1000
      let time = seconds > 0 ? "After \(AuditText.number(seconds)) s: " : ""
      return item(time + Self.step(event, details), mark: "\(number + 1).")
    }
    return lines + [""]
      + paragraph(
        "These are the fewest records that show the problem. Their times and names are simplified: "
          + "only their order and what is named here matters.")
  }

  /// A record in words; a note stands for time that passes.
  private static func step(_ event: Event, _ details: EventDetails) -> String {
    if event.kind == .note { return "Nothing more was recorded." }
    let record = "\(event.kind.name) \(details.text(event))"
      .split(separator: " ").joined(separator: " ")
    return "\(Markdown.text(VocabularyMeanings.of(event.kind))) \(Markdown.code(record))"
  }

  private var since: [String] {
    let rates = fleet.rates(of: problem.identity)
    guard let first = rates.firstIndex(where: { $0.rate.part > 0 }) else {
      return toFillIn("The first version of the SDK with the problem.")
    }
    let before = rates[..<first].reduce(0) { $0 + $1.rate.whole }
    let name = Markdown.text(rates[first].name)
    let sentence =
      rates.count == 1
      ? "All sessions have \(name), so the journals do not say since when."
      : first == 0
        ? "With \(name), the first version in the journals."
        : before == 0
          ? "With \(name); the journals do not say whether earlier versions have it."
          : "With \(name); in 0 of \(AuditText.count(before, "session")) of earlier versions."
    let judged = rates.filter { $0.rate.whole > 0 }
    let lines = rates.count == 1 ? [] : [""] + judged.flatMap { item(Self.text($0)) }
    let days = example.ids == .all ? problem.days.first : nil
    let day = days.map { "The first day in the journals is \(Markdown.text($0))." }
    return paragraph(sentence) + lines + [""]
      + (day.map(paragraph) ?? toFillIn("The day on which it began."))
  }

  private static func text(_ version: TicketFleet.VersionRate) -> String {
    let change: String? =
      switch version.change {
      case nil: nil
      case .new: "new"
      case .worse: "more often than before"
      case .better: "less often than before"
      case .gone: "gone"
      case .unchanged: "no difference"
      case .tooFew: "too few sessions to tell a difference"
      }
    return "\(Markdown.text(version.name)): \(ComparisonText.text(version.rate))"
      + (change.map { "; \($0)" } ?? "")
  }

  private var frequency: [String] {
    guard let rate = fleet.rate(of: problem.identity) else { return [] }
    let (some, all) = (problem.installs, fleet.installs)
    let about = some.isExact && all.isExact ? "" : "about "
    return item("Of the sessions in which it could happen: \(ComparisonText.text(rate)).")
      + item("Users: \(about)\(some.installs) of \(AuditText.count(all.installs, "install")).")
      + (problem.violations > problem.sessions
        ? item(
          "It happened \(problem.violations) times in \(AuditText.count(problem.sessions, "session"))."
        ) : [])
  }

  private var networks: [String] {
    let text = NetworkShare.text(fleet.table, problem)
    return text.map { [""] + paragraph(Markdown.text($0) + ".") } ?? []
  }

  /// What to add for a vendor that looks the ad up.
  private var identifiers: [String] {
    if example.ids == .all { return [] }
    return [""]
      + toFillIn(
        "Ad unit, creative, response id and time, as far as the vendor needs them "
          + "(`adjournal ticket --with-ids` names those in the journal).")
  }

  private func attachment(_ file: String?) -> [String] {
    let count = AuditText.count(example.reading.trace.events.count, "record")
    let what =
      "The smallest journal with the problem (\(count)), without names and texts of the app. "
      + "Each line is a record in JSON."
    if let file { return paragraph("\(Markdown.code(file)): \(what)") }
    let text = String(decoding: example.journal, as: UTF8.self)
    return paragraph(what) + ["", "```json"] + text.split(separator: "\n").map(String.init)
      + ["```"]
  }

  // MARK: Lines

  private func facts(_ facts: [TicketCase.Fact]) -> [String] {
    facts.isEmpty
      ? toFillIn("The journals do not say it.")
      : facts.flatMap { item("\($0.name): \(Markdown.text($0.value))") }
  }

  private func toFillIn(_ what: String) -> [String] {
    paragraph("_To fill in:_ \(Markdown.text(what))")
  }

  private func paragraph(_ text: String) -> [String] { Self.lines(text, margin: 0) }

  private func item(_ text: String, mark: String = "-") -> [String] {
    Self.lines("\(mark) \(text)", margin: mark.count + 1)
  }

  private static func lines(_ text: String, margin: Int) -> [String] {
    FittedText(width: width).text(text, margin: margin).split(separator: "\n").map(String.init)
  }
}

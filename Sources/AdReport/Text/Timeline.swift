internal import AdJournal
internal import AdRules
internal import AdSession

/// One session as a timeline: a line a record, gaps and violations where they lie.
public struct Timeline {
  private let audited: AuditedSession
  private let paint: Paint

  /// Makes the timeline of a session.
  public init(_ audited: AuditedSession, paint: Paint) {
    self.audited = audited
    self.paint = paint
  }

  /// The lines, without line feeds.
  public var lines: [String] {
    let trace = audited.reading.trace
    let pins = pinned
    var gaps = trace.gaps[...]
    var lines = [title]
    for (index, event) in trace.events.enumerated() {
      while let gap = gaps.first, gap.position <= index { lines.append(line(gaps.removeFirst(), gap)) }
      lines.append(line(event))
      for pin in pins[index] ?? [] { lines.append(pin) }
    }
    for gap in gaps { lines.append(line(gap, gap)) }
    return lines + [ending, ""]
  }

  private var title: String {
    let header = audited.reading.trace.header
    let app = header.map { " · \($0.app) \($0.appVersion) (\($0.sdk) \($0.sdkVersion))" } ?? ""
    return paint.bold("session \(Harmless.text(audited.reading.id))") + Harmless.text(app)
  }

  private var ending: String {
    switch audited.reading.trace.end {
    case .clean: paint.faint("the session ended")
    case .cut: paint.faint("the session was cut: killed, crashed or still running")
    case .torn: paint.yellow("the journal ends in the middle of a line")
    }
  }

  private func line(_ gap: Gap, _ same: Gap) -> String {
    let lost = gap.dropped.map { AuditText.count(Int($0), "record") + " lost" } ?? "records lost"
    return "        " + paint.yellow("~~~ gap: \(lost); anything can have happened here ~~~")
  }

  private func line(_ event: Event) -> String {
    let seq = String(event.seq)
    let margin = String(repeating: " ", count: max(0, 5 - seq.count))
    let name = event.kind == .unknown ? "(unknown kind)" : event.kind.name
    let padding = String(repeating: " ", count: max(1, 24 - name.count))
    return "\(margin)\(paint.faint(seq))  \(AuditText.clock(event.t))  \(colored(event, name))\(padding)"
      + Harmless.text(details(event))
  }

  private func colored(_ event: Event, _ name: String) -> String {
    switch event.kind.eventClass {
    case .load: paint.blue(name)
    case .present, .decision: paint.green(name)
    case .app, .lock, .splash: paint.bold(name)
    default: name
    }
  }

  private func details(_ event: Event) -> String {
    let symbols = audited.reading.trace.symbols
    var parts: [String] = []
    let names = [
      ("", event.ad), ("request ", event.request), ("load ", event.load), ("scene ", event.scene),
    ]
    for (label, symbol) in names where symbol.isPresent {
      parts.append(label + symbols.text(symbol))
    }
    if let format = event.format.text { parts.insert(format, at: 0) }
    parts += [event.wordA, event.wordB, event.wordC].compactMap(\.text)
    if event.text.isPresent { parts.append(symbols.text(event.text)) }
    parts += EventNumbers.texts(event)
    return parts.joined(separator: " ")
  }

  /// The lines of the violations, by the index of the event at which each became certain.
  private var pinned: [Int: [String]] {
    var pins: [Int: [String]] = [:]
    for (rule, result) in zip(audited.rules, audited.results) {
      for violation in result.violations {
        let mark = rule.severity == .error ? paint.red("✗ error") : paint.yellow("✗ \(rule.severity)")
        pins[violation.certainAt, default: []].append(
          "        \(mark) \(paint.bold(rule.id)): \(Harmless.text(violation.because))")
      }
    }
    return pins
  }
}

/// The numbers and truth values of an event with their names.
enum EventNumbers {
  static func texts(_ event: Event) -> [String] {
    guard let entry = Vocabulary.entry(of: event.kind) else { return [] }
    return entry.fields.compactMap { text($0, event) }
  }

  private static func text(_ field: FieldEntry, _ event: Event) -> String? {
    switch field.name.storage {
    case .number(let place):
      (place == 0 ? event.first : event.second).map { "\(field.name.name)=\($0)" }
    case .amount: event.amount.map { "\(field.name.name)=\($0)" }
    case .flag(let bit): event.flag(bit).map { "\(field.name.name)=\($0)" }
    default: nil
    }
  }
}

internal import AdAudit
internal import AdFleet
internal import AdReplay
internal import AdReports
internal import AdRules
internal import AdSession
public import JSONLines
internal import JournalInput
internal import Platform

/// What answers the questions of the page: it audits journals, keeps their sessions, and computes
/// every text and number that the page shows.
///
/// A question and its answer are JSON objects; `Tools/page/README.md` lists them. Use it on one
/// thread at a time.
public final class PageEngine {
  let rules: [Rule]
  let policy: [PolicySetting]
  private let store: PageStore
  /// The inputs that could not be read, and damage that belongs to no session.
  var unread: [String] = []
  var damage: [String] = []
  var journals = 0
  var records = 0
  private var opened: (key: String, session: PageSession)?
  /// The lines of the file from which a record was shown last.
  private var lines: (path: String, lines: NumberedLines?)?
  private lazy var judge = Judge(rules: rules, overrides: policy)

  /// Makes an engine without sessions.
  public init(settings: PageSettings = PageSettings()) {
    rules = settings.rules
    policy = settings.policy
    store = PageStore(settings.rules)
    unread = settings.unread.map(TerminalEscaping.text)
  }

  /// The sessions that were audited, in the order of their results.
  var sessions: [KeptSession] { store.sessions }

  /// Makes the input of a fleet, which counts sessions.
  var fleetInput: FleetInput { FleetInput(rules: rules) }

  // MARK: Audit

  /// Audits files, in their order.
  ///
  /// `onSession` is called for each session that was judged, with their number so far.
  public func audit(_ paths: [String], onSession: @escaping (Int) -> Void = { _ in }) {
    let auditor = Auditor(rules: rules, policy: policy, reader: JournalReader(jobs: 1))
    store.onSession = onSession
    for output in auditor.audit(paths, render: store.take) {
      switch output {
      case .session: break
      case .journal(let summary):
        journals += 1
        records += summary.records
        let name = AuditText.name(ofFile: summary.path)
        damage += AuditText(style: .plain).lines(summary.damage).map { "\(name): \($0)" }
      case .failure(let error): unread.append(TerminalEscaping.text(error.description))
      }
    }
    store.onSession = nil
  }

  /// The text of `adjournal audit --format json` for these files.
  public static func auditJSON(_ paths: [String]) -> [UInt8] {
    let auditor = Auditor(reader: JournalReader(jobs: 1))
    var format = AuditJSON(rules: auditor.rules)
    var (text, total): ([UInt8], JournalTally) = ([], JournalTally())
    format.begin { text += $0 }
    for output in auditor.audit(paths, render: format.render) {
      total.take(output)
      switch output {
      case .session(let report, _, let damage, let notes):
        format.session(report, damage: damage, notes: notes) { text += $0 }
      case .journal(let summary): format.journal(summary) { text += $0 }
      case .failure(let error): format.failure(error) { text += $0 }
      }
    }
    format.end(total.tally) { text += $0 }
    return text
  }

  // MARK: Questions

  /// Answers a question.
  public func answer(_ request: ByteView) -> [UInt8] {
    let request = PageRequest(request)
    var writer = JSONWriter()
    writer.beginObject()
    if let failure = write(request, to: &writer) {
      writer.clear()
      writer.object { $0.field("error", failure) }
      return writer.bytes
    }
    writer.endObject()
    return writer.bytes
  }

  /// Writes the members of the answer; returns a sentence if there is none.
  private func write(_ request: PageRequest, to writer: inout JSONWriter) -> String? {
    switch request.ask {
    case "fleet": writeFleet(request.filter, to: &writer)
    case "sessions": writeSessions(request, to: &writer)
    case "problem": return writeProblem(request, to: &writer)
    case "rule": return writeRule(request.id, to: &writer)
    case "words": PageWords.write(to: &writer)
    case "session", "records", "state", "due", "explain":
      guard let session = session(request.key) else {
        return "There is no session '\(TerminalEscaping.text(request.key))' on this page."
      }
      return write(session, request, to: &writer)
    default: return "'\(TerminalEscaping.text(request.ask))' is not a question of the page."
    }
    return nil
  }

  private func write(
    _ session: PageSession, _ request: PageRequest, to writer: inout JSONWriter
  ) -> String? {
    let last = session.audited.reading.recordCount - 1
    switch request.ask {
    case "session":
      writer.field("key", request.key)
      session.write(to: &writer)
    case "records":
      session.writeRecords(
        request.query, from: request.from, count: min(request.count, 1000), near: request.near,
        to: &writer)
    case "explain":
      let shows = session.audited.otherShows
      if !session.writeExplanation(of: request.rule, at: request.seq, shows, to: &writer) {
        return "There is nothing to explain here."
      }
    default:
      guard request.index >= 0, request.index <= last else { return "There is no such record." }
      if request.ask == "state" {
        session.writeState(after: request.index, line: line(of: session, request.index), &writer)
      } else {
        session.writeDue(after: request.index, to: &writer)
      }
    }
    return nil
  }

  /// The line of a record in its file; nil if it cannot be read again.
  private func line(of session: PageSession, _ index: Int) -> [UInt8]? {
    let reading = session.audited.reading
    let path = reading.path(ofEvent: index) ?? reading.path
    if lines?.path != path { lines = (path, NumberedLines(path: path)) }
    return lines?.lines?.line(Int(reading.trace.events[index].line))
  }

  private func writeRule(_ id: String, to writer: inout JSONWriter) -> String? {
    guard let rule = rules.first(where: { $0.id == id }) else {
      return "There is no rule '\(TerminalEscaping.text(id))' on this page."
    }
    writer.field("id", rule.id)
    writer.field("severity", rule.severity.rawValue)
    rule.writeGuidance(to: &writer)
    return nil
  }

  /// The session with a key, judged as it was in the audit; nil if there is none.
  private func session(_ key: String) -> PageSession? {
    if let opened, opened.key == key { return opened.session }
    guard let kept = sessions.first(where: { $0.key == key }), let reading = kept.reading else {
      return nil
    }
    let results = judge.judge(reading.trace, otherShows: kept.otherShows)
    let audited = AuditedSession(
      taking: reading, rules: rules, results: results, otherShows: kept.otherShows)
    let session = PageSession(audited, overrides: policy)
    opened = (key, session)
    return session
  }
}

/// Keeps the sessions of an audit.
private final class PageStore: @unchecked Sendable {
  private(set) var sessions: [KeptSession] = []
  var onSession: ((Int) -> Void)?
  private let packed: PackedSessions
  private var keys: Set<String> = []

  init(_ rules: [Rule]) {
    // The version is for lines that are read later.
    packed = PackedSessions(rules: rules, tool: "")
  }

  /// Keeps a session; the audit has one job, so that this is called by one thread.
  func take(_ audited: AuditedSession) -> [UInt8] {
    guard let fleet = packed.session(packed.pack(audited)) else { return [] }
    sessions.append(KeptSession(audited, key: key(audited.reading), fleet))
    onSession?(sessions.count)
    return []
  }

  /// The name of the session; with its path if another one has this name.
  private func key(_ reading: SessionReading) -> String {
    var key = reading.id
    if !keys.insert(key).inserted {
      key = "\(reading.id)@\(reading.path)"
      while !keys.insert(key).inserted { key += "+" }
    }
    return key
  }
}

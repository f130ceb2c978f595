import AdAudit
import AdReplay
import JournalInput
import AdRules
import Foundation
import TestReports
import Testing

struct AuditorTests {
  private func audit(_ folder: String, jobs: Int) throws -> (lines: [String], tally: Tally) {
    var lines: [String] = []
    var total = Tally()
    let auditor = Auditor(reader: JournalReader(jobs: jobs))
    for output in auditor.audit(["\(Samples.root)/\(folder)"], render: Samples.line) {
      switch output {
      case .session(let report, let tally, _, _):
        lines.append(String(decoding: report, as: UTF8.self))
        total.add(tally)
      case .journal(let summary): lines.append("end of \(summary.path)")
      case .failure(let error): lines.append("\(error)")
      }
    }
    return (lines, total)
  }

  @Test(arguments: ["sessions", "damaged"])
  func `The reports do not depend on the number of jobs`(folder: String) throws {
    let alone = try audit(folder, jobs: 1)
    for jobs in [2, 5] {
      let together = try audit(folder, jobs: jobs)
      #expect(together.lines == alone.lines)
      #expect(together.tally == alone.tally)
    }
  }

  @Test func `Sessions are reported in the order of their starts, before their journal`() throws {
    let path = "sessions/fleet-two-installs-interleaved.jsonl"
    let wanted = try Samples.audited(path).map(\.reading.id)
    let lines = try audit(path, jobs: 2).lines
    let found = try lines.dropLast().map { try Samples.object(Array($0.utf8)).text("session") }
    #expect(found == wanted)
    #expect(lines.last == "end of \(Samples.root)/\(path)")
  }

  @Test func `A missing file is reported in its turn, and the other files are judged`() throws {
    var events: [String] = []
    let paths = ["missing.jsonl", "\(Samples.root)/\(Samples.unlock)"]
    for output in Auditor(reader: JournalReader()).audit(paths, render: { _ in [] }) {
      switch output {
      case .session: events.append("session")
      case .journal: events.append("journal")
      case .failure(let error): events.append(error.description)
      }
    }
    #expect(
      events == ["missing.jsonl: there is no such file or folder", "session", "journal"])
  }

  /// Two decisions to show, without a show between them: what is left stays what it was, and a
  /// first show of four leaves at most three.
  @Test func `Decisions with any number of remaining shows are judged`() throws {
    let numbers = [Int64.min, -5, 0, 3, Int64.max]
    for first in numbers {
      for second in numbers {
        let file = FileManager.default.temporaryDirectory
          .appendingPathComponent("\(UUID().uuidString).jsonl")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(Self.decisions(first, second).utf8).write(to: file)
        var violated: [String] = []
        for output in Auditor(reader: JournalReader()).audit([file.path], render: Samples.line) {
          guard case .session(let report, _, _, _) = output else { continue }
          let rules = try Samples.object(report).object("rules")
          violated += rules.keys.filter { rules.object($0).text("verdict") == "violated" }
        }
        #expect(
          violated.contains("cap-counts-every-show") == (first > 3 || second != first),
          "\(first), then \(second)")
      }
    }
  }

  private static let header = """
    "event":"session.began","app":"a","app_version":"1","build":"release","os":"iOS",\
    "os_version":"26.0","device":"tablet","sdk":"google-mobile-ads","sdk_version":"13.1.0",\
    "install":"i","utc_offset_min":0,"policy":{"daily_cap":4}
    """

  /// The lines of the sessions of an install, one launch after the other.
  private static func launches(_ sessions: [[String]]) -> String {
    let lines = sessions.enumerated().flatMap { number, records in
      (["\(header),\"launch_count\":\(number + 1)"] + records).enumerated()
        .filter { $0.element != lost }
        .map { line(Int64($0.offset + 1), $0.element, of: "s-\(number)", minute: number) }
    }
    return lines.joined()
  }

  private static func line(
    _ seq: Int64, _ rest: String, of session: String = "s", minute: Int = 0
  ) -> String {
    """
    {"v":1,"session":"\(session)","seq":\(seq),"t":1,"wall":"2026-01-05T08:0\(minute):10.667Z",\(rest)}

    """
  }

  private static func decisions(_ first: Int64, _ second: Int64) -> String {
    let decisions = [first, second].map {
      """
      "event":"ad.show_decided","unit":"u","format":"app_open","outcome":"show",\
      "reason":"launch","trigger":"launch","remaining":\($0)
      """
    }
    return line(1, header) + line(2, decisions[0]) + line(3, decisions[1])
  }

  @Test func `The lost records of all sessions of an install are added up without overflow`() throws
  {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let lines = ["a", "b", "c"].map { session in
      Self.line(1, Self.header, of: session)
        + Self.line(.max, #""event":"app.became_active""#, of: session)
    }
    try Data(lines.joined().utf8).write(to: file)
    var sessions = 0
    for output in Auditor(reader: JournalReader()).audit([file.path], render: Samples.line) {
      if case .session = output { sessions += 1 }
    }
    #expect(sessions == 3)
  }

  /// What cap-counts-every-show says of the last of some sessions of an install.
  private static func capVerdict(_ sessions: [[String]]) throws -> String {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(launches(sessions).utf8).write(to: file)
    var verdicts: [String: String] = [:]
    for output in Auditor(reader: JournalReader()).audit([file.path], render: Samples.line) {
      guard case .session(let report, _, _, _) = output else { continue }
      let rules = try Samples.object(report).object("rules")
      let session = try Samples.object(report).text("session") ?? ""
      verdicts[session] = rules.object("cap-counts-every-show").text("verdict")
    }
    return verdicts["s-\(sessions.count - 1)"] ?? "none"
  }

  private static let lost = ""
  private static let show = """
    "event":"ad.will_present","ad":"a-1","unit":"u","format":"app_open"
    """
  private static let west = """
    "event":"app.time_changed","utc_offset_min":-600
    """
  private static let active = #""event":"app.became_active""#
  private static func decision(_ remaining: Int) -> String {
    #""event":"ad.show_decided","unit":"u","format":"app_open","outcome":"show","remaining":"#
      + "\(remaining)"
  }

  @Test func `A decision counts for the day in its own zone, even if the zone changes later`()
    throws
  {
    for (before, after, verdict) in [
      ([], [], "violated"), ([], [Self.west], "violated"), ([Self.west], [], "holds"),
    ] {
      let sessions = [[Self.show], before + [Self.decision(3)] + after]
      #expect(try Self.capVerdict(sessions) == verdict, "\(before) \(after)")
    }
  }

  @Test func `Lost records count for the day in the zone at the time of the loss`() throws {
    for (mine, before, after, verdict) in [
      ([], [], [], "inconclusive"), ([], [], [Self.west], "inconclusive"),
      ([], [Self.west], [], "holds"), ([Self.west], [Self.west], [], "inconclusive"),
      ([Self.west], [], [Self.west], "holds"),
    ] {
      let sessions = [before + [Self.lost, Self.active] + after, mine + [Self.decision(3)]]
      #expect(try Self.capVerdict(sessions) == verdict, "\(mine) \(before) \(after)")
    }
  }

  /// What happens to a file while sessions of an install wait.
  enum Change: CaseIterable {
    case none, grown, replaced, deleted
  }

  @Test(arguments: Change.allCases)
  func `A file that changes while its sessions wait is not read again`(change: Change) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = Self.launches([[Self.show], [Self.decision(3)]])
    try Data(text.utf8).write(to: file)
    let changes = Once {
      switch change {
      case .none: break
      case .grown:
        let more = Self.line(3, Self.active, of: "s-1", minute: 1)
        try Data((text + more).utf8).write(to: file)
      case .replaced:
        try Data(text.replacingOccurrences(of: "s-1", with: "s-9").utf8).write(to: file)
      case .deleted: try FileManager.default.removeItem(at: file)
      }
    }
    var said: [String] = []
    let render: @Sendable (AuditedSession) -> [UInt8] = {
      changes.run()
      return Samples.line($0)
    }
    for output in Auditor(reader: JournalReader()).audit([file.path], render: render) {
      switch output {
      case .session(let report, let tally, _, _):
        let rules = try Samples.object(report).object("rules")
        let verdict = rules.object("cap-counts-every-show").text("verdict") ?? "none"
        said.append("\(tally.records) \(verdict)")
      case .journal(let summary): said.append("\(summary.bytes == text.utf8.count)")
      case .failure(let error): said.append(error.sentence)
      }
    }
    #expect(said == ["2 not-captured", "2 violated", "true"])
  }

  @Test func `Each session is judged once, also where earlier sessions reach the cap`() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let sessions = Array(repeating: [Self.show, Self.decision(3)], count: 6)
    try Data(Self.launches(sessions).utf8).write(to: file)
    let rendered = Counter()
    let render: @Sendable (AuditedSession) -> [UInt8] = { _ in
      rendered.add(1)
      return [1]
    }
    var count = 0
    for output in Auditor(reader: JournalReader(jobs: 2)).audit([file.path], render: render) {
      if case .session = output { count += 1 }
    }
    #expect(count == 6 && rendered.value == 6)
  }
}

/// Does something the first time it is asked to.
private final class Once: @unchecked Sendable {
  private var body: (() throws -> Void)?

  init(_ body: @escaping () throws -> Void) { self.body = body }

  func run() {
    guard let body else { return }
    self.body = nil
    do { try body() } catch { Issue.record(error) }
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var sum = 0

  func add(_ count: Int) { lock.withLock { sum += count } }

  var value: Int { lock.withLock { sum } }
}

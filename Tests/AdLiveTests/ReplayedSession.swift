import AdAudit
import AdRecording
import AdReplay
import AdRules
import AdSession
import Foundation
import JournalEncoding
import JournalFormat
import JournalInput
import Platform

@testable import AdLive

/// The clocks of a recorder, which a test sets, in milliseconds.
final class LiveClock: Sendable {
  private let time: Lock<(t: Int64, wall: Int64)>

  init(t: Int64 = 0, wall: Int64 = 1_794_800_000_000) { time = Lock((t, wall)) }

  /// System calls for a recorder with these clocks and real files.
  var system: SystemCalls {
    var system = SystemCalls.live
    system.now = { self.time.locked { $0.t } * 1_000_000 }
    system.wall = { self.time.locked { $0.wall } * 1_000_000 }
    return system
  }

  /// Whether setting both clocks would move the wall clock against the other.
  func willJump(to t: Int64, wall: Int64) -> Bool {
    time.locked { $0.wall - $0.t } != wall - t
  }

  func set(to t: Int64, wall: Int64) { time.locked { $0 = (t, wall) } }

  func advance(to t: Int64) { time.locked { $0 = (t, $0.wall + t - $0.t) } }
}

/// A simulated session that the real recorder records again, at the same times.
final class ReplayedSession {
  let trace: Trace
  let recorder: SessionRecorder
  private let clock: LiveClock
  private let folder: String
  private let start: Int64
  private var encoder = RecordEncoder()
  /// The index of the next event.
  private(set) var next = 0

  init(_ trace: Trace) {
    self.trace = trace
    start = trace.events.first?.t ?? 0
    clock = LiveClock(t: start, wall: trace.events.first?.wall ?? 0)
    folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    recorder = SessionRecorder(
      folder: folder, facts: Self.facts(trace.header), system: clock.system)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func facts(_ header: Header?) -> SessionFacts {
    var facts = SessionFacts(
      app: "com.example.simulated", appVersion: "4.2.0", build: .release, os: "iOS",
      osVersion: "26.1", sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    facts.keepsResponseIDs = true
    guard let header else { return facts }
    facts.utcOffsetMinutes = Int(header.utcOffsetMinutes)
    facts.launchCount = header.launchCount.map { Int($0) }
    facts.supportsSeveralWindows = header.multiScene
    facts.captures = header.captures?.classes
    facts.policy = header.policy
    return facts
  }

  /// The time of the next event in the session of the recorder; nil at the end.
  var nextT: Int64? { next < trace.events.count ? trace.events[next].t - start : nil }

  /// Lets the time pass up to a time of the session.
  func wait(until t: Int64) { clock.advance(to: t + start) }

  /// Records the next event.
  func recordNext() {
    let (event, index) = (trace.events[next], next)
    next += 1
    if clock.willJump(to: event.t, wall: event.wall) { recorder.writeAndWait() }
    clock.set(to: event.t, wall: event.wall)
    if event.kind == .sessionEnded { _ = recorder.endAndWait() }
    guard
      let line = encoder.line(
        event, of: "s", trace.symbols, policy: trace.policyChanges[index] ?? []),
      let copy = try? EventLine(Array(line.dropLast()))
    else { return }
    recorder.recorder.record(copy)
  }

  func close() { recorder.recorder.closeAndWait() }

  /// The results of `adjournal audit` for the journal, by rule.
  func audit() -> [String: AuditedRule] { AuditedRule.audit(folder) }
}

/// The result of one rule in an audit.
struct AuditedRule: Equatable, CustomStringConvertible {
  var verdict: Verdict
  var activations: Int
  var violations: Int
  var undecided: Int

  init(_ result: RuleResult) {
    verdict = result.verdict
    activations = result.activations
    violations = result.violations.count
    undecided = result.undecidedCount
  }

  /// The results of `adjournal audit` for the session in a folder, by rule.
  static func audit(_ folder: String) -> [String: AuditedRule] {
    let found = Lock<[String: AuditedRule]>([:])
    let outputs = Auditor(reader: JournalReader()).audit([folder]) { audited in
      for (rule, result) in zip(audited.rules, audited.results) {
        found.locked { $0[rule.id] = AuditedRule(result) }
      }
      return []
    }
    for _ in outputs {}
    return found.locked { $0 }
  }

  var description: String {
    "\(verdict.rawValue) \(activations) \(violations) \(undecided)"
  }
}

extension LiveVerdicts {
  var byRule: [String: AuditedRule] {
    Dictionary(uniqueKeysWithValues: zip(rules, results).map { ($0.id, AuditedRule($1)) })
  }
}

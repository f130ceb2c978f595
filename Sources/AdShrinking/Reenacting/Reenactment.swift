internal import AdReplay
internal import JournalInput
internal import JournalEncoding
internal import JournalFormat
public import AdRules
internal import AdSession

/// The result of running an app in a captured situation: a journal and the verdict on it.
public struct Reenactment: CustomStringConvertible {
  /// The journal of the reenactment.
  public let bytes: [UInt8]
  /// The verdict of the rule on the journal.
  public let verdict: Verdict
  /// Whether the app violated the rule.
  public var isViolated: Bool { verdict == .violated }
  /// How far the app got.
  public let reached: Reach
  /// Why the app does not keep the rule: the first violation, or what it did not reach; empty if it
  /// does.
  public let because: String
  /// Whether the app keeps the rule in the captured situation.
  ///
  /// A rule that never applied is kept only if the app left out what violates it in the incident,
  /// and could have done it. An app that requests no ad at all keeps nothing, not even a rule that
  /// applies to the phone alone.
  public var isKept: Bool { because.isEmpty }

  /// The journal as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Reenacts an incident.
  ///
  /// Events of the phone and the user happen at their original times. The SDK responds to the
  /// actions of the app: a load ends like the recorded load for the same unit, format and scene,
  /// after the same delay; a presentation proceeds like that of the recorded ad. If the incident
  /// has no such action left, the first one of the same kind determines the response.
  init(_ incident: Trace, rule: Rule, policy: [PolicySetting], app: any ReenactedApp) {
    let host = ReenactmentHost(incident)
    var player = ReenactmentPlayer(incident, host)
    player.run(app)
    bytes = Reenactment.bytes(host.trace)
    let sessions = Journal.read(bytes: bytes)
    let judge = Judge(rules: [rule], overrides: policy)
    let result = sessions.first.flatMap { judge.judge($0.trace).first }
    verdict = result?.verdict ?? .inconclusive
    reached = Reach(host.trace.events, in: incident)
    let violation = judge.judge(incident).first?.violations.first
    let isApplied = verdict == .holds || verdict == .inconclusive
    let problem = ReachCheck(incident, violation).problem(reached, isApplied: isApplied)
    because = result?.violations.first?.because ?? problem ?? ""
  }

  private static func bytes(_ trace: Trace) -> [UInt8] {
    var encoder = RecordEncoder()
    var bytes: [UInt8] = []
    for (index, event) in trace.events.enumerated() {
      bytes +=
        encoder.line(
          event, of: "reenacted", trace.symbols, header: trace.header,
          policy: trace.policyChanges[index] ?? []) ?? []
    }
    return bytes
  }
}

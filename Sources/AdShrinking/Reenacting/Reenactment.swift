internal import AdReplay
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
  /// The message of the first violation; empty if there is none.
  public let because: String

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
    let result = sessions.first.flatMap {
      Judge(rules: [rule], overrides: policy).judge($0.trace).first
    }
    verdict = result?.verdict ?? .inconclusive
    because = result?.violations.first?.because ?? ""
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

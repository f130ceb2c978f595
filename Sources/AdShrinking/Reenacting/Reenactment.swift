internal import AdReplay
internal import JournalFormat
public import AdRules
internal import AdSession

/// A captured situation, acted again by an app: what it wrote, and what the rule says of it.
public struct Reenactment: CustomStringConvertible {
  /// The journal of what happened this time.
  public let bytes: [UInt8]
  /// What the rule says of it.
  public let verdict: Verdict
  /// Whether the rule was broken again.
  public var isBroken: Bool { verdict == .violated }
  /// The sentence of the first violation; empty where there is none.
  public let because: String

  /// The journal as text.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Acts an incident again.
  ///
  /// What the phone and the user do comes when it came. What the SDK does comes as an answer: a load
  /// ends as the load of that place ended, after as long; a present goes on as the present of that ad
  /// did. A deed that the incident does not know is answered like the first of its kind.
  init(_ incident: Trace, rule: Rule, policy: [PolicySetting], app: any ReenactedApp) {
    let stage = Stage(incident)
    var director = Director(incident, stage)
    director.run(app)
    bytes = Reenactment.bytes(stage.trace)
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

internal import AdAudit
package import AdRules
package import AdSession
internal import JSONLines
internal import Platform

/// What a violation has in common with the same violation in another session.
///
/// It is made of neither names nor times, so that it stays the same if ads are renamed, the session is
/// recorded again, or the app has another version.
///
/// The *deciding record* is the trigger of a missed deadline, else the record at which the violation
/// became certain. The record that shows a missed deadline can be of any kind: it is no part of this.
package struct ProblemIdentity: Hashable, Sendable {
  /// The name of this definition, for SARIF.
  package static let name = "problem/v1"

  /// The id of the rule.
  package let rule: String
  /// The format of the deciding record, else the nearest before it in the witness; nil without one.
  package let format: String?
  /// The kinds of the witness in order; after a missed deadline only that of the deciding record.
  package let kinds: [String]
  /// The kind of the missing event; nil if none is missing.
  package let missing: String?
  /// The reason of an `ad.discarded` that decides.
  package let reason: String?
  /// The trigger of an `ad.present_requested` or `ad.show_decided` that decides.
  package let trigger: String?

  /// An identity of parts, as a line of an audit has them.
  package init(
    rule: String, format: String?, kinds: [String], missing: String?, reason: String?,
    trigger: String?
  ) {
    self.rule = rule
    self.format = format
    self.kinds = kinds
    self.missing = missing
    self.reason = reason
    self.trigger = trigger
  }

  /// The first 12 hexadecimal digits of the SHA-256 of the six parts, each on a line.
  package var id: String {
    let lines = [
      rule, format ?? "", kinds.joined(separator: " "), missing ?? "", reason ?? "", trigger ?? "",
    ]
    return String(SHA256.hex(of: lines.joined(separator: "\n")).prefix(12))
  }
}

extension ProblemIdentity {
  /// The identity of a violation of a rule.
  package init(_ violation: Violation, of rule: Rule, in trace: Trace) {
    let witness = Self.witness(violation)
    let deciding = Self.deciding(violation, witness, trace)
    let event = trace.events[deciding]
    self.rule = rule.id
    format = Self.format(deciding, witness, trace)
    kinds =
      violation.missing == nil ? Self.kinds(witness, deciding, trace) : [Self.name(event.kind)]
    missing = violation.missing?.kind.name
    reason = event.kind == .adDiscarded ? event.reason.text : nil
    let hasTrigger = event.kind == .adPresentRequested || event.kind == .adShowDecided
    trigger = hasTrigger ? event.trigger.text : nil
  }

  /// The witness without the record that only shows that a deadline passed.
  private static func witness(_ violation: Violation) -> [Int] {
    if violation.missing == nil { return violation.witness }
    return violation.witness.filter { $0 != violation.certainAt }
  }

  private static func deciding(_ violation: Violation, _ witness: [Int], _ trace: Trace) -> Int {
    guard let missing = violation.missing else { return violation.certainAt }
    let trigger = witness.last { trace.events[$0].t == missing.fromT }
    return trigger ?? witness.last ?? violation.certainAt
  }

  private static func format(_ deciding: Int, _ witness: [Int], _ trace: Trace) -> String? {
    let indexes = [deciding] + witness.reversed()
    return indexes.lazy.compactMap { trace.events[$0].format.text }.first
  }

  private static func kinds(_ witness: [Int], _ deciding: Int, _ trace: Trace) -> [String] {
    var kinds: [String] = []
    for index in witness {
      let kind = trace.events[index].kind
      if index != deciding && statesFacts(kind) { continue }
      let name = name(kind)
      // How many of a kind it takes depends on a limit of the policy.
      if kinds.suffix(2) == [name, name] { continue }
      kinds.append(name)
    }
    return kinds
  }

  /// Whether records of a kind only state facts that a rule takes into account.
  private static func statesFacts(_ kind: EventKind) -> Bool {
    switch kind {
    case .consentUpdated, .consentFormShown, .sdkStarted, .configChanged, .appTimeChanged: true
    default: false
    }
  }

  private static func name(_ kind: EventKind) -> String {
    kind == .unknown ? "unknown" : kind.name
  }
}

extension ProblemIdentity {
  /// Writes the member `problem` of a violation; the violation itself has the rule and the missing event.
  func write(to writer: inout JSONWriter) {
    writer.object("problem") { writer in
      writer.field("id", id)
      writer.field("format", format)
      writer.array("kinds") { for kind in kinds { $0.string(kind) } }
      writer.field("reason", reason)
      writer.field("trigger", trigger)
    }
  }
}

package import AdSession

/// The way in which a rule is violated, without names and times.
///
/// Violations of a rule with the same ``missing`` event are one problem, whatever the other parts
/// are: an app may record them or not.
///
/// The *deciding record* is the trigger of a missed deadline, else the record at which the
/// violation became certain. The record that shows a missed deadline can be of any kind: it is no
/// part of this.
package struct ViolationVariant: Hashable, Sendable {
  /// The format of the deciding record, else the nearest before it in the witness; absent without
  /// one.
  package let format: Word
  /// The kinds of the witness in order; after a missed deadline only that of the deciding record.
  package let kinds: [EventKind]
  /// The kind of the missing event; nil if none is missing.
  package let missing: EventKind?
  /// The reason of an `ad.discarded` that decides; else absent.
  package let reason: Word
  /// The trigger of an `ad.present_requested` or `ad.show_decided` that decides; else absent.
  package let trigger: Word
  /// Whether the missing event came late.
  package let isLate: Bool

  /// The variant of a violation; O(records of its witness).
  package init(_ violation: Violation, in trace: Trace) {
    let witness = violation.decidingRecords
    let deciding = Self.deciding(violation, witness, trace)
    let event = trace.events[deciding]
    format = Self.format(deciding, witness, trace)
    kinds = violation.missing == nil ? Self.kinds(witness, deciding, trace) : [event.kind]
    missing = violation.missing?.kind
    isLate = violation.late != nil
    reason = event.kind == .adDiscarded ? event.reason : .absent
    let hasTrigger = event.kind == .adPresentRequested || event.kind == .adShowDecided
    trigger = hasTrigger ? event.trigger : .absent
  }

  private static func deciding(_ violation: Violation, _ witness: [Int], _ trace: Trace) -> Int {
    guard let missing = violation.missing else { return violation.certainAt }
    let trigger = witness.last { trace.events[$0].t == missing.fromT }
    return trigger ?? witness.last ?? violation.certainAt
  }

  private static func format(_ deciding: Int, _ witness: [Int], _ trace: Trace) -> Word {
    let own = trace.events[deciding].format
    if own.isKnown { return own }
    let index = witness.last { trace.events[$0].format.isKnown }
    return index.map { trace.events[$0].format } ?? .absent
  }

  private static func kinds(_ witness: [Int], _ deciding: Int, _ trace: Trace) -> [EventKind] {
    var kinds: [EventKind] = []
    for index in witness {
      let kind = trace.events[index].kind
      if index != deciding && statesFacts(kind) { continue }
      // How many of a kind it takes depends on a limit of the policy.
      if kinds.suffix(2) == [kind, kind] { continue }
      kinds.append(kind)
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
}

extension Word {
  /// Whether a journal has a text for it.
  var isKnown: Bool { self != .absent && self != .unrecognised }
}

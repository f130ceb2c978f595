public import AdDecider
public import AdSession

/// A disagreement of the decider, under the policy that was in force, with a decision of the app.
public struct DecisionDifference: Equatable, Sendable {
  /// The kind of disagreement.
  public enum Kind: Equatable, Sendable {
    /// The app showed an ad that the decider would skip, for a reason.
    case wouldSkip(Word)
    /// The app skipped, for a reason, and the decider would show an ad.
    case wouldShow(insteadOf: Word)
    /// Both skip, for different reasons: the app's and the decider's.
    case otherReason(Word, Word)
    /// Both agree, but count different shows left today: the app's and the decider's.
    case otherRemaining(Int64, Int64)
    /// The app requested an ad that the decider would not request, for a reason.
    case wouldNotRequest(LoadBlocker)
  }

  /// The index of the decision or request.
  public var index: Int
  /// The kind of disagreement.
  public var kind: Kind
}

/// The decisions of a recorded session, repeated under the policy that was in force.
struct Identity {
  private(set) var differences: [DecisionDifference] = []
  private(set) var requests = 0
  /// The decider's objections to requests, by index.
  private(set) var objections: [Int: LoadBlocker] = [:]
  /// The opportunities at which a request for the slot was allowed.
  private(set) var free: Set<Int> = []

  init(_ trace: Trace, _ opportunities: [Int: Opportunity], shownBefore: [PastShow]) {
    let growing = Trace.copyOfHeader(trace)
    var decider = Decider(answering: DeciderProfile(), trace: growing, shownBefore: shownBefore)
    for (index, event) in trace.events.enumerated() {
      let now = Instant(t: event.t, wall: event.wall)
      if let opportunity = opportunities[index] {
        compare(opportunity, event, &decider, now)
      } else if event.kind == .adRequested {
        compare(request: event, at: index, &decider, now)
      }
      growing.append(event, of: trace, at: index)
      decider.receive()
    }
  }

  private mutating func compare(
    _ opportunity: Opportunity, _ event: Event, _ decider: inout Decider, _ now: Instant
  ) {
    let index = opportunity.index
    if decider.blocker(to: .retry, for: opportunity.placement, at: now) == nil {
      free.insert(index)
    }
    let decision = decider.consider(opportunity.placement, trigger: opportunity.trigger, at: now)
    if let kind = difference(opportunity, event, decision) {
      differences.append(DecisionDifference(index: index, kind: kind))
    }
  }

  private func difference(
    _ opportunity: Opportunity, _ event: Event, _ decision: Decision
  ) -> DecisionDifference.Kind? {
    switch (decision, opportunity.ad) {
    case (.skip(let skip), .some): return .wouldSkip(skip.reason)
    case (.show, nil): return .wouldShow(insteadOf: opportunity.reason)
    case (.skip(let skip), nil):
      if opportunity.reason != .absent, skip.reason != opportunity.reason {
        return .otherReason(opportunity.reason, skip.reason)
      }
      return remaining(event, skip.remaining)
    case (.show(let show), .some): return remaining(event, show.remaining)
    default: return nil
    }
  }

  private func remaining(_ event: Event, _ decided: Int64?) -> DecisionDifference.Kind? {
    guard event.kind == .adShowDecided, let written = event.remaining, let decided,
      written != decided
    else { return nil }
    return .otherRemaining(written, decided)
  }

  private mutating func compare(
    request event: Event, at index: Int, _ decider: inout Decider, _ now: Instant
  ) {
    requests += 1
    let placement = Placement(of: event)
    guard let objection = decider.blocker(to: event.reason, for: placement, at: now) else { return }
    objections[index] = objection
    differences.append(DecisionDifference(index: index, kind: .wouldNotRequest(objection)))
  }
}

extension Trace {
  /// A trace with the header and the names of another, and no records yet.
  static func copyOfHeader(_ trace: Trace) -> Trace {
    let copy = Trace()
    copy.id = trace.id
    copy.header = trace.header
    copy.symbols = trace.symbols
    return copy
  }

  /// Appends a record of another trace, with the thresholds that it sets.
  func append(_ event: Event, of trace: Trace, at index: Int) {
    if let change = trace.policyChanges[index] { policyChanges[events.count] = change }
    events.append(event)
  }
}

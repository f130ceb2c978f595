internal import AdDecider
public import AdSession

/// A point of a recorded session at which the app decided about a full-screen ad.
public struct Opportunity: Sendable {
  /// The index of the decision: `ad.show_decided`, or a call of present without one.
  public var index: Int
  /// The trigger of the decision.
  public var trigger: Word
  /// The ad that was to be shown; nil for a skip.
  public var ad: Symbol?
  /// Whether that ad was shown.
  public var cameUp = false
  /// The reason of a skip; absent for a show, or if the journal does not record it.
  public var reason: Word
  var placement: Placement
}

/// The opportunities of a session.
struct Opportunities {
  /// The opportunities in the order of the session.
  private(set) var all: [Opportunity] = []
  /// The last opportunity with an ad of each unit, and the last one of each ad, as indices.
  private var lastOfUnit: [Symbol: Int] = [:]
  private var lastOfAd: [Symbol: Int] = [:]

  init(_ trace: Trace) {
    for (index, event) in trace.events.enumerated() where event.format.isFullScreen {
      switch event.kind {
      case .adShowDecided: add(decision: event, at: index)
      case .adPresentRequested: add(call: event, at: index)
      case .adWillPresent: note(show: event)
      default: break
      }
    }
  }

  private mutating func add(_ opportunity: Opportunity) {
    if let ad = opportunity.ad {
      lastOfUnit[opportunity.placement.unit] = all.count
      lastOfAd[ad] = all.count
    }
    all.append(opportunity)
  }

  private mutating func add(decision event: Event, at index: Int) {
    add(
      Opportunity(
        index: index, trigger: event.trigger,
        ad: event.outcome == .show ? event.ad : nil,
        reason: event.outcome == .show ? .absent : event.reason, placement: Placement(of: event)))
  }

  /// A call of present belongs to the decision before it that named the same ad or none.
  private mutating func add(call event: Event, at index: Int) {
    if let before = lastOfUnit[event.unit], let ad = all[before].ad,
      ad == event.ad || !ad.isPresent
    {
      all[before].ad = event.ad
      lastOfAd[event.ad] = max(before, lastOfAd[event.ad] ?? before)
      return
    }
    add(
      Opportunity(
        index: index, trigger: event.trigger, ad: event.ad, reason: .absent,
        placement: Placement(of: event)))
  }

  private mutating func note(show event: Event) {
    guard let last = lastOfAd[event.ad] else { return }
    all[last].cameUp = true
  }
}

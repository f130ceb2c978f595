package import AdSession

/// The slots of a session that showed no ad although there were moments to show one, and why.
///
/// A *moment* of a full-screen slot is an `ad.show_decided`, or an attempt without a decision
/// before it; of a banner or native slot an `ad.requested` with another reason than `refresh` and
/// `retry`. A slot *showed nothing* if it has a moment and no `ad.will_present`; a banner or native
/// slot, if it has neither an `ad.loaded` nor an `ad.impression`.
///
/// The reason of a moment is that of the decision to skip; where the decision only says that no ad
/// is ready, it is what the state before the record shows of the slot. The reason of an attempt or
/// of a request is what became of it. A gap since the record that decides makes it unknown; that a
/// gap hides another answer about consent is not considered. A pure function of the trace;
/// O(records).
package struct UnshownSlots: Sendable {
  /// One slot that showed nothing.
  package struct Slot: Sendable {
    package let unit: String
    /// Empty in a session of one scene.
    package let scene: String
    package let format: Word
    /// Its moments by reason, at least one.
    package let moments: UnshownMoments

    /// The slot in one line: `interstitial …/4410027781 showed no ad at 2 moments: interval × 2`.
    package var text: String {
      let place = scene.isEmpty ? "" : " in scene \(TerminalEscaping.text(scene))"
      let moments = "\(AuditText.count(moments.count, "moment")): "
      return "\(format.text ?? "ad") \(TerminalEscaping.text(shortUnit))\(place) showed no ad at "
        + moments + self.moments.texts.joined(separator: ", ")
    }

    /// The unit without the account at Google.
    private var shortUnit: String {
      let parts = unit.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && unit.hasPrefix("ca-app-pub-") ? "…/\(parts[1])" : unit
    }
  }

  /// The number of moments from which a session without other findings is worth a line: at one or
  /// two moments, an ad that is still being loaded is usual.
  static let fewestMoments = 3
  /// The maximum number of slots that are listed for a session.
  private static let mostListed = 100

  /// In the order of their first moments.
  package let slots: [Slot]

  /// Finds the slots of a session.
  package init(_ trace: Trace) {
    guard Self.canHaveSlots(trace) else {
      slots = []
      return
    }
    var walk = MomentWalk(trace)
    walk.run()
    slots = walk.slots.filter { !$0.isShown && $0.moments.count > 0 }.map { slot in
      Slot(
        unit: trace.symbols.text(slot.unit), scene: trace.symbols.text(slot.scene),
        format: slot.format, moments: slot.moments)
    }
  }

  /// The number of moments of all slots.
  package var momentCount: Int { slots.reduce(0) { $0 + $1.moments.count } }

  /// Whether a session without other findings is listed because of them.
  var isWorthALine: Bool { momentCount >= Self.fewestMoments }

  /// A line for each slot, up to a maximum.
  package var lines: [String] {
    let left = slots.count - Self.mostListed
    let more = left > 0 ? ["\(AuditText.count(left, "more slot")) showed no ad"] : []
    return slots.prefix(Self.mostListed).map { $0.text } + more
  }

  /// Whether a unit can have moments and no show: most sessions have none, and are not replayed.
  ///
  /// In a session of several scenes, whether one has a moment.
  private static func canHaveSlots(_ trace: Trace) -> Bool {
    var offered: Set<Symbol> = []
    var shown: Set<Symbol> = []
    for event in trace.events {
      switch event.kind {
      case .adShowDecided, .adPresentRequested, .adFailedToPresent: offered.insert(event.unit)
      case .adRequested where !event.format.isFullScreen: offered.insert(event.unit)
      case .adLoaded where !event.format.isFullScreen: shown.insert(event.unit)
      case .adImpression where !event.format.isFullScreen: shown.insert(event.unit)
      case .adWillPresent: shown.insert(event.unit)
      default: break
      }
    }
    return trace.hasScenes ? !offered.isEmpty : !offered.isSubset(of: shown)
  }
}

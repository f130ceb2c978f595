/// What can go wrong in the show of a full-screen ad.
package enum ShowFault: String, CaseIterable, Sendable {
  /// A rewarded ad was dismissed without a reward.
  case missingReward = "missing_rewards"
  /// No dismissal came, although the session goes on.
  case missingDismissal = "missing_dismissals"
  /// A click came right after the ad appeared.
  case earlyClick = "early_clicks"
  /// The session was cut while the ad was on the screen.
  case uncleanEnd = "unclean_ends"

  /// What happened, for a heading.
  package var title: String {
    switch self {
    case .missingReward: "rewarded ads dismissed without a reward"
    case .missingDismissal: "ads without a dismissal"
    case .earlyClick: "ads clicked right after they appeared"
    case .uncleanEnd: "ads on the screen when the session was cut"
    }
  }
}

/// A number of shows in which it is known whether something went wrong, and in how many it did.
package struct ShowCount: Equatable, Sendable {
  /// The number of shows in which it went wrong.
  package var part = 0
  /// The number of shows in which it is known.
  package var whole = 0
  /// The smallest session in which it went wrong; nil without one, or if sessions are unknown.
  package internal(set) var example: Exemplar?

  package init() {}

  /// The share; nil without a show.
  package var share: Double? { whole == 0 ? nil : Double(part) / Double(whole) }

  /// The interval that contains the true share with a probability of 95 %.
  package var interval: ClosedRange<Double> {
    RateTests.interval(Double(part), of: Double(whole))
  }

  mutating func add(_ other: ShowCount) {
    part += other.part
    whole += other.whole
    example = [example, other.example].compactMap { $0 }.min()
  }
}

/// The shows of full-screen ads of a group.
package struct ShowFigures: Sendable, Equatable {
  /// The number of full-screen ads that were shown.
  package var count = 0
  /// The foreground times from the show to the dismissal; none for a show across a gap.
  package var onScreen = Latencies()
  private var counts = Array(repeating: ShowCount(), count: ShowFault.allCases.count)

  package init() {}

  /// How often something went wrong.
  package subscript(fault: ShowFault) -> ShowCount {
    get { counts[ShowFault.allCases.firstIndex(of: fault) ?? 0] }
    set { counts[ShowFault.allCases.firstIndex(of: fault) ?? 0] = newValue }
  }

  mutating func add(_ other: ShowFigures) {
    count += other.count
    onScreen.add(other.onScreen)
    for fault in ShowFault.allCases { self[fault].add(other[fault]) }
  }
}

/// What happened to a problem, a rule or a figure between two parts of a fleet.
package enum Change: String, CaseIterable, Sendable {
  /// It did not occur before, and now it does.
  case new
  /// It occurs more often, or a figure is worse.
  case worse
  /// It occurred before, and now it does not.
  case gone
  /// It occurs less often, or a figure is better.
  case better
  /// No difference was found where a doubling, or for a figure a change by a tenth, would have
  /// been.
  case unchanged
  /// No difference was found, and there are too few sessions to find one.
  case tooFew = "too-few"

  /// The change between parts without an order: nothing is new or gone.
  var withoutOrder: Change {
    switch self {
    case .new: .worse
    case .gone: .better
    default: self
    }
  }

  /// The order in which people read.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

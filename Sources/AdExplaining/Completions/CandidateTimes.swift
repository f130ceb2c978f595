internal import AdRules
internal import AdSession

/// The instants at which an added record can make a difference: the ends of its place, and the
/// instants at, just before and just after a threshold of the rule.
struct CandidateTimes {
  private let focus: Int64
  private let remaining: Int64?
  /// The thresholds of the rule in milliseconds.
  let thresholds: [Int64]
  /// The maximum number of instants for one place.
  private static let most = 8

  init(_ rule: Rule, focus: Int64, remaining: Int64?, header: Header, overrides: [PolicySetting]) {
    self.focus = focus
    self.remaining = remaining
    var policy = Policy.defaults
    policy.apply(header.policy)
    policy.apply(overrides)
    // What is unset limits nothing, and has no instants.
    var thresholds = rule.policy.filter { $0.unit == .seconds && !policy.isUnset($0) }
      .compactMap { policy.milliseconds($0) }
    for key in [PolicyKey.loadTimeoutSeconds, .presentOutcomeSeconds] {
      if let limit = policy.milliseconds(key), !thresholds.contains(limit) {
        thresholds.append(limit)
      }
    }
    self.thresholds = thresholds
  }

  /// The instants for a place, the ends first.
  func all(_ place: Place) -> [Int64] {
    var times = [place.earliest]
    if let latest = place.latest { times.append(latest) }
    if let remaining { times += [place.earliest + remaining, place.earliest + remaining + 1] }
    for limit in thresholds {
      times += [focus + limit, focus + limit + 1, focus - limit, focus - limit - 1]
      if place.latest == nil { times.append(place.earliest + limit + 1) }
    }
    var unique: [Int64] = []
    for t in times where t >= place.earliest && t <= place.latest ?? .max && !unique.contains(t) {
      unique.append(t)
    }
    return Array(unique.prefix(Self.most))
  }

  /// The last instant of a place; behind every threshold if the place has no end.
  func last(_ place: Place) -> Int64 {
    place.latest ?? place.earliest + (thresholds.max() ?? 0) + (remaining ?? 0) + 1
  }
}

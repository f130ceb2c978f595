package import AdReports
package import AdRules

/// One comparison: a problem, a rule or a figure in two parts of a fleet.
package struct ComparisonRow {
  /// The compared figure.
  package enum Subject {
    /// The sessions without a violation of at least this severity.
    case withoutViolations(Severity)
    case problem(id: String, ProblemIdentity, Severity)
    case rule(id: String, Severity)
    /// A figure of the ads, such as `fill_rate`, or of those of a format or a unit, such as
    /// `fill_rate format:banner`.
    case figure(String)
  }

  /// The values on both sides.
  package enum Values {
    case rates(Rate, Rate)
    /// Means, with the unit of the figure; nil where there is nothing to average.
    case means(MeanFigure?, MeanFigure?)
  }

  package let subject: Subject
  /// The format or the unit of a figure; nil for a figure of all ads.
  let placement: FormatOrUnit?
  /// The names of the parts.
  package let before: String
  package let after: String
  package let values: Values
  /// What the rule demands; nil for a figure.
  package let sentence: String?
  /// The smallest session with a violation on the second side, or else on the first one.
  package let example: Exemplar?
  /// The p-value of the difference; nil if it cannot be tested.
  package let pValue: Double?
  /// The smallest p-value that is possible with these counts.
  let smallestPValue: Double
  /// The level at which a doubling of the rate is found in nine of ten comparisons; nil for a
  /// figure, and if there are too few violations.
  let levelForDoubling: Double?
  /// The p-value after the correction for the number of comparisons.
  package internal(set) var adjusted = 1.0
  package internal(set) var change = Change.unchanged
  /// Whether a baseline accepts the problem, or all problems of the rule; nil without a baseline,
  /// and for other rows.
  package internal(set) var isAccepted: Bool?
  /// The number of sessions on each side with which a difference would be found in four of five
  /// comparisons; nil if no number is known.
  package let sessionsNeeded: Int64?
  /// The smaller number of sessions of both sides.
  let sessions: Int

  /// The severity of a problem or rule.
  package var severity: Severity? {
    switch subject {
    case .problem(_, _, let severity), .rule(_, let severity): severity
    case .figure, .withoutViolations: nil
    }
  }

  /// The id of a problem or rule.
  var violationID: String? {
    switch subject {
    case .problem(let id, _, _), .rule(let id, _): id
    case .figure, .withoutViolations: nil
    }
  }

  /// Whether it is a figure of the ads.
  var isFigure: Bool {
    if case .figure = subject { return true }
    return false
  }
}

extension ComparisonRow {
  /// Compares the rates of violated sessions.
  init(
    _ subject: Subject, _ groups: (FleetGroup, FleetGroup), _ before: Rate, _ after: Rate,
    sentence: String? = nil, example: Exemplar? = nil
  ) {
    self.subject = subject
    self.sentence = sentence
    self.example = example
    placement = nil
    (self.before, self.after) = (groups.0.name, groups.1.name)
    if case .withoutViolations = subject {
      values = .rates(before.complement, after.complement)
    } else {
      values = .rates(before, after)
    }
    let hits = before.part + after.part
    let isTested = hits > 0 && before.whole > 0 && after.whole > 0
    let chances = isTested ? Rate.chances(before, after) : (1, nil)
    pValue = isTested ? Rate.testOfViolations(before, after) : nil
    (smallestPValue, levelForDoubling) = chances
    sessionsNeeded = Self.sessionsNeeded(before, after)
    sessions = min(before.whole, after.whole)
  }

  private static func sessionsNeeded(_ before: Rate, _ after: Rate) -> Int64? {
    let effect = max(before.designEffect, after.designEffect)
    return RateTests.needed(before.part, of: before.whole, after.part, of: after.whole)
      .map { Int64(($0 * effect).rounded(.up)) }
  }

  /// Compares a share of requests or ads.
  init(
    figure name: String, of placement: FormatOrUnit? = nil, _ groups: (FleetGroup, FleetGroup),
    rates before: Rate, _ after: Rate
  ) {
    subject = .figure([name, placement?.name].compactMap { $0 }.joined(separator: " "))
    self.placement = placement
    (sentence, example, levelForDoubling) = (nil, nil, nil)
    (self.before, self.after) = (groups.0.name, groups.1.name)
    values = .rates(before, after)
    let isTested = before.whole > 0 && after.whole > 0
    pValue = isTested ? Rate.test(before, after) : nil
    smallestPValue = isTested ? Rate.smallestPossible(before, after) : 1
    let sessions = min(groups.0.sessionsWithFigures, groups.1.sessionsWithFigures)
    self.sessions = sessions
    sessionsNeeded = before.value.flatMap { value in
      let errors = [before, after].map { rate in
        value * (1 - value) * rate.designEffect / Double(max(1, rate.whole))
      }
      return Self.sessionsNeeded(errors[0] + errors[1], toFind: value / 10, sessions)
    }
  }

  /// Compares a mean; `tenth` is the change to be found.
  init(
    figure name: String, of placement: FormatOrUnit? = nil, _ groups: (FleetGroup, FleetGroup),
    means before: MeanFigure?, _ after: MeanFigure?, tenth: Double
  ) {
    subject = .figure([name, placement?.name].compactMap { $0 }.joined(separator: " "))
    self.placement = placement
    (sentence, example, levelForDoubling) = (nil, nil, nil)
    (self.before, self.after) = (groups.0.name, groups.1.name)
    values = .means(before, after)
    pValue = before.flatMap { before in after.flatMap { MeanFigure.test(before, $0) } }
    smallestPValue = pValue == nil ? 1 : 0
    sessions = min(groups.0.sessionsWithFigures, groups.1.sessionsWithFigures)
    if let one = before?.error, let two = after?.error {
      sessionsNeeded = Self.sessionsNeeded(one * one + two * two, toFind: tenth, sessions)
    } else {
      sessionsNeeded = nil
    }
  }

  private static func sessionsNeeded(
    _ variance: Double, toFind change: Double, _ sessions: Int
  ) -> Int64? {
    guard change > 0 else { return nil }
    let quantiles = 1.959964 + 0.841621
    let factor = quantiles * quantiles * variance / (change * change)
    let needed = (Double(sessions) * factor).rounded(.up)
    return needed < 1e15 ? Int64(needed) : nil
  }
}

extension ComparisonRow {
  /// Decides what happened, from the adjusted p-value.
  mutating func decide(level: Double) {
    if pValue != nil && adjusted <= level {
      change = difference
    } else {
      let isEnough = sessionsNeeded.map { Int64(sessions) >= $0 } ?? false
      change = isEnough ? .unchanged : .tooFew
    }
  }

  /// The kind of a difference that was found.
  private var difference: Change {
    switch values {
    case .rates(let before, let after):
      let isMore = (after.value ?? 0) > (before.value ?? 0)
      if case .withoutViolations = subject { return isMore ? .better : .worse }
      if isFigure { return isMore == subject.isHarm ? .worse : .better }
      if before.part == 0 { return .new }
      if after.part == 0 { return .gone }
      return isMore ? .worse : .better
    case .means(let before, let after):
      let isMore = (after?.value ?? 0) > (before?.value ?? 0)
      let isBetter = subject.isDuration ? !isMore : isMore
      return isBetter ? .better : .worse
    }
  }
}

extension ComparisonRow.Subject {
  /// Whether it is a duration: less is better.
  var isDuration: Bool {
    switch self {
    case .figure(let name):
      [FleetComparison.latency, FleetComparison.onScreen].contains(where: name.hasPrefix)
    default: false
    }
  }

  /// Whether it is a share of shows in which something went wrong: less is better.
  var isHarm: Bool {
    if case .figure(let name) = self { return ShowFault(rawValue: name) != nil }
    return false
  }
}

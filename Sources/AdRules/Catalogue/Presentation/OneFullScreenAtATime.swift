import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/one-full-screen-at-a-time`.
  public static let oneFullScreenAtATime = Rule(
    "one-full-screen-at-a-time", .presentation, .error, .fullScreen,
    observes: [.present],
    "Two full-screen ads are never up at once in one scene.",
    precise: "at attempt(A): no other ad is shown or pending in the same scene",
    source: "000 004 sample",
    .at(.attempt, failureOnly: false) { moment in
      switch moment.hasOtherFullScreen {
      case .no: return .kept
      case .unknown(let why): return .undecided(why)
      case .yes(let other):
        let isUp = moment.event(at: other).kind == .adWillPresent
        let how = isUp ? "was on screen" : "was about to come up"
        return moment.violation(
          "\(moment.adName) was presented while \(moment.adName(at: other)) \(how)",
          witness: [other] + moment.longestWitness(since: other) + moment.scenes(with: other))
      }
    }
  )
}

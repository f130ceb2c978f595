import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-multi-load-bounded`.
  public static let nativeMultiLoadBounded = Rule(
    "native-multi-load-bounded", .loading, .warning, .native,
    observes: [.load],
    "A native request delivers no more ads than asked for.",
    precise: "count of ad.loaded of one request ≤ its count (1 when absent)",
    source: "API",
    .at(.kind(.adLoaded)) { moment in
      guard let request = moment.requestState, request.requestedIndex >= 0 else {
        return .undecided(moment.hasGap(since: -1) ? .gap : .unknown)
      }
      let most = moment.event(at: request.requestedIndex).second ?? 1
      let count = Int64(request.loaded.count + 1)
      if count > most {
        return moment.violation(
          "\(moment.requestName) delivered \(count) ads (asked for \(most))",
          witness: [request.requestedIndex]
            + request.loaded.prefix(Int(clamping: max(0, most))).map(Int.init),
          measured: Double(count))
      }
      return moment.hasGap(since: request.requestedIndex) ? .undecided(.gap) : .kept
    }
  )
}

import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/memory-warning-near-ad`.
  public static let memoryWarningNearAd = Rule(
    "memory-warning-near-ad", .environment, .info, .all,
    observes: [.load], timed: true,
    "No memory warning follows shortly after a request or a show.",
    precise: "at app.memory_warning: no ad.requested or ad.will_present in the 10 s (t) before it",
    notes: """
      The 10 s are plain `t`, and exactly 10 s count. Requests and shows of every format count.
      """,
    actor: .app,
    remedy: """
      Hold at most one ad per slot and release it after use. Load fewer ads ahead on devices \
      with little memory.
      """,
    links: [.adsNotReleased],
    .quiet(before: .appMemoryWarning, of: .kind(.adRequested), .show, forLast: 10_000) {
      let what = $1.kind == .adRequested ? "a request" : "a show"
      return
        "a memory warning came \(ReadableDuration.text($0.t - $1.t)) after \(what) (limit 10 s)"
    }
  )
}

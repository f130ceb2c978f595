/// What people call an event, a field or a threshold, and its name here.
///
/// Every suggestion looks here before it looks for a similar spelling; see ``UsageError``.
enum Synonyms {
  /// Other names in lower case, and the names that they mean.
  private static let table: [(others: [String], names: [String])] = [
    (
      [
        "ad.presented", "ad.shown", "ad.displayed", "ad.opened", "ad.show", "ad.showed",
        "ad.present", "ad.did_present", "ad.appeared",
      ], ["ad.will_present"]
    ),
    (
      ["ad.closed", "ad.hidden", "ad.did_dismiss", "ad.dismiss", "ad.disappeared", "ad.finished"],
      ["ad.dismissed"]
    ),
    (["ad.failed", "ad.error", "ad.failure"], ["ad.failed_to_load", "ad.failed_to_present"]),
    (
      ["ad.load_failed", "ad.no_fill", "ad.load_error", "ad.request_failed"],
      ["ad.failed_to_load"]
    ),
    (
      ["ad.present_failed", "ad.show_failed", "ad.failed_to_show", "ad.display_failed"],
      ["ad.failed_to_present"]
    ),
    (["ad.filled", "ad.received", "ad.ready", "ad.available", "ad.load_succeeded"], ["ad.loaded"]),
    (["ad.request", "ad.load", "ad.load_started", "ad.loading"], ["ad.requested"]),
    (["ad.revenue", "ad.revenue_paid", "ad.price"], ["ad.paid"]),
    (["ad.tapped", "ad.click", "ad.opened_url"], ["ad.clicked"]),
    (["ad.viewed", "ad.seen", "ad.impression_recorded", "impression"], ["ad.impression"]),
    (["ad.rewarded", "ad.earned", "ad.reward", "reward"], ["ad.reward_earned"]),
    (["app.started", "app.launch", "app.opened"], ["app.launched"]),
    (
      ["app.background", "app.backgrounded", "app.suspended", "app.paused"],
      ["app.entered_background"]
    ),
    (["app.foreground", "app.foregrounded", "app.resumed"], ["app.entering_foreground"]),
    (["app.active", "app.activated"], ["app.became_active"]),
    (["app.inactive"], ["app.resigned_active"]),
    (["app.closed", "app.killed", "app.quit", "app.terminated"], ["app.terminating"]),
    (["session.started", "session.start"], ["session.began"]),
    (["session.finished", "session.stopped", "session.end"], ["session.ended"]),
    (["user.tapped", "user.clicked", "user.tap"], ["user.acted"]),
    (["revenue", "price", "value"], ["value_micros"]),
    (["ad_unit", "ad_unit_id"], ["unit"]),
    (["error", "code"], ["error_code"]),
    (["message", "error_text"], ["error_message"]),
    (["latency", "duration"], ["latency_ms"]),
    (["version"], ["app_version"]),
    (["cap", "frequency_cap", "max_per_day", "shows_per_day"], ["daily_cap"]),
  ]

  /// The names that a word means, if it is one of these.
  static func names(for word: String, in known: [String]) -> [String] {
    let small = word.lowercased().replacing("-", with: "_")
    let words = [small, "ad.\(small)"]
    return table.first { entry in
      entry.others.contains(where: words.contains) && entry.names.contains(where: known.contains)
    }?.names.filter(known.contains) ?? []
  }
}

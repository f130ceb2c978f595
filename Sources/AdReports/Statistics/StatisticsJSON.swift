internal import AdSession
public import JSONLines

/// Formats statistics as JSON.
public enum StatisticsJSON {
  /// The name of the schema; it changes with every incompatible change.
  public static let schema = "adjournal.stats/1"

  /// Writes the groups, the total and the units without a show as members of the current object.
  public static func write(
    _ statistics: AdStatistics, sortedBy column: StatisticsColumn? = nil,
    to writer: inout JSONWriter
  ) {
    writer.field("schema", schema)
    writer.array("by") { writer in
      for field in statistics.fields { writer.string(field.rawValue) }
    }
    let comparison = ShowComparison(statistics)
    let hasNetworks = statistics.fields.contains { $0.isOfNetwork }
    writer.array("groups") { writer in
      for row in statistics.rows(sortedBy: column) {
        writer.object { writer in
          for (field, value) in zip(statistics.fields, row.names) {
            writer.key(field.rawValue)
            writer.string(value)
          }
          write(row, to: &writer)
          if hasNetworks { write(shows: row, comparison, to: &writer) }
        }
      }
    }
    writer.object("total") { write(statistics.totalRow, to: &$0) }
    writer.array("unshown") { writer in
      for (key, sessions) in statistics.unshown.entries {
        writer.object { writer in
          writer.field("unit", key.values[0])
          writer.field("format", key.values[1])
          writer.field("sessions", sessions.count)
          write(sessions.moments, to: &writer)
        }
      }
    }
  }

  private static func write(_ moments: UnshownMoments, to writer: inout JSONWriter) {
    writer.field("moments", moments.count)
    writer.array("reasons") { writer in
      for (reason, share) in moments.reasons.entries {
        writer.object { writer in
          writer.field("reason", reason.kind.rawValue)
          writer.key("cause")
          if let cause = reason.cause.text { writer.string(cause) } else { writer.null() }
          writer.field("moments", share.moments)
          writer.object("adapters") { writer in
            for (adapter, moments) in share.adapters.entries {
              writer.key(adapter)
              writer.integer(Int64(moments))
            }
          }
        }
      }
    }
  }

  /// Writes the shows of a group, with the answers whether it is worse than the others.
  private static func write(
    shows row: StatisticsRow, _ comparison: ShowComparison, to writer: inout JSONWriter
  ) {
    let shows = row.figures.shows
    writer.object("full_screen") { writer in
      writer.field("shows", shows.count)
      writer.object("on_screen_ms") { write(shows.onScreen, to: &$0) }
      for fault in ShowFault.allCases {
        writer.key(fault.rawValue)
        writer.object { write(shows[fault], comparison[row.names, fault], to: &$0) }
      }
    }
  }

  private static func write(
    _ count: ShowCount, _ test: ShowComparison.Test?, to writer: inout JSONWriter
  ) {
    writer.field("count", count.part)
    writer.field("of", count.whole)
    quotient("value", count.share, &writer)
    let range = count.share.map { _ in count.interval }
    quotient("low", range?.lowerBound, &writer)
    quotient("high", range?.upperBound, &writer)
    quotient("others", test?.others.share, &writer)
    quotient("p_value", test?.pValue, &writer)
    quotient("adjusted_p_value", test?.pValue.map { _ in test?.adjusted ?? 1 }, &writer)
    writer.key("worse")
    if let answer = test?.answer { writer.string(answer.rawValue) } else { writer.null() }
    writer.example(count.example)
  }

  private static func write(_ row: StatisticsRow, to writer: inout JSONWriter) {
    write(row.figures, to: &writer)
    let (sessions, days) = (row.sessions.count, row.sessions.dayCount)
    writer.field("sessions", sessions)
    writer.field("days", days)
    writer.field("installs", row.sessions.installs)
    writer.field("install_days", row.sessions.installDays)
    writer.field("installs_exact", row.sessions.hasExactInstalls)
    quotient("dau", row.sessions.dailyInstalls, &writer)
    quotient("impressions_per_dau", row.impressionsPerInstallDay, &writer)
    quotient("shows_per_session", row.shows(per: sessions), &writer)
    quotient("shows_per_day", row.showsPerDay, &writer)
    writer.array("earnings") { writer in
      for earnings in row.figures.earnings {
        writer.object { writer in
          writer.field("currency", earnings.currency)
          writer.field("value_micros", earnings.micros)
          writer.field("payments", earnings.payments)
          quotient("ecpm", earnings.perThousand.map { $0 / 1_000_000 }, &writer)
          quotient("per_session", earnings.share(of: sessions).map { $0 / 1_000_000 }, &writer)
          quotient("per_day", earnings.share(ofDays: days).map { $0 / 1_000_000 }, &writer)
          let installDays = row.sessions.installDays
          quotient("arpdau", earnings.share(ofDays: installDays).map { $0 / 1_000_000 }, &writer)
        }
      }
    }
  }

  private static func write(_ figures: AdFigures, to writer: inout JSONWriter) {
    writer.field("requests", figures.requests)
    writer.field("filled", figures.filled)
    writer.field("failed", figures.failed)
    writer.field("open", figures.open)
    rate("fill_rate", figures.filled, of: figures.filled + figures.failed, &writer)
    writer.array("failures") { writer in
      for (kind, count) in figures.failures.entries {
        writer.object { writer in
          writer.key("cause")
          if let cause = kind.cause { writer.string(cause) } else { writer.null() }
          writer.field("error_code", kind.code)
          writer.field("count", count)
        }
      }
    }
    writer.object("latency_ms") { write(figures.latencies, to: &$0) }
    writer.field("ads", figures.ads)
    writer.field("shown", figures.shown)
    writer.field("expired", figures.expired)
    writer.field("discarded", figures.discarded)
    writer.field("left_over", figures.leftOver)
    writer.field("undecided", figures.undecided)
    rate("show_rate", figures.shown, of: figures.ads, &writer)
    rate("waste_rate", figures.wasted, of: figures.ads, &writer)
    writer.field("impressions", figures.impressions)
    writer.field("clicks", figures.clicks)
    rate("ctr", figures.clicks, of: figures.impressions, &writer)
    writer.array("revenue") { writer in
      for (kind, micros) in figures.revenue.entries {
        writer.object { writer in
          writer.field("currency", kind.currency)
          writer.field("precision", kind.precision)
          writer.field("value_micros", micros)
        }
      }
    }
  }

  private static func write(_ latencies: Latencies, to writer: inout JSONWriter) {
    writer.field("count", latencies.count)
    for (name, percent) in [("p50", 50), ("p95", 95)] {
      writer.key(name)
      if let value = latencies.percentile(percent) { writer.integer(value) } else { writer.null() }
    }
  }

  /// Writes a ratio; null if the whole is 0.
  private static func rate(
    _ name: StaticString, _ part: Int, of whole: Int, _ writer: inout JSONWriter
  ) {
    quotient(name, whole == 0 ? nil : Double(part) / Double(whole), &writer)
  }

  private static func quotient(
    _ name: StaticString, _ value: Double?, _ writer: inout JSONWriter
  ) {
    writer.key(name)
    if let value { writer.decimal(value) } else { writer.null() }
  }
}

public import JSONLines

/// Formats statistics as JSON.
public enum StatisticsJSON {
  /// The name of the schema; it changes with every incompatible change.
  public static let schema = "adjournal.stats/1"

  /// Writes the groups and the total as members of the current object.
  public static func write(_ statistics: AdStatistics, to writer: inout JSONWriter) {
    writer.field("schema", schema)
    writer.array("by") { writer in
      for field in statistics.fields { writer.string(field.rawValue) }
    }
    writer.array("groups") { writer in
      for (key, figures) in statistics.groups.entries {
        writer.object { writer in
          for (field, value) in zip(statistics.fields, key.values) {
            writer.key(field.rawValue)
            writer.string(value)
          }
          write(figures, to: &writer)
        }
      }
    }
    writer.object("total") { write(statistics.total, to: &$0) }
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
    writer.key(name)
    if whole == 0 { writer.null() } else { writer.decimal(Double(part) / Double(whole)) }
  }
}

public import JSONLines

/// Figures as JSON, for programs.
public enum StatisticsJSON {
  /// The name of the layout, changed when a reader would have to change.
  public static let schema = "adjournal.stats/1"

  /// Writes the groups and the total as members of the object that is open.
  public static func write(_ statistics: AdStatistics, to writer: inout JSONWriter) {
    writer.key("schema")
    writer.string(schema)
    writer.key("by")
    writer.beginArray()
    for field in statistics.fields { writer.string(field.rawValue) }
    writer.endArray()
    writer.key("groups")
    writer.beginArray()
    for (key, figures) in statistics.groups.entries {
      writer.beginObject()
      for (field, value) in zip(statistics.fields, key.values) {
        writer.key(field.rawValue)
        writer.string(value)
      }
      write(figures, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.key("total")
    writer.beginObject()
    write(statistics.total, to: &writer)
    writer.endObject()
  }

  private static func write(_ figures: AdFigures, to writer: inout JSONWriter) {
    put("requests", figures.requests, &writer)
    put("filled", figures.filled, &writer)
    put("failed", figures.failed, &writer)
    put("open", figures.open, &writer)
    rate("fill_rate", figures.filled, of: figures.filled + figures.failed, &writer)
    writer.key("failures")
    writer.beginArray()
    for (code, count) in figures.failures.entries {
      writer.beginObject()
      put("error_code", Int(code), &writer)
      put("count", count, &writer)
      writer.endObject()
    }
    writer.endArray()
    write(figures.latencies, to: &writer)
    put("ads", figures.ads, &writer)
    put("shown", figures.shown, &writer)
    put("expired", figures.expired, &writer)
    put("discarded", figures.discarded, &writer)
    put("left_over", figures.leftOver, &writer)
    put("undecided", figures.undecided, &writer)
    rate("show_rate", figures.shown, of: figures.ads, &writer)
    rate("waste_rate", figures.wasted, of: figures.ads, &writer)
    writer.key("revenue")
    writer.beginArray()
    for (kind, micros) in figures.revenue.entries {
      writer.beginObject()
      writer.key("currency")
      writer.string(kind.currency)
      writer.key("precision")
      writer.string(kind.precision)
      put("value_micros", micros, &writer)
      writer.endObject()
    }
    writer.endArray()
  }

  private static func write(_ latencies: Latencies, to writer: inout JSONWriter) {
    writer.key("latency_ms")
    writer.beginObject()
    put("count", latencies.count, &writer)
    for (name, percent) in [("p50", 50), ("p95", 95)] {
      writer.key(name)
      if let value = latencies.percentile(percent) { writer.integer(value) } else { writer.null() }
    }
    writer.endObject()
  }

  private static func put(_ name: StaticString, _ number: Int, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.integer(Int64(number))
  }

  /// A share of 1; null where there is nothing to share.
  private static func rate(
    _ name: StaticString, _ part: Int, of whole: Int, _ writer: inout JSONWriter
  ) {
    writer.key(name)
    if whole == 0 { writer.null() } else { writer.decimal(Double(part) / Double(whole)) }
  }
}

package import AdSession
internal import JSONLines

/// Counts of the requests, ads and payments of one session.
package struct SessionFigures: Sendable {
  package var filled = 0
  package var failed = 0
  package var ads = 0
  package var shown = 0
  /// Pairs of a load duration in milliseconds and the number of times it occurs.
  package var latencies: [Int64] = []
  /// The revenue by currency, in millionths.
  package var revenue: [(currency: String, micros: Int64)] = []

  package init() {}

  /// The figures of a session.
  package init(_ trace: Trace) {
    let figures = AdStatistics(of: trace, by: []).total
    filled = figures.filled
    failed = figures.failed
    ads = figures.ads
    shown = figures.shown
    latencies = figures.latencies.entries.flatMap { [$0.key, Int64($0.value)] }
    revenue = figures.earnings.map { ($0.currency, Int64($0.micros)) }
  }

  func write(to writer: inout JSONWriter) {
    writer.object("figures") { writer in
      writer.field("filled", filled)
      writer.field("failed", failed)
      writer.field("ads", ads)
      writer.field("shown", shown)
      writer.array("latencies") { writer in
        for number in latencies { writer.integer(number) }
      }
      writer.object("revenue") { writer in
        for (currency, micros) in revenue {
          writer.key(currency)
          writer.integer(micros)
        }
      }
    }
  }
}

package import AdSession
internal import JSONLines

/// Counts of the requests, ads and payments of one session.
///
/// `requests`, `noFill`, `impressions` and `clicks` are written for tables; ``FleetSession`` does
/// not read them from a line.
package struct SessionFigures: Sendable {
  package var requests = 0
  package var filled = 0
  package var failed = 0
  /// The failed requests of which the cause is `no_fill`.
  package var noFill = 0
  package var ads = 0
  package var shown = 0
  package var impressions = 0
  package var clicks = 0
  /// Pairs of a load duration in milliseconds and the number of times it occurs.
  package var latencies: [Int64] = []
  /// The revenue by currency, in millionths.
  package var revenue: [(currency: String, micros: Int64)] = []
  /// The same for the ads of each unit, format, source and day, with their shows; empty in a part.
  package var parts: [Part] = []

  /// The figures of the ads of one unit, format and source on one day.
  package struct Part: Sendable {
    package var unit: String?
    package var format: String?
    /// The local day, as in ``StatisticsField/day``; nil if it is that of the session.
    package var day: String?
    package var source = AdSource()
    package var figures = SessionFigures()
    /// Pairs of a time on the screen in milliseconds and the number of times it occurs.
    package var onScreen: [Int64] = []
    /// For each ``ShowFault``, the shows with it, and those that tell.
    package var faults = [Int](repeating: 0, count: 2 * ShowFault.allCases.count)
    /// The number of payments in each currency of the revenue.
    package var payments: [Int] = []

    package init() {}
  }

  package init() {}

  /// The figures of a session.
  package init(_ trace: Trace) {
    let fields: [StatisticsField] = [.unit, .format, .adapter, .network, .creative, .day]
    let statistics = AdStatistics(of: trace, by: fields)
    self.init(statistics.total)
    let day = HeaderFacts(trace).day
    parts = statistics.groups.entries.map { Part($0.key, $0.value, ofSessionOn: day) }
  }

  fileprivate init(_ figures: AdFigures) {
    requests = figures.requests
    filled = figures.filled
    failed = figures.failed
    noFill = figures.failures.entries.reduce(0) { $1.key.cause == "no_fill" ? $0 + $1.value : $0 }
    ads = figures.ads
    shown = figures.shown
    impressions = figures.impressions
    clicks = figures.clicks
    latencies = figures.latencies.pairs
    revenue = figures.earnings.map { ($0.currency, $0.micros) }
  }
}

extension SessionFigures.Part {
  fileprivate init(_ key: GroupKey, _ figures: AdFigures, ofSessionOn day: String?) {
    func known(_ field: StatisticsField, _ index: Int) -> String? {
      key.values[index] == field.absence ? nil : key.values[index]
    }
    unit = known(.unit, 0)
    format = known(.format, 1)
    source.adapter = known(.adapter, 2)
    source.network = known(.network, 3)
    source.creative = known(.creative, 4)
    let own = known(.day, 5)
    self.day = own == day ? nil : own
    self.figures = SessionFigures(figures)
    onScreen = figures.shows.onScreen.pairs
    faults = ShowFault.allCases.flatMap { [figures.shows[$0].part, figures.shows[$0].whole] }
    payments = figures.earnings.map { $0.payments }
  }
}

extension Latencies {
  /// Pairs of a duration and the number of times it occurs.
  fileprivate var pairs: [Int64] { entries.flatMap { [$0.key, Int64($0.value)] } }
}

extension SessionFigures {
  func write(to writer: inout JSONWriter) {
    writer.object("figures") { writer in
      writeCounts(to: &writer)
      writer.array("sources") { writer in
        for part in parts { writer.object { part.write(to: &$0) } }
      }
    }
  }

  fileprivate func writeCounts(to writer: inout JSONWriter) {
    writer.field("requests", requests)
    writer.field("filled", filled)
    writer.field("failed", failed)
    writer.field("no_fill", noFill)
    writer.field("ads", ads)
    writer.field("shown", shown)
    writer.field("impressions", impressions)
    writer.field("clicks", clicks)
    writer.numbers("latencies", latencies)
    writer.object("revenue") { writer in
      for (currency, micros) in revenue {
        writer.key(currency)
        writer.integer(micros)
      }
    }
  }
}

extension SessionFigures.Part {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.field("unit", unit)
    writer.field("format", format)
    writer.field("day", day)
    source.write(to: &writer)
    figures.writeCounts(to: &writer)
    writer.numbers("on_screen", onScreen)
    writer.numbers("faults", faults.map { Int64($0) })
    writer.numbers("payments", payments.map { Int64($0) })
  }
}

extension JSONWriter {
  fileprivate mutating func numbers(_ name: StaticString, _ numbers: [Int64]) {
    array(name) { writer in
      for number in numbers { writer.integer(number) }
    }
  }
}

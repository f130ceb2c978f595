internal import AdReports

/// A format or a unit whose ads are compared.
enum FormatOrUnit: Hashable, Comparable {
  case format(String)
  case unit(String)

  /// The end of the id of a row: `format:app_open`.
  var name: String {
    switch self {
    case .format(let name): "format:\(name)"
    case .unit(let name): "unit:\(name)"
    }
  }

  var isFormat: Bool {
    if case .format = self { return true }
    return false
  }
}

/// The loads and shows of a format or a unit.
///
/// It takes about 100 KB if there are more installs than ``InstallSample/limit``.
struct PlacementFigures {
  /// The greatest number of units that are compared.
  static let mostUnits = 20

  var totals = InstallSample.Sums()
  var sample = InstallSample()

  mutating func add(
    _ figures: SessionFigures, _ times: (logarithms: Double, count: Double), _ install: UInt64
  ) {
    totals.add(figures, times)
    sample.add(install) { $0.add(figures, times) }
  }

  /// The formats and units to compare: those of both sides, the units with the most answered
  /// requests.
  ///
  /// Left out is what has the same counts as the whole or another one: the only format, and the
  /// only unit of a format.
  static func compared(_ pair: (FleetGroup, FleetGroup)) -> [FormatOrUnit] {
    let shared = pair.0.placements.keys.filter { pair.1.placements[$0] != nil }.sorted()
    var seen: Set = [counts(of: nil, pair)]
    let distinct = shared.map { (placement: $0, counts: counts(of: $0, pair)) }
      .sorted { one, other in
        if one.placement.isFormat != other.placement.isFormat { return one.placement.isFormat }
        let (first, second) = (one.counts[0] + one.counts[1], other.counts[0] + other.counts[1])
        return first == second ? one.placement < other.placement : first > second
      }
      .filter { seen.insert($0.counts).inserted }.map { $0.placement }
    return distinct.filter { $0.isFormat } + distinct.filter { !$0.isFormat }.prefix(mostUnits)
  }

  /// The answered requests of both sides, and the other counts.
  private static func counts(
    of placement: FormatOrUnit?, _ pair: (FleetGroup, FleetGroup)
  ) -> [Double] {
    let totals = [pair.0, pair.1].map { $0.figures(of: placement).totals }
    return totals.map { $0.answered }
      + totals.flatMap { [$0.filled, $0.ads, $0.shown, $0.latencies, $0.logLatency] }
  }
}

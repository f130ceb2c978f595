internal import AdSession

/// The time axis of a picture: maps records and times to x coordinates in pixels.
///
/// Each record gets a minimum distance from the one before it, so that the order is visible. The
/// rest of the width is distributed in proportion to time. Long idle times are folded and labelled
/// with their duration.
struct PictureScale {
  /// A part of the axis that is narrower than its duration requires.
  struct Fold: Equatable {
    /// The x coordinate of its start.
    let begin: Double
    /// The x coordinate of its end.
    let end: Double
    let milliseconds: Int64
    /// The number of omitted records in it.
    let leftOut: Int
  }

  /// A labelled time on the axis.
  struct Tick: Equatable {
    let x: Double
    let label: String
  }

  /// The smallest width at which everything is legible, in pixels.
  private(set) var width = 0.0
  private(set) var folds: [Fold] = []
  private(set) var ticks: [Tick] = []
  /// Whether the folds are narrow, with their durations in one unit, because there are many.
  private(set) var isTight = false
  private var indexes: [Int] = []
  private var times: [Int64] = []
  /// The x coordinates of the records.
  private var positions: [Double] = []

  private static let margin = 8.0
  private static let foldWidths = (few: 58.0, many: 40.0)
  /// More folds than these are narrower.
  private static let fewFolds = 8
  private static let gapWidth = 30.0
  private static let leastWidth = 760.0
  private static let leastStep = 3.0
  /// The number of records that get extra room for labels.
  private static let fewRecords = 60.0
  private static let mostFolds = 16

  /// Lays out the records of a picture.
  init(_ trace: Trace, _ stops: PictureStops) {
    indexes = stops.indexes
    times = indexes.map { trace.events[$0].timeOfPicture }
    let isFolded = folding(stops)
    isTight = isFolded.count { $0 } > Self.fewFolds
    let rooms = indexes.indices.dropFirst().map { stop in
      room(stop, isFolded[stop], trace)
    }
    let before = trace.gaps.first?.position == 0 ? Self.gapWidth : 0
    let after = trace.gaps.last?.position == trace.events.count ? 2 * Self.gapWidth : 0
    let fixed = rooms.reduce(2 * Self.margin + 12 + before + after, +)
    let count = Double(indexes.count)
    width = max(Self.leastWidth, fixed + 6 * min(count, Self.fewRecords) + count)
    layOut(rooms, isFolded, from: Self.margin + before, free: width - fixed)
    addFolds(isFolded, stops)
    addTicks(isFolded)
  }

  /// The minimum distance of a record from the one before it.
  private func room(_ stop: Int, _ isFolded: Bool, _ trace: Trace) -> Double {
    if isFolded { return isTight ? Self.foldWidths.many : Self.foldWidths.few }
    let gap = trace.gaps.partitionIndex { $0.position > indexes[stop - 1] }
    let hasGap = gap < trace.gaps.count && trace.gaps[gap].position <= indexes[stop]
    return hasGap ? Self.gapWidth : Self.leastStep
  }

  private mutating func layOut(
    _ rooms: [Double], _ isFolded: [Bool], from start: Double, free: Double
  ) {
    let spans = times.indices.map { stop -> Double in
      stop == 0 || isFolded[stop] ? 0 : Double(times[stop] - times[stop - 1])
    }
    let total = spans.reduce(0, +)
    var x = start
    for stop in times.indices {
      if stop > 0 { x += rooms[stop - 1] + (total > 0 ? free * spans[stop] / total : 0) }
      positions.append(x)
    }
  }

  // MARK: Folds

  /// Whether there is a fold before each record: records are omitted, or the time is unusually
  /// long.
  private func folding(_ stops: PictureStops) -> [Bool] {
    var isFolded = stops.leftOut.map { $0 > 0 }
    let spans = times.indices.map { $0 == 0 ? 0 : times[$0] - times[$0 - 1] }
    let long = zip(spans, isFolded).filter { $0 >= 250 && !$1 }.map { $0.0 }.sorted()
    guard !long.isEmpty else { return isFolded }
    let least = max(10_000, 12 * long[long.count / 2])
    let idle = spans.indices.filter { spans[$0] > least && !isFolded[$0] }
    for stop in idle.sorted(by: { (spans[$1], $0) < (spans[$0], $1) }).prefix(Self.mostFolds) {
      isFolded[stop] = true
    }
    return isFolded
  }

  private mutating func addFolds(_ isFolded: [Bool], _ stops: PictureStops) {
    for stop in times.indices where isFolded[stop] && stop > 0 {
      folds.append(
        Fold(
          begin: positions[stop - 1], end: positions[stop],
          milliseconds: times[stop] - times[stop - 1], leftOut: stops.leftOut[stop]))
    }
  }

  // MARK: Ticks

  private static let steps: [Int64] = [
    100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000,
    1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
  ]
  private static let tickRoom = 58.0

  private mutating func addTicks(_ isFolded: [Bool]) {
    let step = tickStep(isFolded)
    var free = 0.0
    for stop in times.indices.dropLast() where !isFolded[stop + 1] {
      // The first record after a fold always gets a label.
      if isFolded[stop] { addTick(times[stop], at: positions[stop], exactTo: 1000, &free) }
      var t = (times[stop] + step - 1) / step * step
      while t < times[stop + 1] {
        addTick(t, at: x(ofTime: t), exactTo: step, &free)
        t += step
      }
    }
  }

  private mutating func addTick(
    _ t: Int64, at x: Double, exactTo step: Int64, _ free: inout Double
  ) {
    guard x >= free, x <= width - Self.tickRoom, !isInFold(x) else { return }
    ticks.append(Tick(x: x, label: Self.label(t, step)))
    free = x + Self.tickRoom
  }

  /// Whether the label of a tick would overlap that of a fold.
  private func isInFold(_ x: Double) -> Bool {
    folds.contains { $0.begin < x + Self.tickRoom - 20 && x < $0.end }
  }

  /// The shortest step that leaves room for a label between two ticks.
  private func tickStep(_ isFolded: [Bool]) -> Int64 {
    var (time, room) = (0.0, 0.0)
    for stop in times.indices.dropFirst() where !isFolded[stop] {
      time += Double(times[stop] - times[stop - 1])
      room += positions[stop] - positions[stop - 1]
    }
    let least = room > 0 ? 1.2 * time / room * Self.tickRoom : 0
    // A longer step than those of the list is not rounded.
    return Self.steps.first { Double($0) >= least } ?? max(Self.steps.last ?? 1, Int64(least))
  }

  /// Formats a time with the precision of the step: `2:05`, `5:14:56`, `0:02.2`.
  private static func label(_ t: Int64, _ step: Int64) -> String {
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : String(value) }
    let seconds = two(t / 1000 % 60) + (step < 1000 ? ".\(t / 100 % 10)" : "")
    let hours = t / 3_600_000
    if hours == 0 { return "\(t / 60_000):\(seconds)" }
    return "\(hours):\(two(t / 60_000 % 60)):\(seconds)"
  }

  // MARK: Coordinates

  /// The x coordinate of a point.
  func x(of point: PicturePoint, in trace: Trace) -> Double {
    point.t == trace.events[point.index].timeOfPicture
      ? x(ofRecord: point.index, point.t) : x(ofTime: point.t)
  }

  /// The x coordinate of a record.
  func x(ofRecord index: Int, _ t: Int64) -> Double {
    let stop = indexes.partitionIndex { $0 > index } - 1
    guard stop >= 0 else { return positions.first ?? 0 }
    if indexes[stop] == index || stop == indexes.count - 1 { return positions[stop] }
    let between = Double(index - indexes[stop]) / Double(indexes[stop + 1] - indexes[stop])
    return interpolated(stop, t, otherwise: between)
  }

  /// The x coordinate of a time.
  func x(ofTime t: Int64) -> Double {
    let stop = times.partitionIndex { $0 > t } - 1
    guard stop >= 0 else { return positions.first ?? 0 }
    return stop == times.count - 1 ? positions[stop] : interpolated(stop, t, otherwise: 0)
  }

  private func interpolated(_ stop: Int, _ t: Int64, otherwise: Double) -> Double {
    let span = Double(times[stop + 1] - times[stop])
    let part = span > 0 ? Double(t - times[stop]) / span : otherwise
    return positions[stop] + (positions[stop + 1] - positions[stop]) * min(1, max(0, part))
  }
}

extension Array {
  /// The index of the first element that passes, or the count; all elements after it must pass,
  /// too.
  ///
  /// O(log n).
  func partitionIndex(where passes: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

internal import AdRules
internal import AdSession

/// The layout of a session's picture: its lanes, and the elements of each lane.
///
/// The size is bounded for sessions of any length: all violations are included, but only the
/// records near them. Omitted elements are counted.
struct SessionPicture {
  /// A violation with its rule.
  typealias Found = (rule: Rule, violation: Violation)

  /// A part of the session whose records are lost.
  struct Gap {
    let begin: Double
    var end: Double
    /// The number of lost records; nil if it is unknown.
    var dropped: Int64?
  }

  /// Violations without a number, counted per position.
  struct More {
    let x: Double
    var count: Int
  }

  /// The number of elements that are not drawn.
  struct LeftOut: Equatable {
    var records = 0
    var ads = 0
    var slots = 0
    var gaps = 0
    var marks = 0
    var rings = 0
  }

  let trace: Trace
  let scale: PictureScale
  let stops: PictureStops
  private(set) var lanes: [PictureLane] = []
  private(set) var gaps: [Gap] = []
  private(set) var more: [More] = []
  private(set) var leftOut = LeftOut()

  private static let mostSlots = 12
  private static let mostRows = 10
  private static let mostRings = 300
  private static let mostOfWitness = 24

  /// Makes the picture of a session with at least one record.
  ///
  /// - Parameters:
  ///   - found: All violations, in the order of the list below the picture.
  ///   - numbered: The maximum number of violations that get a number.
  ///   - overrides: Thresholds that override those in the journal.
  init(_ trace: Trace, found: [Found], numbered: Int, overrides: [PolicySetting] = []) {
    self.trace = trace
    let listed = found.prefix(numbered)
    let witness = listed.flatMap { $0.violation.witness.suffix(Self.mostOfWitness) }
    stops = PictureStops(trace, found: listed.map { $0.violation.certainAt } + witness)
    scale = PictureScale(trace, stops)
    leftOut.records = stops.allLeftOut
    let replay = PictureReplay(trace, overrides: overrides)
    addLanes(replay, listed)
    addLives(replay, listed)
    addMarks(replay)
    pin(replay, listed)
    for lane in lanes.indices { lanes[lane].level(in: self) }
    addGaps()
    gather(found.dropFirst(numbered))
  }

  /// The x coordinate of a record, in pixels of the scale.
  func x(ofRecord index: Int) -> Double {
    scale.x(ofRecord: index, trace.events[index].timeOfPicture)
  }

  /// The x coordinate of a point.
  func x(of point: PicturePoint) -> Double { scale.x(of: point, in: trace) }

  // MARK: Lanes

  private mutating func addLanes(_ replay: borrowing PictureReplay, _ found: ArraySlice<Found>) {
    var seen: Set<PictureLane.Key> = []
    var keys: [PictureLane.Key] = []
    // If there are too many lanes, those of violations are kept.
    for (_, violation) in found { note(lane(of: violation, replay), &keys, &seen) }
    for (_, violation) in found {
      for index in violation.witness.suffix(Self.mostOfWitness) where index != violation.certainAt {
        note(replay.lane(of: index), &keys, &seen)
      }
    }
    for life in replay.bands where isDrawn(life) { note(life.lane, &keys, &seen) }
    let slots = keys.filter { $0.isSlot }
    leftOut.slots = max(0, slots.count - Self.mostSlots)
    let hasOther = leftOut.slots > 0 || keys.contains(.other)
    let others: [PictureLane.Key] = [.app] + (seen.contains(.screen) ? [.screen] : [])
    let kept = Set(slots.prefix(Self.mostSlots))
    let order = others + inOrder(replay, slots, kept) + (hasOther ? [.other] : [])
    for key in order {
      lanes.append(PictureLane(key, replay.format(of: key)))
    }
  }

  private func note(
    _ key: PictureLane.Key, _ keys: inout [PictureLane.Key], _ seen: inout Set<PictureLane.Key>
  ) {
    if seen.insert(key).inserted { keys.append(key) }
  }

  /// The kept slots, in order of first use.
  private func inOrder(
    _ replay: borrowing PictureReplay, _ slots: [PictureLane.Key], _ kept: Set<PictureLane.Key>
  ) -> [PictureLane.Key] {
    var left = kept
    var order: [PictureLane.Key] = []
    for life in replay.bands where left.remove(life.lane) != nil { order.append(life.lane) }
    return order + slots.filter { left.contains($0) }
  }

  private func isDrawn(_ life: PictureLife) -> Bool {
    guard let span = life.span else { return false }
    return stops.touches(span.begin.index, span.end.index)
  }

  private func lane(_ key: PictureLane.Key) -> Int {
    lanes.firstIndex { $0.key == key } ?? lanes.count - 1
  }

  // MARK: Bands

  /// Adds each life to a row of its lane in which it overlaps no other life.
  private mutating func addLives(_ replay: borrowing PictureReplay, _ found: ArraySlice<Found>) {
    var isFound = [Bool](repeating: false, count: replay.bands.count)
    for (_, violation) in found {
      for index in violation.witness.suffix(Self.mostOfWitness) + [violation.certainAt] {
        if let band = replay.band(of: index) { isFound[band] = true }
      }
    }
    // The rows are limited, so the lives of violations come first.
    for isOfViolation in [true, false] {
      for (number, life) in replay.bands.enumerated() where isFound[number] == isOfViolation {
        if isDrawn(life) { add(life) }
      }
    }
    for lane in lanes.indices {
      for row in lanes[lane].rows.indices {
        lanes[lane].rows[row].sort { $0.bands[0].begin.index < $1.bands[0].begin.index }
      }
    }
  }

  private mutating func add(_ life: PictureLife) {
    guard let lane = lanes.firstIndex(where: { $0.key == life.lane }) else {
      leftOut.ads += 1
      return
    }
    let rows = lanes[lane].rows
    if let row = rows.firstIndex(where: { !$0.contains { overlaps($0, life) } }) {
      lanes[lane].rows[row].append(life)
    } else if rows.count < Self.mostRows {
      lanes[lane].rows.append([life])
    } else {
      leftOut.ads += 1
    }
  }

  private func overlaps(_ one: PictureLife, _ other: PictureLife) -> Bool {
    guard let one = one.span, let other = other.span else { return false }
    return x(of: one.begin) < x(of: other.end) && x(of: other.begin) < x(of: one.end)
      || one.begin == other.begin
  }

  // MARK: Marks

  /// The kinds that are drawn as a symbol, most important first.
  private static let signs: [(sign: String, kinds: [EventKind])] = [
    ("✕", [.adFailedToLoad, .adFailedToPresent]), ("!", [.appMemoryWarning]),
    ("R", [.adRewardEarned]), ("G", [.adRewardGranted]), ("C", [.adClicked]), ("$", [.adPaid]),
  ]
  private static let markWidth = 13.0

  private mutating func addMarks(_ replay: borrowing PictureReplay) {
    var taken = lanes.map { _ in [Int: Double]() }
    for (sign, kinds) in Self.signs {
      for (index, event) in trace.events.enumerated() where kinds.contains(event.kind) {
        let key = stops.hasRoom(for: index) ? replay.lane(of: index) : nil
        guard let key, let lane = lanes.firstIndex(where: { $0.key == key }),
          take(x(ofRecord: index), &taken[lane])
        else {
          leftOut.marks += 1
          continue
        }
        let code = sign == "✕" ? event.errorCode.map { String($0) } ?? "" : ""
        lanes[lane].marks.append(PictureLane.Mark(index: index, sign: sign + code))
      }
    }
  }

  /// Reserves the room of a symbol; false if another symbol is there.
  private func take(_ x: Double, _ taken: inout [Int: Double]) -> Bool {
    let bucket = Int(x / Self.markWidth)
    for near in bucket - 1...bucket + 1 {
      if let other = taken[near], abs(other - x) < Self.markWidth { return false }
    }
    taken[bucket] = x
    return true
  }

  // MARK: Violations

  /// The lane of a violation: that of its slot, if it concerns one.
  private func lane(
    of violation: Violation, _ replay: borrowing PictureReplay
  ) -> PictureLane.Key {
    let others = violation.witness.suffix(Self.mostOfWitness).reversed()
      .filter { $0 != violation.certainAt }
    // A missing event belongs to the record that it had to follow, not to the one after the
    // deadline.
    let records = violation.missing == nil ? [violation.certainAt] + others : others
    var lanes: [PictureLane.Key] = []
    for index in records { lanes.append(replay.lane(of: index)) }
    return lanes.first { $0.isSlot } ?? lanes.first ?? .other
  }

  private mutating func pin(_ replay: borrowing PictureReplay, _ found: ArraySlice<Found>) {
    var rings = 0
    for (number, (_, violation)) in found.enumerated() {
      let lane = lane(lane(of: violation, replay))
      lanes[lane].pins.append(PictureLane.Pin(number: number + 1, index: violation.certainAt))
      if let missing = violation.missing { lanes[lane].add(missing, number + 1, trace) }
      for index in violation.witness where index != violation.certainAt {
        rings += 1
        if rings > Self.mostRings {
          leftOut.rings += 1
        } else {
          let lane = self.lane(replay.lane(of: index))
          lanes[lane].ring(index, number + 1)
        }
      }
    }
  }

  /// The event name to write beside a ring; nil in lanes whose bands show it.
  func kind(besides ring: PictureLane.Ring, in lane: PictureLane) -> String? {
    lane.key == .other ? trace.events[ring.index].kind.name : nil
  }

  /// Counts the violations without a number by position.
  private mutating func gather(_ found: ArraySlice<Found>) {
    for (_, violation) in found {
      let x = x(ofRecord: violation.certainAt)
      if let last = more.last, x - last.x < 40 {
        more[more.count - 1].count += 1
      } else {
        more.append(More(x: x, count: 1))
      }
    }
  }

  // MARK: Gaps

  private mutating func addGaps() {
    let count = trace.events.count
    for gap in trace.gaps {
      let isAtEnd = gap.position == 0 || gap.position >= count
      if !isAtEnd, !stops.hasRoom(for: gap.position), !stops.touches(gap.position, gap.position) {
        leftOut.gaps += 1
        continue
      }
      let begin = gap.position == 0 ? 0 : x(ofRecord: min(gap.position, count) - 1)
      let end = gap.position >= count ? begin + 30 : x(ofRecord: gap.position)
      let dropped = gap.counted.flatMap { $0 > 0 ? $0 : nil }
      if let last = gaps.last, begin < last.end {
        gaps[gaps.count - 1].end = max(last.end, end)
        gaps[gaps.count - 1].dropped = last.dropped.flatMap { one in dropped.map { one + $0 } }
      } else {
        gaps.append(Gap(begin: begin, end: end, dropped: dropped))
      }
    }
  }
}

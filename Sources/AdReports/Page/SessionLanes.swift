internal import AdSession
internal import JSONLines

/// The lanes of a session's picture: the app, its screens, each slot with the lives of its ads, and
/// one for all other records.
///
/// O(records · rows of a lane), with at most ``mostRows`` rows.
struct SessionLanes: ~Copyable {
  /// A lane with its lives; those of a row do not overlap in time.
  struct Lane {
    let key: PictureLane.Key
    var rows: [[PictureLife]] = []
    /// The index of the record at which each row is free again.
    fileprivate var ends: [Int] = []
    /// The lives for which no row is free.
    var leftOut = 0
    var marks: [Int] = []

    fileprivate init(_ key: PictureLane.Key) { self.key = key }
  }

  /// The maximum number of rows of a lane.
  private static let mostRows = 10

  private(set) var lanes: [Lane] = []
  /// The index of the lane of each record.
  private(set) var ofRecord: [Int] = []
  private let replay: PictureReplay
  private let trace: Trace

  init(_ trace: Trace, overrides: [PolicySetting]) {
    self.trace = trace
    replay = PictureReplay(trace, overrides: overrides)
    var slots: [PictureLane.Key] = []
    var seen: Set<PictureLane.Key> = []
    var keys: [PictureLane.Key] = []
    for life in replay.bands where seen.insert(life.lane).inserted { keys.append(life.lane) }
    for index in trace.events.indices {
      let key = replay.lane(of: index)
      if seen.insert(key).inserted { keys.append(key) }
    }
    for key in keys where key.isSlot { slots.append(key) }
    let order = [.app, .screen].filter { seen.contains($0) } + slots
    for key in order + (seen.contains(.other) ? [.other] : []) { lanes.append(Lane(key)) }
    var numbers: [PictureLane.Key: Int] = [:]
    for (number, lane) in lanes.enumerated() { numbers[lane.key] = number }
    for index in trace.events.indices { ofRecord.append(numbers[replay.lane(of: index)] ?? 0) }
    for life in replay.bands { if let lane = numbers[life.lane] { add(life, to: lane) } }
    addMarks()
  }

  private mutating func add(_ life: PictureLife, to lane: Int) {
    guard let span = life.span else { return }
    let end = max(span.end.index, span.begin.index + 1)
    if let row = lanes[lane].ends.firstIndex(where: { $0 <= span.begin.index }) {
      lanes[lane].rows[row].append(life)
      lanes[lane].ends[row] = end
    } else if lanes[lane].rows.count < Self.mostRows {
      lanes[lane].rows.append([life])
      lanes[lane].ends.append(end)
    } else {
      lanes[lane].leftOut += 1
    }
  }

  private mutating func addMarks() {
    for (index, event) in trace.events.enumerated() where Self.sign(event) != nil {
      lanes[ofRecord[index]].marks.append(index)
    }
  }

  /// The sign of a record that has one: `✕3` for a failure with its code, `R` for a reward.
  private static func sign(_ event: Event) -> String? {
    switch event.kind {
    case .adFailedToLoad, .adFailedToPresent: "✕\(event.errorCode.map { String($0) } ?? "")"
    case .appMemoryWarning: "!"
    case .adRewardEarned: "R"
    case .adRewardGranted: "G"
    case .adClicked: "C"
    case .adPaid: "$"
    default: nil
    }
  }
}

extension SessionLanes {
  /// Writes the members `lanes` and `laneOf`.
  func write(to writer: inout JSONWriter) {
    writer.key("lanes")
    writer.beginArray()
    for lane in lanes.indices { write(lane, to: &writer) }
    writer.endArray()
    writer.key("laneOf")
    writer.beginArray()
    for lane in ofRecord { writer.integer(Int64(lane)) }
    writer.endArray()
  }

  private func write(_ number: Int, to writer: inout JSONWriter) {
    let lane = lanes[number]
    writer.beginObject()
    writer.field("kind", kind(lane.key))
    writer.field("title", title(lane))
    writer.field("unit", unit(lane.key))
    writer.key("rows")
    writer.beginArray()
    for row in lane.rows {
      writer.beginArray()
      for life in row { write(life, to: &writer) }
      writer.endArray()
    }
    writer.endArray()
    writer.key("marks")
    writer.beginArray()
    for index in lane.marks { writeMark(index, to: &writer) }
    writer.endArray()
    writer.endObject()
  }

  private func kind(_ key: PictureLane.Key) -> String {
    switch key {
    case .app: "app"
    case .screen: "screen"
    case .slot: "slot"
    case .other: "other"
    }
  }

  private func title(_ lane: Lane) -> String {
    let more = lane.leftOut == 0 ? "" : " (\(AuditText.count(lane.leftOut, "more ad")))"
    switch lane.key {
    case .app: return "App" + more
    case .screen: return "Screen" + more
    case .other: return "Other records" + more
    case .slot(_, let scene):
      let format = replay.format(of: lane.key).text ?? "ad"
      let place = scene.isPresent ? " in \(text(scene))" : ""
      return "\(format) \(FittedText.shorteningUnits(unit(lane.key)))\(place)\(more)"
    }
  }

  private func unit(_ key: PictureLane.Key) -> String {
    guard case .slot(let unit, _) = key else { return "" }
    return unit.isPresent ? text(unit) : "(unknown unit)"
  }

  private func text(_ symbol: Symbol) -> String {
    TerminalEscaping.text(trace.symbols.text(symbol))
  }

  private func write(_ life: PictureLife, to writer: inout JSONWriter) {
    writer.beginObject()
    let name = life.name.isPresent ? text(life.name) : life.why.text ?? ""
    writer.field("name", name)
    writer.key("parts")
    writer.beginArray()
    for band in life.bands {
      writer.beginObject()
      writer.field("kind", band.kind.rawValue)
      writer.field("word", band.kind.word)
      writer.field("b", band.begin.index)
      writer.field("e", band.end.index)
      writer.field("bt", band.begin.t)
      writer.field("et", band.end.t)
      writer.field("end", Self.name(of: band.ending))
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private static func name(of ending: Life.Ending) -> String {
    switch ending {
    case .event: "event"
    case .gap: "gap"
    case .open: "open"
    }
  }

  private func writeMark(_ index: Int, to writer: inout JSONWriter) {
    let event = trace.events[index]
    let cause = event.failureCause(under: trace.header).text.map { ": \($0)" } ?? ""
    let isFailure = event.kind == .adFailedToLoad || event.kind == .adFailedToPresent
    writer.beginObject()
    writer.field("i", index)
    writer.field("sign", Self.sign(event) ?? "")
    writer.field("title", event.kind.name + (isFailure ? cause : ""))
    writer.endObject()
  }
}

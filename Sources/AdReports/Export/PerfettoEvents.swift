internal import AdReplay
internal import AdAudit
internal import JournalEncoding
internal import JournalFormat
internal import AdRules
internal import AdSession
internal import JSONLines

/// Writes the trace events of one session.
struct PerfettoEvents {
  var writer = JSONWriter(reserving: 1 << 14)
  private let audited: AuditedSession
  private let trace: Trace
  /// The index in ``stays`` of each event's ad; nil without one.
  private let stayOfEvent: [Int?]
  private let stays: [Stay]
  private let lanes: Lanes
  private let threads: PerfettoThreads
  /// For each record, the numbers of the flows from it to violations that are not before it.
  private var flows: [[Int]]

  init(_ audited: AuditedSession) {
    self.audited = audited
    trace = audited.reading.trace
    let lives = SessionLives(trace)
    stayOfEvent = lives.ofEvent
    stays = lives.all.map { Stay($0, audited.reading.trace.symbols) }
    lanes = Lanes(stays)
    var threads = PerfettoThreads()
    for (stay, lane) in zip(stays, lanes.ofStay) { threads.add(stay.track, lane) }
    if audited.isViolated { threads.add(Stay.Track(group: .violations)) }
    if !trace.gaps.isEmpty { threads.add(Stay.Track(group: .gaps)) }
    if trace.events.contains(where: { $0.kind.eventClass == .app }) {
      threads.add(Stay.Track(group: .app))
    }
    threads.add(Stay.Track(group: .events))
    threads.number()
    self.threads = threads
    flows = Array(repeating: [], count: trace.events.count)
    var number = 0
    for violation in audited.results.lazy.filter({ $0.hasFindings }).flatMap({ $0.violations }) {
      for index in violation.witness where index <= violation.certainAt {
        number += 1
        flows[index].append(number)
      }
    }
  }

  mutating func write() {
    writeNames()
    var beginsSlice = [Bool](repeating: false, count: trace.events.count)
    for (stay, lane) in zip(stays, lanes.ofStay) {
      for slice in stay.slices {
        beginsSlice[slice.begin] = true
        write(slice, threads.number(of: stay.track, lane), stay.track.group)
      }
    }
    for gap in trace.gaps { write(gap) }
    for index in trace.events.indices where !beginsSlice[index] { write(recordAt: index) }
    writeViolations()
  }

  // MARK: Names

  private mutating func writeNames() {
    name("process_name", 0, "session \(audited.reading.id)")
    if let header = trace.header {
      let labels = "\(header.app) \(header.appVersion), \(header.os) \(header.osVersion)"
      name("process_labels", 0, labels, key: "labels")
    }
    for (track, lane, number) in threads.all {
      name("thread_name", number, title(track) + (lane == 0 ? "" : " (\(lane + 1))"))
      begin("thread_sort_index", "M", number)
      writer.object("args") { $0.field("sort_index", number) }
      writer.endObject()
    }
  }

  private mutating func name(
    _ name: String, _ number: Int, _ text: String, key: StaticString = "name"
  ) {
    begin(name, "M", number)
    writer.object("args") { $0.field(key, text) }
    writer.endObject()
  }

  private func title(_ track: Stay.Track) -> String {
    switch track.group {
    case .ad:
      let slot = [track.unit, track.scene].filter { $0.isPresent }.map(trace.symbols.text)
      return ([track.format.text].compactMap { $0 } + ["ads of"] + slot).joined(separator: " ")
    default: return track.group.rawValue
    }
  }

  // MARK: Events

  /// Begins an event; number 0 means the process itself.
  private mutating func begin(_ name: String, _ phase: String, _ number: Int) {
    if !writer.bytes.isEmpty { writer.bytes.append(UInt8(ascii: ",")) }
    writer.endLine()
    writer.beginObject()
    writer.field("name", name)
    writer.field("ph", phase)
    marked("pid", PerfettoNumbers.mark, 0)
    marked("tid", PerfettoNumbers.mark, Int64(number))
  }

  /// A member whose number ``PerfettoNumbers`` replaces.
  private mutating func marked(_ key: String, _ mark: UInt8, _ number: Int64) {
    writer.key(key)
    writer.bytes.append(mark)
    writer.bytes.append(contentsOf: String(number).utf8)
  }

  private mutating func timestamp(_ microseconds: Int64) {
    marked("ts", PerfettoNumbers.timeMark, microseconds)
  }

  /// The microseconds from the start of the session to a record.
  private func time(_ index: Int) -> Int64 {
    min(trace.events[index].t, PerfettoTrace.latest / 1000) * 1000
  }

  private mutating func write(_ slice: Stay.Slice, _ number: Int, _ group: Stay.Group) {
    begin(slice.name, "X", number)
    writer.field("cat", group.rawValue)
    timestamp(time(slice.begin))
    writer.field("dur", time(slice.end) - time(slice.begin))
    beginArguments(slice.begin)
    writer.field("event", trace.events[slice.begin].kind.name)
    switch slice.ending {
    case .event:
      writer.field("until", trace.events[slice.end].kind.name)
      writer.field("until_seq", trace.events[slice.end].seq)
    case .gap: writer.field("until", "gap")
    case .open: writer.field("until", "the journal ends")
    }
    endArguments()
    beginFlows(from: slice.begin, number)
  }

  private mutating func write(_ gap: Gap) {
    let last = trace.events.count - 1
    let start = gap.position == 0 ? 0 : time(min(gap.position - 1, last))
    begin("gap", "X", threads.number(of: Stay.Track(group: .gaps)))
    writer.field("cat", "gaps")
    timestamp(start)
    writer.field("dur", time(min(gap.position, last)) - start)
    writer.key("args")
    writer.beginObject()
    if let dropped = gap.dropped { writer.field("lost_records", dropped) }
    endArguments()
  }

  private mutating func write(recordAt index: Int) {
    let event = trace.events[index]
    let name = event.kind == .unknown ? "(unknown kind)" : event.kind.name
    let number = thread(of: event, index)
    instant(name, event.kind.eventClass?.name ?? "unknown", number, index)
    beginArguments(index)
    endArguments()
    beginFlows(from: index, number)
  }

  private mutating func instant(
    _ name: String, _ category: String, _ number: Int, _ index: Int
  ) {
    begin(name, "i", number)
    writer.field("cat", category)
    timestamp(time(index))
    writer.field("s", "t")
  }

  /// Begins the flows from a record to violations, at the event that was written last.
  ///
  /// A flow belongs to the latest event of its thread: nothing may be written between them.
  private mutating func beginFlows(from index: Int, _ number: Int) {
    for flow in flows[index] { write(flow: flow, "s", number, index) }
    flows[index] = []
  }

  private mutating func write(flow: Int, _ phase: String, _ number: Int, _ index: Int) {
    begin("witness", phase, number)
    writer.field("cat", "violations")
    marked("id", PerfettoNumbers.mark, Int64(flow))
    timestamp(time(index))
    if phase == "f" { writer.field("bp", "e") }
    writer.endObject()
  }

  /// The thread of an instant event: that of its ad during the life of the ad.
  private func thread(of event: Event, _ index: Int) -> Int {
    if let stay = stayOfEvent[index], index <= stays[stay].end {
      return threads.number(of: stays[stay].track, lanes.ofStay[stay])
    }
    let isOfApp = event.kind.eventClass == .app
    return threads.number(of: Stay.Track(group: isOfApp ? .app : .events))
  }

  private mutating func beginArguments(_ index: Int) {
    let event = trace.events[index]
    writer.key("args")
    writer.beginObject()
    writer.field("seq", event.seq)
    writer.field("wall", WallClock.text(event.wall))
    writeFields(index)
  }

  private mutating func writeFields(_ index: Int) {
    var writer = self.writer
    self.writer.bytes = []
    EventFields(index, of: trace).forEach { name, value in
      writer.key(name.name)
      writer.value(value)
    }
    self.writer = writer
  }

  private mutating func endArguments() {
    writer.endObject()
    writer.endObject()
  }

  private mutating func writeViolations() {
    let number = threads.number(of: Stay.Track(group: .violations))
    var flow = 0
    for (rule, result) in zip(audited.rules, audited.results) where result.hasFindings {
      for violation in result.violations {
        instant(rule.id, rule.severity(of: violation).rawValue, number, violation.certainAt)
        writer.key("args")
        writer.beginObject()
        writer.field("seq", trace.events[violation.certainAt].seq)
        writer.field("because", violation.because)
        writer.array("witness") { writer in
          for index in violation.witness { writer.integer(trace.events[index].seq) }
        }
        endArguments()
        for _ in violation.witness.filter({ $0 <= violation.certainAt }) {
          flow += 1
          write(flow: flow, "f", number, violation.certainAt)
        }
      }
    }
  }
}

/// The tracks of a session as threads of its process.
struct PerfettoThreads {
  private var order: [Stay.Track] = []
  private var lanes: [Stay.Track: Int] = [:]
  private var first: [Stay.Track: Int] = [:]

  /// Adds a lane of a track.
  mutating func add(_ track: Stay.Track, _ lane: Int = 0) {
    if lanes[track] == nil { order.append(track) }
    lanes[track] = max(lanes[track] ?? 0, lane + 1)
  }

  /// Assigns numbers from 1, group by group.
  mutating func number() {
    order = Stay.Group.allCases.flatMap { group in order.filter { $0.group == group } }
    var next = 1
    for track in order {
      first[track] = next
      next += lanes[track] ?? 0
    }
  }

  /// The number of a lane.
  func number(of track: Stay.Track, _ lane: Int = 0) -> Int { (first[track] ?? 0) + lane }

  /// All lanes with their numbers, in order.
  var all: [(track: Stay.Track, lane: Int, number: Int)] {
    order.flatMap { track in
      (0..<(lanes[track] ?? 0)).map { (track, $0, number(of: track, $0)) }
    }
  }
}

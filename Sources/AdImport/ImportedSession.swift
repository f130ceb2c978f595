internal import JournalFormat
internal import AdSession

/// One process of a log: its records, and the names of its ads, numbered in order.
///
/// A sentence is assigned to the only ad that fits. If several ads fit, or if a required fact is
/// missing, it becomes a `note`. This assumes that a source that logs one load logs all of its
/// loads.
final class ImportedSession {
  /// A record without its envelope's numbers.
  struct Record {
    let kind: EventKind
    let wall: Int64
    let t: Int64
    var load: ImportedLoad?
    var fields: [(FieldName, FieldValue)] = []
    /// Whether it replaces an event of an unknown ad, so that an event is missing here.
    var isUnclear = false
    /// The message, if Google's SDK reports a failure that may be that of an ad network.
    var networkMessage: String?
  }

  let process: Int
  var name: String
  let offsetMinutes: Int
  /// Whether the process has an earlier session, because the clock went back.
  let isContinued: Bool
  /// Whether the log contains every load of the app.
  let isVouchedFor: Bool
  /// Whether AppLovin's SDK loads the ads; Google's SDK then is one of its ad networks.
  private(set) var usesMax = false
  /// The wall clock of its first line.
  let start: Int64
  var sdkVersion: String?
  var isTestDevice = false
  private(set) var records: [Record] = []
  /// A hash of all lines that became records.
  private(set) var hash: UInt64 = 0
  private(set) var notes = 0
  private var lastWall: Int64
  private var offsetNow: Int
  private var loads = LoadsInPlay()
  private var loadCount = 0
  private var recent: [RecentEvent] = []

  /// The largest step back of the clock within one session, in milliseconds.
  private static let steps: Int64 = 1000
  /// The maximum number of events that can be repeated.
  private static let mostRecent = 64
  /// The time after the end of an ad in which messages may still be about it, in milliseconds.
  private static let afterEnd: Int64 = 60_000

  init(
    process: Int, name: String, wall: Int64, offsetMinutes: Int, isContinued: Bool,
    isVouchedFor: Bool
  ) {
    self.isContinued = isContinued
    self.isVouchedFor = isVouchedFor
    self.process = process
    self.name = name
    self.offsetMinutes = offsetMinutes
    offsetNow = offsetMinutes
    start = wall
    lastWall = wall
  }

  /// Whether a record at this time can belong to the session.
  func reaches(_ wall: Int64) -> Bool { wall >= lastWall - Self.steps }

  /// Takes a sentence about ads or the app.
  ///
  /// - Parameter isTimed: Whether the line has its own time.
  func take(_ sentence: AdSentence, _ line: LoggedLine, isTimed: Bool) {
    move(to: line)
    loads.dropGone(before: lastWall - Self.afterEnd)
    guard let kind = sentence.kind else { return note(line, isUnclear: false) }
    guard Vocabulary.entry(of: kind)?.eventClass != .app else {
      return isTimed ? add(kind) : note(line, isUnclear: true)
    }
    guard isTimed else { return keepUnclear(sentence, line) }
    if isRepeat(sentence, kind, line) { return }
    assign(sentence, kind, line)
  }

  /// Takes a line that reports lost lines; the phases of all ads are unknown after it.
  func lose(_ line: LoggedLine) {
    move(to: line)
    loads = LoadsInPlay(lostAt: lastWall)
    note(line, isUnclear: true)
  }

  /// Takes the end of the log; with AppLovin's SDK, what Google's SDK reports becomes notes.
  func settle(usesMax: Bool) {
    self.usesMax = usesMax
    guard usesMax else { return }
    for index in records.indices {
      guard let text = records[index].networkMessage else { continue }
      notes += 1
      records[index] = Record(
        kind: .note, wall: records[index].wall, t: records[index].t,
        fields: [(.text, .string(text))], isUnclear: true)
    }
  }

  private func move(to line: LoggedLine) {
    hash = hash &* 0x9E37_79B9_7F4A_7C15 ^ line.hash
    lastWall = max(line.wall, lastWall)
    if line.offsetMinutes == offsetNow { return }
    offsetNow = line.offsetMinutes
    add(
      .appTimeChanged, nil,
      [(.utcOffsetMin, .integer(Int64(offsetNow))), (.reason, .string("zone"))])
  }

  // MARK: Records

  private func add(
    _ kind: EventKind, _ load: ImportedLoad? = nil, _ fields: [(FieldName, FieldValue)] = [],
    isUnclear: Bool = false, networkMessage: String? = nil
  ) {
    records.append(
      Record(
        kind: kind, wall: lastWall, t: lastWall - start, load: load, fields: fields,
        isUnclear: isUnclear, networkMessage: networkMessage))
  }

  private func note(_ line: LoggedLine, isUnclear: Bool) {
    notes += 1
    add(.note, nil, [(.text, .string(line.text))], isUnclear: isUnclear)
  }

  /// Keeps a sentence about an unknown ad as a note, and drops the loads that it may have changed.
  private func keepUnclear(_ sentence: AdSentence, _ line: LoggedLine) {
    let kind = sentence.kind
    if kind == .adRequested || kind == .adLoaded || kind == .adFailedToLoad {
      loads.dropOpen(sentence, line.source)
    }
    if kind != .adRequested && kind != .adFailedToLoad {
      loads.blur(sentence, line.source, at: lastWall)
    }
    note(line, isUnclear: true)
  }

  // MARK: Repeated events

  /// An event that was recorded a moment ago.
  private struct RecentEvent {
    let kind: EventKind
    let sentence: AdSentence
    let source: String
    let writer: LoggedLine.Writer
    /// Whether the line was assigned to a load that the app logged.
    let isAssigned: Bool
    let wall: Int64
    let load: ImportedLoad
    /// The index of its record.
    let record: Int
  }

  /// Whether the same event was logged a moment ago: with another wording, or by both SDK and app.
  private func isRepeat(_ sentence: AdSentence, _ kind: EventKind, _ line: LoggedLine) -> Bool {
    recent.removeAll { $0.wall < lastWall - Self.steps }
    let known = recent.firstIndex { other in
      guard other.kind == kind, other.load.fit(sentence, from: other.source) != .no else {
        return false
      }
      if (other.writer == .app) != (line.writer == .app) {
        return other.sentence.code == sentence.code || sentence.code == nil
      }
      return other.source == line.source && other.sentence.wording != sentence.wording
    }
    guard let known else { return false }
    let first = recent.remove(at: known)
    first.load.learn(from: sentence)
    if !first.isAssigned, case .one(let load) = pick(sentence, kind, line) {
      load.learn(from: sentence)
      load.learn(from: first.sentence)
      load.phase = ImportRules.phase(after: kind) ?? load.phase
      records[first.record].load = load
      loads.remove(first.load)
    }
    return true
  }

  // MARK: Naming

  private func assign(_ sentence: AdSentence, _ kind: EventKind, _ line: LoggedLine) {
    switch pick(sentence, kind, line) {
    case .unclear:
      keepUnclear(sentence, line)
    case .none:
      if ImportRules.lacksFact(sentence, kind) { return note(line, isUnclear: true) }
      if ImportRules.endsRequest(kind) { loads.dropOpen(sentence, line.source) }
      loadCount += 1
      let load = ImportedLoad(loadCount, of: sentence, from: line.source, .shown, at: lastWall)
      loads.add(load)
      record(sentence, kind, load, line, isAssigned: line.writer == .app)
    case .one(let load):
      load.learn(from: sentence)
      record(sentence, kind, load, line, isAssigned: true)
    }
  }

  private func record(
    _ sentence: AdSentence, _ kind: EventKind, _ load: ImportedLoad, _ line: LoggedLine,
    isAssigned: Bool
  ) {
    if let phase = ImportRules.phase(after: kind) {
      load.phase = phase
      load.since = lastWall
    }
    if ImportRules.lacksFact(sentence, kind) { return note(line, isUnclear: true) }
    add(
      kind, load, sentence.fields, networkMessage: line.writer == .google ? line.text : nil)
    // With more events at once than any app has, the oldest is not repeated any more.
    if recent.count >= Self.mostRecent { recent.removeFirst() }
    recent.append(
      RecentEvent(
        kind: kind, sentence: sentence, source: line.source, writer: line.writer,
        isAssigned: isAssigned, wall: lastWall, load: load, record: records.count - 1))
  }

  /// The load of a sentence: the first of the likely phases with a fitting load decides.
  ///
  /// A message of Google's SDK can be about any ad, even one that the app never logs, unless the
  /// log contains every load.
  private func pick(
    _ sentence: AdSentence, _ kind: EventKind, _ line: LoggedLine
  ) -> LoadsInPlay.Pick {
    if line.writer == .google && !isVouchedFor { return .none }
    let source = line.writer == .app ? line.source : ""
    for phases in ImportRules.phases(of: kind) {
      switch loads.pick(sentence, source, phases) {
      case .none: continue
      case .unclear: return .unclear
      case .one(let load):
        return hasRival(load, sentence, kind, source) ? .unclear : .one(load)
      }
    }
    return hasRival(nil, sentence, kind, source) ? .unclear : .none
  }

  private func hasRival(
    _ load: ImportedLoad?, _ sentence: AdSentence, _ kind: EventKind, _ source: String
  ) -> Bool {
    loads.hasRival(of: load, sentence, source) {
      ImportRules.isRival($0, of: load, at: kind, wall: lastWall)
    }
  }
}

/// A line with a known sentence.
struct LoggedLine {
  /// Who wrote a line.
  enum Writer {
    case app, google, max
  }

  let text: String
  let source: String
  let writer: Writer
  let wall: Int64
  let offsetMinutes: Int
  let hash: UInt64
}

internal import JournalFormat
internal import AdSession

/// One process of a log: its records, and the names of its ads, numbered in order.
///
/// A sentence is assigned to the only ad that fits. If several ads fit, it gets an ad of its own
/// behind a gap, and what follows about the others is unclear, too. If a required fact is missing,
/// it becomes a `note`. This assumes that a source that logs one load logs all of its loads.
final class ImportedSession {
  /// A record without its envelope's numbers.
  struct Record {
    var kind: EventKind
    let wall: Int64
    /// The number of its line in the log.
    let line: Int
    var load: ImportedLoad?
    var fields: [(FieldName, FieldValue)] = []
    /// Whether it replaces an event of an unknown ad, so that an event is missing here.
    var isUnclear = false
    /// The SDK that the record is from, with the message; nil for what the app itself logged.
    var origin: (sdk: String, message: String)?
  }

  /// What became of a sentence, for people.
  enum Fate: String {
    case event = "an event"
    case repeated = "the same event once more"
    case unclear = "an event of an ad of its own: it fits several"
    case incomplete = "a note: a fact that the event needs is missing"
    case remark = "a note"
    case inner = "a note: the message of a network below the mediator"
  }

  let process: Int
  var name: String
  let offsetMinutes: Int
  /// Whether the process has an earlier session, because the clock went back.
  let isContinued: Bool
  /// Whether the log contains every load of the app.
  let isVouchedFor: Bool
  /// The wall clock of its first line.
  let start: Int64
  /// The versions of the SDKs in its lines.
  private var versions: [(sdk: String?, version: String)] = []
  var isTestDevice = false
  var system: LogSystem?
  /// The SDKs that the lines are from.
  private(set) var sdks: SDKsInLog
  /// Whether only the order of its lines is known, and no durations.
  private(set) var hasOrderOnly: Bool
  private(set) var records: [Record] = []
  /// A hash of all lines that became records.
  private(set) var hash: UInt64 = 0
  /// The hash of the first of them.
  private(set) var firstHash: UInt64 = 0
  /// What of it is written while the log grows.
  var written: WrittenSession?
  private(set) var notes = 0
  /// The wall clock of the last line.
  private(set) var lastWall: Int64
  /// The time by which lines belong together; with order alone, each line takes ``pace``.
  private var now: Int64
  private var offsetNow: Int
  private var loads = LoadsInPlay()
  private var loadCount = 0
  private var recent: [RecentEvent] = []

  /// The largest step back of the clock within one session, in milliseconds.
  private static let steps: Int64 = 1000
  /// The time in which the app tells an event in two ways, in milliseconds.
  fileprivate static let moment: Int64 = 100
  /// The maximum number of events that can be repeated.
  private static let mostRecent = 64
  /// The time after the end of an ad in which messages may still be about it, in milliseconds.
  private static let afterEnd: Int64 = 60_000
  /// The milliseconds that a line counts as where no line has a time: what repeats an event is
  /// within ten lines of it.
  private static let pace: Int64 = 100

  init(
    process: Int, name: String, _ line: LoggedLine, sdk: String?, isContinued: Bool,
    isVouchedFor: Bool
  ) {
    sdks = SDKsInLog(given: sdk)
    self.isContinued = isContinued
    self.isVouchedFor = isVouchedFor
    self.process = process
    self.name = name
    hasOrderOnly = !line.isTimed
    offsetMinutes = line.offsetMinutes
    offsetNow = offsetMinutes
    start = line.wall
    lastWall = line.wall
    now = line.wall
  }

  /// Whether a record at this time can belong to the session.
  ///
  /// A header that is written and promises times excludes records without them.
  func reaches(_ line: LoggedLine) -> Bool {
    line.isTimed ? line.wall >= lastWall - Self.steps : hasOrderOnly || written == nil
  }

  /// The number of records that later lines cannot change, at a time and a line of the log.
  func settledCount(at wall: Int64, _ line: Int) -> Int {
    let end = records.lastIndex { record in
      hasOrderOnly
        ? Int64(line - record.line) * Self.pace > Self.steps : record.wall < wall - Self.steps
    }
    return end.map { $0 + 1 } ?? 0
  }

  /// The version of the SDK that the app talks to; nil if no line names it.
  var sdkVersion: String? { versions.last { $0.sdk == nil || $0.sdk == sdks.main }?.version }

  /// Notices the SDK of a line, and its version.
  func notice(_ sentence: AdSentence) {
    if let sdk = sentence.sdk, sentence.provesSDK { sdks.add(sdk) }
    if let sdk = sentence.namedSDK { sdks.add(named: sdk) }
    if let version = sentence.version { versions.append((sentence.sdk, version)) }
    if sentence.meaning == .testDevice { isTestDevice = true }
  }

  /// Takes a sentence about ads or the app.
  func take(_ sentence: AdSentence, _ line: LoggedLine) -> Fate {
    if !line.isTimed, sentence.kind != nil, !hasOrderOnly { loseClock(at: line) }
    move(to: line)
    loads.dropGone(before: now - Self.afterEnd)
    guard let kind = sentence.kind else {
      note(line, isUnclear: false)
      return .remark
    }
    if let sdk = sentence.sdk, sdks.isInner(sdk) {
      note(line, isUnclear: true)
      return .inner
    }
    guard Vocabulary.entry(of: kind)?.eventClass != .app else {
      add(kind, line)
      return .event
    }
    return isRepeat(sentence, kind, line) ? .repeated : assign(sentence, kind, line)
  }

  /// Takes a line that reports lost lines; the phases of all ads are unknown after it.
  func lose(_ line: LoggedLine) {
    move(to: line)
    loads = LoadsInPlay(lostAt: now)
    note(line, isUnclear: true)
  }

  /// Takes the end of the log: what networks below the mediator report becomes notes.
  ///
  /// - Returns: The numbers of their lines.
  func settle() -> [Int] {
    var lines: [Int] = []
    for index in records.indices {
      guard let origin = records[index].origin, sdks.isInner(origin.sdk) else { continue }
      notes += 1
      lines.append(records[index].line)
      records[index] = Record(
        kind: .note, wall: records[index].wall, line: records[index].line,
        fields: [(.text, .string(origin.message))], isUnclear: true)
    }
    return lines
  }

  /// Keeps only the order from here on: a line about an ad has no time.
  private func loseClock(at line: LoggedLine) {
    hasOrderOnly = true
    recent = []
    now = Int64(line.number) * Self.pace
    loads.restart(at: now)
  }

  private func move(to line: LoggedLine) {
    if records.isEmpty { firstHash = line.hash }
    hash = hash &* 0x9E37_79B9_7F4A_7C15 ^ line.hash
    lastWall = max(line.wall, lastWall)
    now = hasOrderOnly ? Int64(line.number) * Self.pace : lastWall
    if line.offsetMinutes == offsetNow { return }
    offsetNow = line.offsetMinutes
    add(
      .appTimeChanged, line, nil,
      [(.utcOffsetMin, .integer(Int64(offsetNow))), (.reason, .string("zone"))])
  }

  // MARK: Records

  private func add(
    _ kind: EventKind, _ line: LoggedLine, _ load: ImportedLoad? = nil,
    _ fields: [(FieldName, FieldValue)] = [], isUnclear: Bool = false, sdk: String? = nil
  ) {
    records.append(
      Record(
        kind: kind, wall: lastWall, line: line.number, load: load, fields: fields,
        isUnclear: isUnclear, origin: sdk.map { ($0, line.text) }))
  }

  private func note(_ line: LoggedLine, isUnclear: Bool) {
    notes += 1
    add(.note, line, nil, [(.text, .string(line.text))], isUnclear: isUnclear)
  }

  /// Drops the loads that a sentence may have changed, because several fit.
  private func forget(_ sentence: AdSentence, _ kind: EventKind, _ line: LoggedLine) {
    if kind == .adLoaded || kind == .adFailedToLoad {
      loads.dropOpen(sentence, line.source)
    } else {
      loads.blur(sentence, line.source, at: now)
    }
  }

  // MARK: Repeated events

  /// An event that was recorded a moment ago.
  private struct RecentEvent {
    let kind: EventKind
    /// The sentences that told it, with their sources.
    var told: [(sentence: AdSentence, source: String)]
    /// Whether the line was assigned to a load that the app logged.
    var isAssigned: Bool
    let now: Int64
    let load: ImportedLoad
    /// The index of its record.
    let record: Int

    /// Whether a sentence can tell the same event once more: with another wording, or from the
    /// other one of SDK and app.
    func repeats(
      _ sentence: AdSentence, _ kind: EventKind, from source: String, _ now: Int64
    ) -> Bool {
      guard kind == self.kind, load.fit(sentence, from: "") != .no else { return false }
      return told.allSatisfy { other in
        if other.sentence.isOfSDK != sentence.isOfSDK {
          return other.sentence.code == nil || sentence.code == nil
            || other.sentence.code == sentence.code
        }
        // Two names of callbacks are two callbacks, perhaps of two ads.
        if other.sentence.isName && sentence.isName && load.format != sentence.format {
          return false
        }
        return other.sentence.wording != sentence.wording
          && (sentence.isOfSDK || now - self.now <= ImportedSession.moment)
          && (other.source == source || other.source.isEmpty || source.isEmpty)
      }
    }
  }

  /// Whether the same event was logged a moment ago.
  private func isRepeat(_ sentence: AdSentence, _ kind: EventKind, _ line: LoggedLine) -> Bool {
    recent.removeAll { $0.now < now - Self.steps }
    guard
      let known = recent.firstIndex(where: { $0.repeats(sentence, kind, from: line.source, now) })
    else { return false }
    let first = recent[known]
    first.load.learn(from: sentence)
    complete(first.record, from: sentence)
    if !first.isAssigned, case .one(let load) = pick(sentence, kind, line) {
      load.learn(from: sentence)
      for other in first.told { load.learn(from: other.sentence) }
      load.phase = ImportRules.phase(after: kind) ?? load.phase
      records[first.record].load = load
      loads.remove(first.load)
      recent.remove(at: known)
    } else {
      recent[known].told.append((sentence, line.source))
    }
    return true
  }

  /// Adds to a record the fields that only a later sentence about it has.
  private func complete(_ index: Int, from sentence: AdSentence) {
    for (name, value) in sentence.fields {
      guard let old = records[index].fields.firstIndex(where: { $0.0 == name }) else {
        records[index].fields.append((name, value))
        continue
      }
      if name == .cause && records[index].fields[old].1 == .string("other") {
        records[index].fields[old].1 = value
      }
    }
  }

  // MARK: Naming

  private func assign(_ sentence: AdSentence, _ kind: EventKind, _ line: LoggedLine) -> Fate {
    var isUnclear = false
    switch pick(sentence, kind, line) {
    case .one(let load):
      load.learn(from: sentence)
      return record(sentence, kind, load, line, isAssigned: true)
    case .unclear:
      forget(sentence, kind, line)
      isUnclear = true
    case .none:
      if ImportRules.endsRequest(kind) { loads.dropOpen(sentence, line.source) }
    }
    loadCount += 1
    let load = ImportedLoad(loadCount, of: sentence, from: line.source, .shown, at: now)
    loads.add(load)
    return record(
      sentence, kind, load, line, isAssigned: isUnclear || !sentence.isOfSDK, isUnclear: isUnclear)
  }

  private func record(
    _ sentence: AdSentence, _ kind: EventKind, _ load: ImportedLoad, _ line: LoggedLine,
    isAssigned: Bool, isUnclear: Bool = false
  ) -> Fate {
    if let phase = ImportRules.phase(after: kind) {
      load.phase = phase
      load.since = now
    }
    if ImportRules.lacksFact(sentence, kind) {
      note(line, isUnclear: true)
      return .incomplete
    }
    add(kind, line, load, sentence.fields, isUnclear: isUnclear, sdk: sentence.sdk)
    // With more events at once than any app has, the oldest is not repeated any more.
    if recent.count >= Self.mostRecent { recent.removeFirst() }
    recent.append(
      RecentEvent(
        kind: kind, told: [(sentence, line.source)], isAssigned: isAssigned, now: now, load: load,
        record: records.count - 1))
    return isUnclear ? .unclear : .event
  }

  /// The load of a sentence: the first of the likely phases with a fitting load decides.
  ///
  /// A message of Google's SDK can be about any ad, even one that the app never logs, unless the
  /// log contains every load, or the message names the unit.
  private func pick(
    _ sentence: AdSentence, _ kind: EventKind, _ line: LoggedLine
  ) -> LoadsInPlay.Pick {
    if sentence.isOfSDK && sentence.unit == nil && !isVouchedFor { return .none }
    let source = sentence.isOfSDK ? "" : line.source
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
      ImportRules.isRival($0, of: load, at: kind, now: now)
    }
  }
}

/// A line with a known sentence.
struct LoggedLine {
  /// The number in the log, from 1.
  let number: Int
  let text: String
  /// The `logcat` tag; empty if it does not identify who wrote the line.
  let source: String
  let wall: Int64
  /// Whether the line has a time.
  let isTimed: Bool
  let offsetMinutes: Int
  let hash: UInt64
}

internal import JournalFormat
internal import AdSession

/// One process of a log: its records, and the names that order gives its ads.
///
/// A sentence is about the one ad that it can be about. Where it can be about several, or the line
/// does not tell what its event must have, it stays a `note`. This takes for granted that who tells
/// of one load tells of every load.
final class ImportedSession {
  /// A record without its envelope's numbers.
  struct Record {
    let kind: EventKind
    let wall: Int64
    let t: Int64
    var load: ImportedLoad?
    var fields: [(FieldName, FieldValue)] = []
    /// Whether it stands for an event that could not be told, so that something is missing here.
    var isUnclear = false
  }

  let process: Int
  var name: String
  let offsetMinutes: Int
  /// Whether the log told of the process before: the clock went back.
  let isContinued: Bool
  /// The first time at which it said something.
  let start: Int64
  var sdkVersion: String?
  var isTestDevice = false
  private(set) var records: [Record] = []
  /// A hash of all that became records.
  private(set) var hash: UInt64 = 0
  private(set) var notes = 0
  private var lastWall: Int64
  private var offsetNow: Int
  private var loads = LoadsInPlay()
  private var loadCount = 0
  private var told: [Told] = []

  /// A clock that went back by more cannot be told from another run: milliseconds.
  private static let steps: Int64 = 1000
  /// Nothing is told of an ad for longer after its end: milliseconds.
  private static let afterEnd: Int64 = 60_000

  init(process: Int, name: String, wall: Int64, offsetMinutes: Int, isContinued: Bool) {
    self.isContinued = isContinued
    self.process = process
    self.name = name
    self.offsetMinutes = offsetMinutes
    offsetNow = offsetMinutes
    start = wall
    lastWall = wall
  }

  /// Whether a record at this time can belong to it.
  func reaches(_ wall: Int64) -> Bool { wall >= lastWall - Self.steps }

  /// Takes a sentence of the process that tells something of ads or of the app.
  ///
  /// - Parameters:
  ///   - source: Who said it: a tag of `logcat`.
  ///   - isTimed: Whether the time is the sentence's own.
  func take(_ sentence: AdSentence, _ line: SaidLine, isTimed: Bool) {
    move(to: line)
    loads.dropGone(before: lastWall - Self.afterEnd)
    guard let kind = sentence.kind else { return note(line, isUnclear: false) }
    guard Vocabulary.entry(of: kind)?.eventClass != .app else {
      return isTimed ? add(kind) : note(line, isUnclear: true)
    }
    guard isTimed else { return cannotTell(sentence, line) }
    if isRepeat(sentence, kind, line) { return }
    place(sentence, kind, line)
  }

  /// Takes that lines of the process are lost: anything can have become of its ads.
  func lose(_ line: SaidLine) {
    move(to: line)
    loads = LoadsInPlay(lostAt: lastWall)
    note(line, isUnclear: true)
  }

  private func move(to line: SaidLine) {
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
    isUnclear: Bool = false
  ) {
    records.append(
      Record(
        kind: kind, wall: lastWall, t: lastWall - start, load: load, fields: fields,
        isUnclear: isUnclear))
  }

  private func note(_ line: SaidLine, isUnclear: Bool) {
    notes += 1
    add(.note, nil, [(.text, .string(line.text))], isUnclear: isUnclear)
  }

  /// Keeps a sentence about an ad that cannot be named, and forgets what it can have changed.
  private func cannotTell(_ sentence: AdSentence, _ line: SaidLine) {
    let kind = sentence.kind
    if kind == .adRequested || kind == .adLoaded || kind == .adFailedToLoad {
      loads.dropOpen(sentence, line.source)
    }
    if kind != .adRequested && kind != .adFailedToLoad {
      loads.blur(sentence, line.source, at: lastWall)
    }
    note(line, isUnclear: true)
  }

  // MARK: What two callers tell

  /// An event that was told a moment ago.
  private struct Told {
    let kind: EventKind
    let sentence: AdSentence
    let source: String
    let isOfSDK: Bool
    let wall: Int64
    let load: ImportedLoad
    /// Which record tells it.
    let record: Int
  }

  /// Whether another caller told the same a moment ago: in other words from one source, or the SDK
  /// and the app.
  private func isRepeat(_ sentence: AdSentence, _ kind: EventKind, _ line: SaidLine) -> Bool {
    told.removeAll { $0.wall < lastWall - Self.steps }
    let place = told.firstIndex { other in
      guard other.kind == kind, other.load.fit(sentence, from: other.source) != .no else {
        return false
      }
      if other.isOfSDK != line.isOfSDK {
        return other.sentence.code == sentence.code || sentence.code == nil
      }
      return other.source == line.source && other.sentence.wording != sentence.wording
    }
    guard let place else { return false }
    let first = told.remove(at: place)
    first.load.learn(from: sentence)
    if first.isOfSDK, case .one(let load) = pick(sentence, kind, line) {
      load.learn(from: sentence)
      load.phase = .failed
      records[first.record].load = load
    }
    return true
  }

  // MARK: Naming

  private func place(_ sentence: AdSentence, _ kind: EventKind, _ line: SaidLine) {
    switch pick(sentence, kind, line) {
    case .unclear:
      cannotTell(sentence, line)
    case .none:
      if ImportRules.lacksFact(sentence, kind) { return note(line, isUnclear: true) }
      if ImportRules.endsRequest(kind) { loads.dropOpen(sentence, line.source) }
      loadCount += 1
      let load = ImportedLoad(loadCount, of: sentence, from: line.source, .shown, at: lastWall)
      loads.add(load)
      record(sentence, kind, load, line)
    case .one(let load):
      load.learn(from: sentence)
      record(sentence, kind, load, line)
    }
  }

  private func record(
    _ sentence: AdSentence, _ kind: EventKind, _ load: ImportedLoad, _ line: SaidLine
  ) {
    if let phase = ImportRules.phase(after: kind) {
      load.phase = phase
      load.since = lastWall
    }
    if ImportRules.lacksFact(sentence, kind) { return note(line, isUnclear: true) }
    add(kind, load, sentence.fields)
    told.append(
      Told(
        kind: kind, sentence: sentence, source: line.source, isOfSDK: line.isOfSDK,
        wall: lastWall, load: load, record: records.count - 1))
  }

  /// The load that a sentence is about: the first phases in which one is found decide.
  ///
  /// What the SDK itself says can be about any ad, also about one of which the app tells nothing.
  private func pick(
    _ sentence: AdSentence, _ kind: EventKind, _ line: SaidLine
  ) -> LoadsInPlay.Pick {
    if line.isOfSDK { return .none }
    for phases in ImportRules.phases(of: kind) {
      switch loads.pick(sentence, line.source, phases) {
      case .none: continue
      case .unclear: return .unclear
      case .one(let load):
        return hasRival(load, sentence, kind, line.source) ? .unclear : .one(load)
      }
    }
    return hasRival(nil, sentence, kind, line.source) ? .unclear : .none
  }

  private func hasRival(
    _ load: ImportedLoad?, _ sentence: AdSentence, _ kind: EventKind, _ source: String
  ) -> Bool {
    loads.hasRival(of: load, sentence, source) {
      ImportRules.isRival($0, of: load, at: kind, wall: lastWall)
    }
  }
}

/// A line that said something, and when.
struct SaidLine {
  let text: String
  let source: String
  let isOfSDK: Bool
  let wall: Int64
  let offsetMinutes: Int
  let hash: UInt64
}

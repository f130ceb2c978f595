internal import AdSession

/// One load and the ad that it delivered, as far as a log tells of them.
final class ImportedLoad {
  /// How far it got.
  enum Phase {
    case open, ready, asked, shown, gone, failed
    /// The log told of an ad that nobody can name: it can be in any phase.
    case unknown
  }

  /// Names it: `r-1`, `a-1`.
  let number: Int
  /// Who told of it first: a tag of `logcat`; empty where that says nothing.
  let source: String
  var format: Word?
  var unit: String?
  var phase: Phase
  /// When it got there.
  var since: Int64

  init(_ number: Int, of sentence: AdSentence, from source: String, _ phase: Phase, at wall: Int64)
  {
    self.number = number
    self.source = source
    self.phase = phase
    format = sentence.format
    unit = sentence.unit
    since = wall
  }

  /// Stands for ads of which nothing is known.
  convenience init(unnamedAt wall: Int64) {
    self.init(0, of: AdSentence(.remark), from: "", .unknown, at: wall)
  }

  /// How well a sentence fits.
  enum Fit { case no, perhaps, well }

  /// Whether a sentence can be about it: well where both have one format or come from one source.
  func fit(_ sentence: AdSentence, from source: String) -> Fit {
    if let unit, let other = sentence.unit, unit != other { return .no }
    if let format, let other = sentence.format { return format == other ? .well : .no }
    if let presumed = sentence.presumed {
      return (format ?? presumed) == (sentence.format ?? presumed) ? .well : .perhaps
    }
    return self.source == source || self.source.isEmpty || source.isEmpty ? .well : .perhaps
  }

  /// Takes over what a sentence about it tells.
  func learn(from sentence: AdSentence) {
    format = format ?? sentence.format
    unit = unit ?? sentence.unit
  }
}

/// The loads of a session of which more can be told.
struct LoadsInPlay {
  /// Which load a sentence is about.
  enum Pick {
    case one(ImportedLoad)
    case none
    case unclear
  }

  private var loads: [ImportedLoad] = []
  /// More at once than any app has: nothing can be told apart then.
  private static let most = 64

  /// Begins with nothing.
  init() {}

  /// Begins with ads of which nobody knows anything.
  init(lostAt wall: Int64) { loads = [ImportedLoad(unnamedAt: wall)] }

  mutating func add(_ load: ImportedLoad) {
    loads.append(load)
    if loads.count > Self.most { loads = [ImportedLoad(unnamedAt: load.since)] }
  }

  /// The one load in some phases that a sentence fits.
  ///
  /// Another one that fits perhaps makes it unclear only where none fits well.
  func pick(
    _ sentence: AdSentence, _ source: String, _ phases: [ImportedLoad.Phase]
  ) -> Pick {
    let found = loads.filter { phases.contains($0.phase) }
      .map { (load: $0, fit: $0.fit(sentence, from: source)) }
    let good = found.filter { $0.fit == .well }
    if good.isEmpty { return found.contains { $0.fit == .perhaps } ? .unclear : .none }
    guard good.count == 1, good[0].load.phase != .unknown else { return .unclear }
    return .one(good[0].load)
  }

  /// Forgets the loads that a sentence can be about; one that nobody can name takes their place.
  mutating func blur(_ sentence: AdSentence, _ source: String, at wall: Int64) {
    loads.removeAll { $0.phase != .open && $0.fit(sentence, from: source) != .no }
    loads.append(ImportedLoad(0, of: sentence, from: source, .unknown, at: wall))
  }

  /// Forgets the requests that a sentence can be about.
  mutating func dropOpen(_ sentence: AdSentence, _ source: String) {
    loads.removeAll { $0.phase == .open && $0.fit(sentence, from: source) != .no }
  }

  /// Forgets what is over for so long that nothing more comes.
  mutating func dropGone(before wall: Int64) {
    loads.removeAll { ($0.phase == .gone || $0.phase == .failed) && $0.since < wall }
  }

  /// Whether another load than this one, that a sentence fits, makes it unclear which is meant.
  func hasRival(
    of load: ImportedLoad?, _ sentence: AdSentence, _ source: String,
    where isRival: (ImportedLoad) -> Bool
  ) -> Bool {
    loads.contains { $0 !== load && isRival($0) && $0.fit(sentence, from: source) != .no }
  }
}

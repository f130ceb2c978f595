internal import AdSession

/// One load and its ad, as far as the log contains them.
final class ImportedLoad {
  /// A phase of the load and its ad.
  enum Phase {
    case open, ready, asked, shown, gone, failed
    /// The phase of an unknown ad.
    case unknown
  }

  /// The number in its names: `r-1`, `a-1`.
  let number: Int
  /// The tag of its first line in `logcat`; empty for other logs and for tags without meaning.
  let source: String
  /// The SDK that logged it; nil as long as only the app did.
  private(set) var sdk: String?
  var format: Word?
  var unit: String?
  /// The format and the unit in the records that are written: all of an ad have the same.
  private(set) var written: (format: Word?, unit: String?)?
  var phase: Phase
  /// The time at the start of the phase, as in ``LoggedLine/now``.
  var since: Int64

  init(_ number: Int, of sentence: AdSentence, from source: String, _ phase: Phase, at now: Int64) {
    self.number = number
    self.source = source
    self.phase = phase
    sdk = sentence.sdk
    format = sentence.format
    unit = sentence.unit
    since = now
  }

  /// A placeholder for unknown ads.
  convenience init(unnamedAt now: Int64) {
    self.init(0, of: .unknown, from: "", .unknown, at: now)
  }

  /// Keeps the format and the unit for all records.
  func keepWritten() {
    if written == nil { written = (format, unit) }
  }

  /// How well a sentence fits a load.
  enum Fit { case no, perhaps, well }

  /// Whether a sentence can be about the load; `well` for the same format or the same source.
  func fit(_ sentence: AdSentence, from source: String) -> Fit {
    if let sdk, let other = sentence.sdk, sdk != other { return .no }
    if let unit, let other = sentence.unit, unit != other { return .no }
    if let format, let other = sentence.format { return format == other ? .well : .no }
    if let presumed = sentence.presumed {
      return (format ?? presumed) == (sentence.format ?? presumed) ? .well : .perhaps
    }
    return self.source == source || self.source.isEmpty || source.isEmpty ? .well : .perhaps
  }

  /// Adds missing facts from a sentence about the load.
  func learn(from sentence: AdSentence) {
    format = format ?? sentence.format
    unit = unit ?? sentence.unit
    sdk = sdk ?? sentence.sdk
  }
}

/// The loads of a session about which more messages can follow.
struct LoadsInPlay {
  /// The load of a sentence.
  enum Pick {
    case one(ImportedLoad)
    case none
    case unclear
  }

  private var loads: [ImportedLoad] = []
  /// The maximum number of loads; with more than any app has, messages cannot be assigned.
  private static let most = 64

  /// Begins without loads.
  init() {}

  /// Begins after lost lines, with unknown ads.
  init(lostAt now: Int64) { loads = [ImportedLoad(unnamedAt: now)] }

  mutating func add(_ load: ImportedLoad) {
    loads.append(load)
    limit(to: load.since)
  }

  private mutating func limit(to now: Int64) {
    if loads.count > Self.most { loads = [ImportedLoad(unnamedAt: now)] }
  }

  /// Lets all phases begin now, where the clock of the session changes.
  func restart(at now: Int64) {
    for load in loads { load.since = now }
  }

  /// The only load in some phases that a sentence fits.
  ///
  /// Loads that fit `perhaps` make the result unclear only if no load fits `well`.
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

  /// Removes a load that turned out to be another one.
  mutating func remove(_ load: ImportedLoad) { loads.removeAll { $0 === load } }

  /// Replaces the loads that a sentence can be about with an unknown one.
  mutating func blur(_ sentence: AdSentence, _ source: String, at now: Int64) {
    loads.removeAll { $0.phase != .open && $0.fit(sentence, from: source) != .no }
    loads.append(ImportedLoad(0, of: sentence, from: source, .unknown, at: now))
    limit(to: now)
  }

  /// Removes the open requests that a sentence can be about.
  mutating func dropOpen(_ sentence: AdSentence, _ source: String) {
    loads.removeAll { $0.phase == .open && $0.fit(sentence, from: source) != .no }
  }

  /// Removes the loads that ended before a time.
  mutating func dropGone(before now: Int64) {
    loads.removeAll { ($0.phase == .gone || $0.phase == .failed) && $0.since < now }
  }

  /// Whether a sentence may also be about another load than this one.
  func hasRival(
    of load: ImportedLoad?, _ sentence: AdSentence, _ source: String,
    where isRival: (ImportedLoad) -> Bool
  ) -> Bool {
    loads.contains { $0 !== load && isRival($0) && $0.fit(sentence, from: source) != .no }
  }
}

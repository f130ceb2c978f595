internal import AdSession

/// Answers that hold for the whole session, each found when it is first asked for.
final class SessionCache {
  @exclusivity(unchecked) var reusedNames = ReusedNames()
  @exclusivity(unchecked) var firstAppOpenEvent: EventIndex?
  /// Whether the open background span is real, as the records after it show, and the record that
  /// shows it; with the span's first record.
  @exclusivity(unchecked) var lateLock: (begin: Int, isReal: Truth, at: Int)?
  @exclusivity(unchecked) var firstRealBackground: Int?
  /// The range of the last search for a record that proves that time passed, and the record that
  /// was found.
  @exclusivity(unchecked) var fitProof: (searched: ClosedRange<Int>, found: Int?)?
  /// The range of the last search for the app's phase after a gap, and whether it is the
  /// foreground.
  @exclusivity(unchecked) var phaseAhead: (searched: ClosedRange<Int>, isForeground: Bool)?
  @exclusivity(unchecked) var lost: LostRecords?
  @exclusivity(unchecked) var firstEvents: [EventClass: [Int]] = [:]
  /// The first event that names the format of each ad.
  @exclusivity(unchecked) var formatSources: [Symbol: Int]?
  /// The first load of each ad.
  @exclusivity(unchecked) var adLoads: [Symbol: AdLoad]?

  /// Forgets the session; only what was set is written again.
  func clear() {
    if !reusedNames.isEmpty { reusedNames = ReusedNames() }
    firstAppOpenEvent = nil
    lateLock = nil
    firstRealBackground = nil
    fitProof = nil
    phaseAhead = nil
    if lost != nil { lost = nil }
    if !firstEvents.isEmpty { firstEvents = [:] }
    if formatSources != nil { formatSources = nil }
    if adLoads != nil { adLoads = nil }
  }
}

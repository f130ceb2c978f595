internal import AdReplay
internal import AdRules
internal import AdSession

/// What one session contributes to the daily caps of its install.
struct CapNote {
  /// The session's name, as a hash; 0 if the name is unknown.
  var session: UInt64 = 0
  /// When it ran, and which launch it was.
  var span: InstallOrder.Span
  /// The number of its records: of several copies of a session, the longest counts.
  var records = 0
  /// The number of its question; nil if its verdicts depend on no other session.
  var question: Int?
  /// The input in which it begins.
  var input = 0
  /// The line with which it begins.
  var order = 0
  /// Its offset in the archive, if its journal cannot be read again.
  var archive: UInt64?
  /// Its shows and lost records; if it has a question also its decisions to show and its days.
  var entries: [CapEntry] = []

  init(_ span: InstallOrder.Span) { self.span = span }

  /// The note of a session that has been judged; nil if its install is not known.
  init?(_ reading: borrowing SessionReading, _ state: borrowing Session, asks: Bool) {
    guard let header = reading.trace.header, !header.install.isEmpty,
      let span = InstallOrder.Span(reading.trace)
    else { return nil }
    self.init(span)
    session = reading.trace.nameHash
    records = reading.recordCount
    order = reading.ordinal
    CapEntry.find(in: reading.trace, state, asks: asks, &entries)
  }

  /// Whether it is the same session, found twice.
  func isCopy(of other: CapNote) -> Bool {
    session == other.session && span.first == other.span.first
      && span.launchCount == other.span.launchCount
  }

  /// Sorts by the order in the install, then copies side by side, the longest first.
  static func precedes(_ one: CapNote, _ other: CapNote) -> Bool {
    if one.span.precedes(other.span) { return true }
    if other.span.precedes(one.span) { return false }
    return (one.session, other.records) < (other.session, one.records)
  }
}

/// The records of a session that are not stored, because the same line is stored already.
///
/// A file can repeat a line any number of times. Beyond ``Finding/most`` records that come after
/// one with the same or a higher `seq`, a line that repeats a later stored one is only counted.
/// Seals are compared with the stored lines: a line is therefore repeated only if no seal or
/// segment lies in between, and records of the session itself are stored twice.
struct RepeatedRecords {
  /// The lines that repeat one stored record.
  struct Dropped {
    var count = 0
    /// The offset of the first of these lines.
    var byte = 0
    var first = 0
    var last = 0
    /// All of these lines, if the reader keeps them.
    var lines: [ClosedRange<Int>] = []
  }

  /// A line, by its `seq` and its hash.
  private struct Line: Hashable {
    var seq: Int64
    var hash: UInt64
  }

  /// The last stored record with a line.
  private struct Known {
    var part: Int
    var record: Int
    var times = 0
  }

  /// The number of records after one with the same or a higher `seq`.
  private var count = 0
  /// The number of seals and segments so far.
  private var part = 0
  private var known: [Line: Known] = [:]
  /// The lines that were not stored, by the index of the record that they repeat.
  private(set) var dropped: [Int: Dropped] = [:]

  /// Whether no record came after one with the same or a higher `seq`.
  var isEmpty: Bool { count == 0 }

  /// Notes a seal, or the beginning of a segment.
  mutating func beginPart() { if !known.isEmpty { part += 1 } }

  /// Whether to count a record instead of storing it, because its line may be stored already.
  ///
  /// - Parameters:
  ///   - isOfSession: Whether its kind concerns the session as a whole.
  ///   - record: Its index if it is stored.
  ///   - hash: The hash of its line.
  ///   - at: The number of its line and its offset.
  mutating func drops(
    _ seq: Int64, isOfSession: Bool, record: Int, hash: () -> UInt64, at: (line: Int, byte: Int),
    keepsLines: Bool
  ) -> Bool {
    count += 1
    guard count > Note.most else { return false }
    let line = Line(seq: seq, hash: hash())
    let found = known[line]
    if let found, isOfSession ? found.times > 1 : found.part == part {
      drop(found.record, at, keepsLines)
      return true
    }
    known[line] = Known(part: part, record: record, times: (found?.times ?? 0) + 1)
    return false
  }

  private mutating func drop(_ record: Int, _ at: (line: Int, byte: Int), _ keepsLines: Bool) {
    let none = Dropped(byte: at.byte, first: at.line)
    dropped[record, default: none].count += 1
    dropped[record, default: none].last = at.line
    if keepsLines { dropped[record, default: none].lines.add(line: at.line) }
  }

  /// Adds what a further file repeats, behind `base` records.
  mutating func append(_ other: RepeatedRecords, base: Int) {
    for (record, lines) in other.dropped { dropped[record + base] = lines }
  }
}

extension Array where Element == ClosedRange<Int> {
  /// Adds a line, which comes behind all others.
  mutating func add(line: Int) {
    if let last, last.upperBound + 1 == line {
      self[endIndex - 1] = last.lowerBound...line
    } else {
      append(line...line)
    }
  }
}

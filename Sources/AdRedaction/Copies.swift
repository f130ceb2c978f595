import AdReplay
import JournalInput
import AdSession

/// Which records differ from another one of the same number, and which seals are wrong.
///
/// Records with the same `seq` and different bytes are damage. Their redactions must differ too,
/// even if the records differ only in removed text.
struct Copies {
  /// The facts about one line.
  struct Copy {
    /// Whether a line before it has the same `seq` and other bytes.
    var isOther = false
    /// Whether it is a seal, or the link to one, that does not fit.
    var isBadSeal = false
  }

  private struct Location: Hashable {
    var path: String
    var line: Int
  }

  /// The names of sessions in which lines contradict each other; only their lines are remembered.
  private var sessions: Set<String> = []
  private var badSeals: Set<Location> = []
  /// The hash of the first line of each `seq`.
  private var first: [String: [Int64: Int]] = [:]
  /// The hashes of wrong seals, whose repetitions are as wrong.
  private var wrong: Set<Int> = []

  init() {}

  /// The contradictions of a session.
  init(of reading: SessionReading) {
    for damage in reading.damage {
      switch damage.code {
      case .badSeal, .unannouncedSeal:
        badSeals.insert(Location(path: damage.path ?? reading.path, line: damage.line))
        sessions.insert(reading.name)
      case .recordConflict, .secondHeader: sessions.insert(reading.name)
      default: break
      }
    }
  }

  mutating func add(_ other: Copies) {
    sessions.formUnion(other.sessions)
    badSeals.formUnion(other.badSeals)
  }

  /// Compares a line with the lines before it.
  mutating func take(
    _ record: JournalLine.Record, _ bytes: [UInt8], path: String, line: Int
  ) -> Copy {
    guard sessions.contains(record.session) else { return Copy() }
    let hash = bytes.hashValue
    let known = first[record.session]?[record.seq]
    if known == nil { first[record.session, default: [:]][record.seq] = hash }
    if badSeals.contains(Location(path: path, line: line)) { wrong.insert(hash) }
    return Copy(isOther: known != nil && known != hash, isBadSeal: wrong.contains(hash))
  }
}

extension SessionReading {
  /// The name in the records: without the `#2` of a session that a second header began.
  var name: String { String(id.prefix { $0 != "#" }) }
}

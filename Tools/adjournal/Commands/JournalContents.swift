import AdJournal
import AdReport

/// The sessions of some journals, in memory: for the commands that show one.
struct JournalContents {
  /// Which sessions are kept; of the others only their ids are, however many there are.
  enum Kept {
    case all
    /// The one of this id; the first of all without one.
    case one(String?)
  }

  private(set) var ids: [String] = []
  private var kept: [Int: SessionReading] = [:]
  private(set) var findings = 0
  private let path: String

  /// What the files came to: damaged or fine.
  var code: ExitCode { findings > 0 ? .damaged : .fine }

  /// Reads a journal or a folder; throws the first failure.
  init(
    _ path: String, keeping kept: Kept, reader: JournalReader = JournalReader(jobs: Cores.count)
  ) throws {
    self.path = path
    let first = FirstSessions()
    let judge: @Sendable (inout SessionReading) -> Found = { reading in
      let keeps =
        switch kept {
        case .all: true
        case .one(.some(let id)): reading.id == id
        case .one(.none): first.isFirst(reading)
        }
      return Found(
        id: reading.id, damage: reading.damage.count, reading: keeps ? reading : nil)
    }
    try reader.read([path], judge: judge) { delivery in
      switch delivery {
      case .session(let found):
        self.kept[ids.count] = found.reading
        ids.append(found.id)
        findings += found.damage
      case .journal(let summary): findings += summary.damage.count
      case .failure(let error): throw error
      }
    }
  }

  /// What is told of a session.
  private struct Found {
    var id: String
    var damage: Int
    var reading: SessionReading?
  }

  /// The sessions that were kept, in order.
  var sessions: [SessionReading] { ids.indices.compactMap { kept[$0] } }

  /// Says what the exit code says.
  func complain() { Self.complain(findings, path) }

  static func complain(_ findings: Int, _ path: String) {
    if findings > 0 {
      Terminal.complain(
        "\(path): \(AuditText.count(findings, "damaged place")); "
          + "'adjournal check \(path)' shows the bytes")
    }
  }

  /// The session of this id; the first of all where none is asked for.
  func session(_ id: String?) throws -> SessionReading {
    let (place, note) = try Self.choice(of: id, among: ids, path)
    guard let reading = kept[place] else { throw UsageError("session \(ids[place]) was not kept") }
    if let note { Terminal.complain(note) }
    return reading
  }

  /// The place of an id among those of a file; the first where none is asked for, and what is then
  /// to be said.
  static func choice(
    of id: String?, among ids: [String], _ path: String
  ) throws -> (place: Int, note: String?) {
    guard let found = id.map({ ids.firstIndex(of: $0) }) ?? ids.indices.first else {
      throw UsageError(
        id.map { "\(path) has no session '\($0)'" } ?? "\(path) has no session: it is empty",
        near: id ?? "", known: ids)
    }
    let note =
      "\(path) has \(ids.count) sessions; this is \(ids[found]), the first"
      + " (--session ID takes another)"
    return (found, ids.count > 1 && id == nil ? note : nil)
  }
}

/// Tells which session of a file is the first, while threads bring them in any order.
private final class FirstSessions: Sendable {
  private let lines = Lock<[String: Int]>([:])

  /// Whether none before it in its file has been seen.
  func isFirst(_ reading: borrowing SessionReading) -> Bool {
    let (path, line) = (reading.path, reading.ordinal)
    return lines.locked { lines in
      if let first = lines[path], first < line { return false }
      lines[path] = line
      return true
    }
  }
}

import AdReplay
import Platform
import AdReports

/// One session of a journal or a folder, in memory: for the commands that show one.
///
/// Of the others only their ids are kept, however many there are.
struct ChosenSession {
  private(set) var contents: JournalContents
  /// The id that was asked for; nil for the first session.
  private let id: String?
  /// Nil where the journal has none.
  private var found: SessionReading?

  /// Reads a journal or a folder for the session of an id, or the first one; throws the first
  /// failure.
  init(_ id: String?, of path: String, reader: JournalReader = .onAllCores) throws {
    self.id = id
    contents = JournalContents(path: path)
    let leading = FirstSessions(id == nil ? 1 : 0)
    var found = found
    let keep: @Sendable (SessionReading) -> SessionReading? = { reading in
      leading.has(reading.ordinal, of: reading.path) || reading.id == id ? reading : nil
    }
    try contents.read(reader, keeping: keep) { reading in
      guard let reading else { return }
      if found == nil, id == nil || reading.id == id { found = reading }
    }
    self.found = found
  }

  /// The session; says which one it is where others could be meant.
  func session() throws -> SessionReading {
    guard let found else { throw Self.refusal(of: id, among: contents.ids, contents.path) }
    if let note = Self.note(on: id, among: contents.ids, contents.path) { Terminal.complain(note) }
    return found
  }
}

/// What is said of a choice, in these words wherever the sessions come from.
extension ChosenSession {
  /// The place of an id among those of a file; the first where none is asked for.
  static func place(of id: String?, among ids: [String], _ path: String) throws -> Int {
    guard let place = id.map({ ids.firstIndex(of: $0) }) ?? ids.indices.first else {
      throw refusal(of: id, among: ids, path)
    }
    return place
  }

  /// Which one the first is, where there are others and none was asked for.
  static func note(on id: String?, among ids: [String], _ path: String) -> String? {
    guard id == nil, ids.count > 1 else { return nil }
    return "\(path) has \(ids.count) sessions; this is \(ids[0]), the first"
      + " (--session ID takes another)"
  }

  private static func refusal(of id: String?, among ids: [String], _ path: String) -> UsageError {
    guard let id, let first = ids.first else {
      return UsageError("\(path) has no session: it is empty")
    }
    let others = ids.count == 1 ? "its session is" : "it has \(ids.count) sessions, the first is"
    return UsageError(
      "\(path) has no session '\(id)'", near: id, known: ids, hint: "\(others) \(first)")
  }
}

/// Tells which sessions of a file are the first ones by the lines with which they begin, while threads
/// bring them in any order.
final class FirstSessions: Sendable {
  private let count: Int
  /// The lines of those that were seen, rising, no more than the count.
  private let lines = Lock<[String: [Int]]>([:])

  init(_ count: Int) { self.count = count }

  /// Whether fewer than the count before this line of a file have been seen.
  func has(_ line: Int, of path: String) -> Bool {
    if count == 0 { return false }
    return lines.locked { files in
      var lines = files[path] ?? []
      let place = lines.firstIndex { $0 >= line } ?? lines.count
      if place == count { return false }
      if place == lines.count || lines[place] != line {
        lines.insert(line, at: place)
        files[path] = Array(lines.prefix(count))
      }
      return true
    }
  }
}

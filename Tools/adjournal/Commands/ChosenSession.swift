import AdReplay
import JournalInput
import Platform
import AdReports

/// The session that a command shows, selected from a journal or a folder.
///
/// Only this session is kept in memory, and the ids of the others.
struct ChosenSession {
  private(set) var contents: JournalContents
  /// The requested id; nil for the first session.
  private let id: String?
  /// Nil if the journal has no such session.
  private var found: SessionReading?

  /// Reads a journal or a folder and keeps the session with an id, or the first one.
  ///
  /// - Throws: The first file that cannot be read.
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

  /// The session; prints a note if it was selected by default from several.
  func session() throws -> SessionReading {
    guard let found else { throw Self.noSession(of: id, among: contents.ids, contents.path) }
    if let note = Self.note(on: id, among: contents.ids, contents.path) {
      Terminal.printError(note)
    }
    return found
  }
}

/// The messages about a selection, shared by all commands that select a session.
extension ChosenSession {
  /// The index of an id among those of a file; the first index without an id.
  static func index(of id: String?, among ids: [String], _ path: String) throws -> Int {
    guard let index = id.map({ ids.firstIndex(of: $0) }) ?? ids.indices.first else {
      throw noSession(of: id, among: ids, path)
    }
    return index
  }

  /// The note that the first of several sessions was selected; nil if the choice is clear.
  static func note(on id: String?, among ids: [String], _ path: String) -> String? {
    guard id == nil, ids.count > 1 else { return nil }
    return "\(path) has \(ids.count) sessions; using the first, \(ids[0]) "
      + "(select another with '--session ID')"
  }

  /// The error that no session has an id, with the nearest one.
  static func noSession(of id: String?, among ids: [String], _ path: String) -> UsageError {
    guard let id, let first = ids.first else {
      return UsageError("no session in \(path): the file is empty")
    }
    let others =
      ids.count == 1 ? "its only session is" : "it has \(ids.count) sessions; the first is"
    return UsageError(
      "no session '\(id)' in \(path)", near: id, known: ids, hint: "\(others) '\(first)'")
  }
}

/// Keeps track of the first sessions of each file while several threads read them in any order.
///
/// Sessions are ordered by the line of their first record.
final class FirstSessions: Sendable {
  private let count: Int
  /// The first lines of the sessions seen so far, ascending, at most `count` per file.
  private let lines = Lock<[String: [Int]]>([:])

  init(_ count: Int) { self.count = count }

  /// Whether the session that begins at this line is among the first `count` seen so far.
  func has(_ line: Int, of path: String) -> Bool {
    if count == 0 { return false }
    return lines.locked { files in
      var lines = files[path] ?? []
      let index = lines.firstIndex { $0 >= line } ?? lines.count
      if index == count { return false }
      if index == lines.count || lines[index] != line {
        lines.insert(line, at: index)
        files[path] = Array(lines.prefix(count))
      }
      return true
    }
  }
}

internal import AdAudit
package import AdReports
internal import AdRules
internal import JSONLines
internal import Platform

/// The sessions with one problem: all of them, by path and name.
///
/// A session takes its texts and some 30 bytes of memory.
package struct ProblemSessions {
  /// A session with the problem.
  private struct Row {
    let path: String
    let session: String
    let install: UInt64?
    let appVersion: String?
    let day: String?
    /// The `seq` of the first violation of the problem.
    let seq: Int64

    /// The hash of the install, as the member `install` of an audit's line has it.
    var installText: String? {
      install.map { value in
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, 12 - digits.count)) + digits
      }
    }
  }

  /// Where a packed session is: its path, a zero byte and its name, then all else.
  private struct Location {
    let start: Int
    let pathLength: UInt32
    let keyLength: UInt32
    let length: UInt32

    var key: Range<Int> { start..<start + Int(keyLength) }
  }

  /// The name of the schema.
  package static let schema = "adjournal.problem/1"

  private let id: String
  private let identity: ProblemIdentity
  private var bytes: [UInt8] = []
  private var locations: [Location] = []

  /// Makes an empty list of a problem.
  package init(_ identity: ProblemIdentity) {
    self.identity = identity
    id = identity.id
  }

  /// The number of sessions.
  package var count: Int { locations.count }

  /// Adds a session if it has the problem.
  package mutating func add(_ session: FleetSession) {
    let seqs = session.violations.filter { $0.problem?.id == id }.map { $0.seq }
    guard let seq = seqs.min() else { return }
    var rest = ByteWriter()
    rest.optional(session.install) { $0.number($1) }
    rest.optional(session.facts.appVersion) { $0.text($1) }
    rest.optional(session.facts.day) { $0.text($1) }
    rest.number(seq)
    let start = bytes.count
    bytes += session.path.utf8
    let pathLength = bytes.count - start
    bytes.append(0)
    bytes += session.session.utf8
    let keyLength = bytes.count - start
    bytes += rest.bytes
    locations.append(
      Location(
        start: start, pathLength: UInt32(pathLength), keyLength: UInt32(keyLength),
        length: UInt32(bytes.count - start)))
  }

  private func forEach(_ body: (Row) -> Void) {
    let sorted = locations.sorted {
      bytes[$0.key].lexicographicallyPrecedes(bytes[$1.key])
    }
    for location in sorted {
      if let row = row(location) { body(row) }
    }
  }

  private func row(_ location: Location) -> Row? {
    let end = location.start + Int(location.length)
    let endOfPath = location.start + Int(location.pathLength)
    var rest = ByteReader(Array(bytes[location.key.upperBound..<end]))
    guard let install = rest.optional({ $0.number() }), let version = rest.optional({ $0.text() }),
      let day = rest.optional({ $0.text() }), let seq = rest.number()
    else { return nil }
    return Row(
      path: String(decoding: bytes[location.start..<endOfPath], as: UTF8.self),
      session: String(decoding: bytes[endOfPath + 1..<location.key.upperBound], as: UTF8.self),
      install: install.map { UInt64(bitPattern: $0) }, appVersion: version, day: day, seq: seq)
  }
}

extension ProblemSessions {
  /// Writes a table for people; the path comes last, as it is.
  package func writeText(_ style: TextStyle, _ write: (String) -> Void) {
    if count == 0 {
      return write("No session has the problem \(id) (\(TerminalEscaping.text(identity.rule))).\n")
    }
    var widths = Self.headings.map { $0.count }
    forEach { row in
      for (column, cell) in Self.cells(row).enumerated() {
        widths[column] = min(Self.widest, max(widths[column], FittedText.columns(cell)))
      }
    }
    write(style.bold(Self.line(Self.headings, widths)) + "\n")
    forEach { write(Self.line(Self.cells($0), widths) + "\n") }
  }

  private static let headings = ["day", "version", "install", "seq", "session", "path"]
  /// A column is not padded beyond it.
  private static let widest = 40

  private static func cells(_ row: Row) -> [String] {
    [
      row.day ?? "–", row.appVersion ?? "–", row.installText ?? "–", String(row.seq), row.session,
    ].map(TerminalEscaping.text) + [AuditText.name(ofFile: row.path)]
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    zip(cells, widths).enumerated().map { column, cell in
      if column == headings.count - 1 { return cell.0 }
      return column == 3 ? FittedText.aligned(cell.0, cell.1) : FittedText.padded(cell.0, cell.1)
    }.joined(separator: "  ")
  }

  /// Writes CSV (RFC 4180) with a row for each session.
  package func writeCSV(_ write: (String) -> Void) {
    write("path,session,install,app_version,day,seq\n")
    forEach { row in
      let texts = [row.path, row.session, row.installText, row.appVersion, row.day]
      let cells = texts.map { $0.map(CSVRows.cell(of:)) ?? "" }
      write((cells + [String(row.seq)]).joined(separator: ",") + "\n")
    }
  }

  /// Writes one JSON object of the schema, in parts; `problem` is nil if no session has it.
  package func writeJSON(_ problem: Problem?, tool: String?, _ write: ([UInt8]) -> Void) {
    var head = JSONWriter()
    head.beginObject()
    head.field("schema", Self.schema)
    head.optional("tool", tool)
    head.object("problem") { writer in
      writer.field("id", id)
      writer.field("rule", identity.rule)
      writer.optional("missing", identity.missing)
      writer.optional("severity", problem?.severity.rawValue)
      writer.field("violations", problem?.violations ?? 0)
      writer.field("sessions", count)
      writer.field("installs", problem?.installs.installs ?? 0)
      writer.field("installs_exact", problem?.installs.isExact ?? true)
    }
    head.key("sessions")
    head.beginArray()
    write(head.bytes)
    var isFirst = true
    forEach { row in
      var writer = JSONWriter()
      writer.object { writer in
        writer.field("path", row.path)
        writer.field("session", row.session)
        writer.optional("install", row.installText)
        writer.optional("app_version", row.appVersion)
        writer.optional("day", row.day)
        writer.field("seq", row.seq)
      }
      write((isFirst ? [] : [UInt8(ascii: ",")]) + writer.bytes)
      isFirst = false
    }
    write(Array("]}\n".utf8))
  }
}

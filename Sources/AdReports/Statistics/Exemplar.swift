package import JSONLines

/// The session that shows a finding with the fewest records.
package struct Exemplar: Comparable, Sendable {
  package var records = Int.max
  package var path = ""
  package var session = ""

  /// Makes the example of no session, which every session precedes.
  package init() {}

  /// Makes the example of a session.
  package init(records: Int, path: String, session: String) {
    self.records = records
    self.path = path
    self.session = session
  }

  /// By records, then by path and name.
  package static func < (one: Self, other: Self) -> Bool {
    (one.records, one.path, one.session) < (other.records, other.path, other.session)
  }

  /// Writes the members of its JSON object.
  package func write(to writer: inout JSONWriter) {
    writer.field("session", session)
    writer.field("path", path)
    writer.field("records", records)
  }
}

extension JSONWriter {
  /// Writes the key `example` with an object, or with null.
  package mutating func example(_ example: Exemplar?) {
    key("example")
    guard let example else { return null() }
    object { example.write(to: &$0) }
  }
}

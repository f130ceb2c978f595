import AdSession

extension [Record] {
  /// The journal as it would be with a lost record before the one at this place; at the end, cut
  /// off behind the last whole line.
  func gap(before place: Int) -> [Record] {
    var copy = self
    for index in place..<count where copy[index].session == copy[place].session {
      copy[index].seq += 1
    }
    return copy
  }

  /// The journal with a lost record behind the header, after which the app says that it is active:
  /// until it does nobody knows whether a deadline runs.
  var gapBeforeAll: [Record] {
    var copy = self
    var active = Record(copy[0].fields.filter { ["v", "session", "t", "wall"].contains($0.name) })
    active["event"] = "\"app.became_active\""
    active["seq"] = "3"
    for index in copy.indices.dropFirst() { copy[index].seq += 2 }
    copy.insert(active, at: 1)
    return copy
  }

  /// The journal and, after each record that names something, the same record of another slot: with
  /// other units, requests, ads, loads and windows.
  var twoSlots: [Record] {
    twins { record in
      var twin = record
      for name in Self.names { if let text = record.text(name) { twin[name] = "\"\(text)-x\"" } }
      return Self.names.contains { record[$0] != nil } ? twin : nil
    }
  }

  /// The journal and, after each record that a scene of its own can have, the same in another
  /// scene.
  var twoScenes: [Record] {
    twins { record in
      var twin = record
      for name in Self.names.dropFirst() {
        if let text = record.text(name) { twin[name] = "\"\(text)-x\"" }
      }
      let kind = EventKind(name: record.event)
      let hasScene = Self.hasScene(kind) || Self.names.contains { record[$0] != nil }
      guard hasScene else { return nil }
      if Self.hasScene(kind) { twin["scene"] = "\"\(record.text("scene") ?? "")-x\"" }
      return twin
    }
  }

  /// The journal with another one, line by line, as a fleet's partition holds them.
  func interleaved(with other: [Record]) -> [Record] {
    var lines: [Record] = []
    for index in 0..<Swift.max(count, other.count) {
      if index < count { lines.append(self[index]) }
      if index < other.count { lines.append(other[index]) }
    }
    return lines
  }

  /// The same session under another name, of another install.
  func renamed(_ session: String) -> [Record] {
    map { record in
      var copy = record
      copy["session"] = "\"\(session)\""
      if copy["install"] != nil { copy["install"] = "\"\(session)\"" }
      return copy
    }
  }

  /// What names something of a slot; a twin in another scene keeps its unit.
  private static let names = ["unit", "request", "ad", "load", "window"]

  private static func hasScene(_ kind: EventKind) -> Bool {
    Vocabulary.entries.first { $0.kind == kind }?.fields.contains { $0.name == .scene } ?? false
  }

  private func twins(_ twin: (Record) -> Record?) -> [Record] {
    var lines: [Record] = []
    for record in self {
      for line in [record, twin(record)].compactMap({ $0 }) {
        lines.append(line)
        lines[lines.count - 1].seq = lines.count
      }
    }
    return lines
  }
}

extension EventKind {
  fileprivate init(name: String) { self = Self.allCases.first { $0.name == name } ?? .unknown }
}

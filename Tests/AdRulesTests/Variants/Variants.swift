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

  /// The journal of an app with several scenes and, after each record that can have a scene of its
  /// own, the same in another scene.
  var twoScenes: [Record] {
    ofSeveralScenes.twins { record in
      var twin = record
      for name in Self.names.dropFirst() {
        if let text = record.text(name) { twin[name] = "\"\(text)-x\"" }
      }
      let hasScene = record.canNameScene || Self.names.contains { record[$0] != nil }
      guard hasScene else { return nil }
      if record.canNameScene { twin["scene"] = "\"\(record.text("scene") ?? "")-x\"" }
      return twin
    }
  }

  /// The journal as an app with several scenes writes it: each record names its scene.
  private var ofSeveralScenes: [Record] {
    if self[0]["multi_scene"] == "true" { return self }
    var copy = self
    copy[0]["multi_scene"] = "true"
    for index in indices where copy[index].canNameScene && copy[index]["scene"] == nil {
      copy[index]["scene"] = "\"s\""
    }
    return copy
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

extension Record {
  fileprivate var canNameScene: Bool {
    let kind = EventKind(name: event)
    return Vocabulary.entries.first { $0.kind == kind }?.fields.contains { $0.name == .scene }
      ?? false
  }
}

extension EventKind {
  fileprivate init(name: String) { self = Self.allCases.first { $0.name == name } ?? .unknown }
}

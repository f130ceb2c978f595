internal import AdFleet
internal import AdReports
internal import AdRules
internal import AdSession
internal import JSONLines

extension PageEngine {
  /// Writes the members of the answer about a part of the list of sessions.
  ///
  /// O(sessions · log sessions).
  func writeSessions(_ request: PageRequest, to writer: inout JSONWriter) {
    let found = sessions.indices.filter {
      sessions[$0].matches(request.filter)
        && sessions[$0].has(problem: request.problem, rule: request.rule)
    }
    let sorted = found.sorted { precedes($0, $1, by: request.sort) }
    let start = max(0, min(request.from, sorted.count))
    let end = min(sorted.count, start + max(0, min(request.count, 1000)))
    writer.field("total", sorted.count)
    writer.array("rows") { writer in
      for index in sorted[start..<end] {
        writer.object { write(sessions[index], request, to: &$0) }
      }
    }
  }

  private func precedes(_ one: Int, _ other: Int, by sort: String) -> Bool {
    let (first, second) = (sessions[one], sessions[other])
    switch sort {
    case "violations":
      // The counts begin with the least severity.
      for (own, its) in zip(first.counts, second.counts).reversed() where own != its {
        return own > its
      }
    case "records":
      if first.fleet.records != second.fleet.records {
        return first.fleet.records > second.fleet.records
      }
    case "session":
      if first.key != second.key { return NaturalOrder.precedes(first.key, second.key) }
    default: break
    }
    return (first.wall, one) < (second.wall, other)
  }

  private func write(
    _ session: KeptSession, _ request: PageRequest, to writer: inout JSONWriter
  ) {
    let fleet = session.fleet
    let place = session.firstPlace(problem: request.problem, rule: request.rule)
    writer.field("key", session.key)
    writer.field("session", TerminalEscaping.text(fleet.session))
    writer.field("file", AuditText.name(ofFile: fleet.path))
    writer.field("begin", session.begin)
    writer.field("version", TerminalEscaping.text(fleet.facts.appVersion ?? ""))
    writer.field("device", TerminalEscaping.text(session.device))
    writer.field("install", TerminalEscaping.text(session.install))
    writer.field("records", fleet.records)
    writer.field("duration", session.length.map { ReadableDuration.text($0) } ?? "")
    writer.field("end", session.end)
    writer.field("error", session.counts[2])
    writer.field("warning", session.counts[1])
    writer.field("info", session.counts[0])
    writer.field("damage", fleet.damage)
    writer.optional("rule", place?.rule)
    writer.key("seq")
    if let place { writer.integer(place.seq) } else { writer.null() }
  }
}

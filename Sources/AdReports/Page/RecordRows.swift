internal import AdAudit
internal import AdRules
internal import AdSession
package import JSONLines

/// Which records of a session a list shows; without any choice, all.
package struct RecordQuery: Equatable, Sendable {
  /// The name of an event, a prefix in front of `*`, or a part of names; empty for all.
  package var event = ""
  /// The name of an ad; empty for all.
  package var ad = ""
  /// An ad unit, or its part behind the last `/`; empty for all.
  package var unit = ""
  /// A text in the name of the event or in its fields, in any case; empty for all.
  package var text = ""
  /// Whether only records are shown that a violation names.
  package var onlyViolations = false

  /// Chooses everything.
  package init() {}
}

extension PageSession {
  /// Writes the members of the answer about `count` rows of a list of records, from a row on.
  ///
  /// `near` is the index of a record; its row, or that of the next record that is listed, is
  /// written, too. O(records) for a new query, else O(count).
  package func writeRecords(
    _ query: RecordQuery, from: Int, count: Int, near: Int?, to writer: inout JSONWriter
  ) {
    let indices = indices(of: query)
    writer.field("total", indices.count)
    writer.key("near")
    let row = near.flatMap { near in indices.firstIndex { $0 >= near } ?? indices.indices.last }
    if let row { writer.integer(Int64(row)) } else { writer.null() }
    let details = EventDetails(of: trace, style: .plain)
    let start = max(0, min(from, indices.count))
    let gaps = gapTexts
    writer.array("rows") { writer in
      for index in indices[start..<min(indices.count, start + max(0, count))] {
        writer.object { write(index, details, gaps[index], to: &$0) }
      }
    }
  }

  private func write(
    _ index: Int, _ details: EventDetails, _ gap: String?, to writer: inout JSONWriter
  ) {
    let event = trace.events[index]
    writer.field("i", index)
    writer.field("seq", event.seq)
    writer.field("line", event.line)
    writer.field("offset", AuditText.clock(event, in: trace))
    writer.field("clock", trace.hasTimes ? times.clock(index) : "")
    writer.field("day", trace.hasTimes ? times.day(index) : "")
    writer.field("event", name(of: event))
    writer.field("class", event.kind.eventClass?.name ?? "")
    writer.field("details", details.text(event) { trace.freeText($0, ofEvent: index) })
    let isCertain = named[index]?.contains { violations[$0 - 1].violation.certainAt == index }
    writer.optional("sign", isCertain.map { $0 ? "certain" : "named" })
    writer.array("violations") { for number in named[index] ?? [] { $0.integer(Int64(number)) } }
    writer.optional("gap", gap)
  }

  private var gapTexts: [Int: String] {
    var texts: [Int: String] = [:]
    for gap in trace.gaps { texts[gap.position] = Timeline.text(gap) }
    return texts
  }

  private func name(of event: Event) -> String {
    event.kind == .unknown ? "(unknown kind)" : event.kind.name
  }

  private func indices(of query: RecordQuery) -> [Int] {
    if let chosen, chosen.query == query { return chosen.indices }
    var selection = TimelineSelection()
    if !query.event.isEmpty { selection.kinds = kinds(matching: query.event) }
    if !query.ad.isEmpty { selection.ads = [query.ad] }
    if !query.unit.isEmpty { selection.units = [query.unit] }
    selection.onlyViolations = query.onlyViolations
    let isMatch = selection.filter(trace) { [named] in named[$0] != nil }
    let isUnknown = !query.event.isEmpty && selection.kinds.isEmpty
    let found = isUnknown ? [] : trace.events.indices.filter(isMatch)
    let indices = query.text.isEmpty ? found : matching(query.text.lowercased(), among: found)
    chosen = (query, indices)
    return indices
  }

  /// The kinds that a pattern names (``TimelineSelection/kinds(matching:)``); else those whose
  /// names contain it.
  private func kinds(matching text: String) -> Set<EventKind> {
    let named = TimelineSelection.kinds(matching: text)
    if !named.isEmpty { return Set(named) }
    let wanted = Array(text.lowercased().utf8)
    return Set(EventKind.allCases.filter { TextSearch.contains(wanted, in: Array($0.name.utf8)) })
  }

  private func matching(_ text: String, among indices: [Int]) -> [Int] {
    let details = EventDetails(of: trace, style: .plain)
    let wanted = Array(text.utf8)
    return indices.filter { index in
      let event = trace.events[index]
      let own =
        name(of: event) + " "
        + details.text(event) { trace.freeText($0, ofEvent: index) }
      return TextSearch.contains(wanted, in: Array(own.lowercased().utf8))
    }
  }
}

/// A search for a text in bytes.
package enum TextSearch {
  /// Whether bytes contain others; O(product of the lengths) at worst.
  package static func contains(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) { return true }
      rest.removeFirst()
    }
    return false
  }
}

package import JSONLines
internal import AdReports
internal import AdRules

/// A comparison as one JSON object of the schema `adjournal.compare/1`.
package enum ComparisonJSON {
  /// The name of the schema.
  package static let schema = "adjournal.compare/1"

  /// Writes the object.
  package static func write(
    _ comparison: FleetComparison, _ groups: [FleetGroup], tool: String?,
    repeatedSessions: Int = 0, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.field("schema", schema)
      writer.optional("tool", tool)
      writer.array("groups") { writer in
        for group in groups {
          writer.object {
            $0.field("name", group.name)
            $0.field("sessions", group.sessions)
          }
        }
      }
      writer.object("summary") { writer in
        for change in Change.allCases {
          writer.key(change.rawValue)
          writer.integer(Int64(comparison.count(change)))
        }
        AuditJSON.writeRepeated(repeatedSessions, to: &writer)
      }
      writer.array("rows") { writer in
        for row in comparison.rows { writer.object { write(row, to: &$0) } }
      }
    }
  }

  private static func write(_ row: ComparisonRow, to writer: inout JSONWriter) {
    switch row.subject {
    case .withoutViolations(let severity):
      writer.field("kind", "sessions")
      writer.field("id", FleetComparison.withoutViolations)
      writer.field("severity", severity.rawValue)
    case .problem(let id, let identity, let severity):
      writer.field("kind", "problem")
      writer.field("id", id)
      writer.field("rule", identity.rule)
      writer.optional("missing", identity.missing)
      writer.field("severity", severity.rawValue)
    case .rule(let id, let severity):
      writer.field("kind", "rule")
      writer.field("id", id)
      writer.field("severity", severity.rawValue)
    case .figure(let name):
      writer.field("kind", "figure")
      writer.field("id", name)
      switch row.placement {
      case .format(let name): writer.field("format", name)
      case .unit(let name): writer.field("unit", name)
      case nil: break
      }
    }
    writer.optional("sentence", row.sentence)
    writer.field("change", row.change.rawValue)
    if let isAccepted = row.isAccepted { writer.field("accepted", isAccepted) }
    switch row.values {
    case .rates(let before, let after):
      writer.object("before") { write(before, row.before, to: &$0) }
      writer.object("after") { write(after, row.after, to: &$0) }
    case .means(let before, let after):
      let isDuration = row.subject.isDuration
      writer.object("before") { write(before, row.before, isDuration, to: &$0) }
      writer.object("after") { write(after, row.after, isDuration, to: &$0) }
    }
    writer.number("p_value", row.pValue)
    writer.number("adjusted_p_value", row.pValue.map { _ in row.adjusted })
    writer.key("sessions_needed")
    if let needed = row.sessionsNeeded { writer.integer(needed) } else { writer.null() }
    writer.example(row.example)
  }

  private static func write(_ rate: Rate, _ group: String, to writer: inout JSONWriter) {
    writer.field("group", group)
    writer.field("count", rate.part)
    writer.field("of", rate.whole)
    let interval = rate.interval
    writer.number("value", rate.value)
    writer.number("low", interval.lowerBound)
    writer.number("high", interval.upperBound)
    writer.number("design_effect", rate.designEffect)
  }

  private static func write(
    _ mean: MeanFigure?, _ group: String, _ isDuration: Bool, to writer: inout JSONWriter
  ) {
    let unit = FigureUnit(isDuration: isDuration)
    writer.field("group", group)
    writer.number("value", mean.map { unit.value($0.value) })
    writer.number("low", mean?.interval.map { unit.value($0.lowerBound) })
    writer.number("high", mean?.interval.map { unit.value($0.upperBound) })
  }
}

extension JSONWriter {
  /// Writes a key and a decimal, or null.
  fileprivate mutating func number(_ name: StaticString, _ value: Double?) {
    key(name)
    if let value { decimal(value) } else { null() }
  }
}

/// The unit in which a mean is shown: milliseconds for logarithms of durations, the currency's unit
/// for millionths of it.
struct FigureUnit {
  let isDuration: Bool

  func value(_ raw: Double) -> Double { isDuration ? Elementary.exp(raw) : raw / 1_000_000 }
}

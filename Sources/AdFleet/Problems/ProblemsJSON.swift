internal import AdAudit
internal import AdReports
internal import AdRules
package import JSONLines

/// The problems of a fleet as one JSON object of the schema `adjournal.triage/1`.
package enum ProblemsJSON {
  /// The name of the schema.
  package static let schema = "adjournal.triage/1"

  /// Writes the object; `journals` and `states` have the path of the shrunk journal and the state
  /// of each problem, by id.
  package static func write(
    _ table: ProblemTable, of input: FleetInput, journals: [String: String],
    states: [String: BaselineState]? = nil, to writer: inout JSONWriter
  ) {
    let problems = table.sorted
    writer.object { writer in
      writer.field("schema", schema)
      writer.optional("tool", input.tool)
      writer.object("summary") { writer in
        writer.field("sessions", table.sessions)
        writer.field("violated_sessions", table.violatedSessions)
        writer.field("violations", table.violations)
        writer.field("problems", problems.count)
        if table.sessionsWithoutTimes > 0 {
          writer.field("without_times", table.sessionsWithoutTimes)
        }
        AuditJSON.writeRepeated(input.repeated.count, to: &writer)
      }
      writer.array("problems") { writer in
        for problem in problems {
          let rate = ProblemRate(problem, table, input)
          writer.object { writer in
            write(problem, rate, journals[problem.id], to: &writer)
            writer.field("baseline", states?[problem.id]?.rawValue)
            write(table.networks(of: problem), to: &writer)
          }
        }
      }
    }
  }

  private static func write(
    _ problem: Problem, _ rate: ProblemRate, _ journal: String?, to writer: inout JSONWriter
  ) {
    let identity = problem.identity
    writer.field("id", problem.id)
    writer.field("rule", identity.rule)
    writer.field("severity", problem.severity.rawValue)
    writer.optional("missing", identity.missing)
    writer.field("violations", problem.violations)
    writer.array("formats") { writer in
      for (format, found) in problem.sortedFormats {
        writer.object {
          $0.optional("format", format)
          write(found, to: &$0)
        }
      }
    }
    writer.array("variants") { writer in
      for (variant, found) in problem.sortedVariants {
        writer.object { write(variant, found, to: &$0) }
      }
    }
    writer.object("consequences") { writer in
      for (rule, count) in problem.consequences.sorted(by: { $0.key < $1.key }) {
        writer.key(rule)
        writer.integer(Int64(count))
      }
    }
    writer.field("sessions", problem.sessions)
    writer.field("installs", problem.installs.installs)
    writer.field("installs_exact", problem.installs.isExact)
    writer.field("activated_sessions", rate.activated)
    writer.key("per_1000")
    if let perThousand = rate.perThousand { writer.decimal(perThousand) } else { writer.null() }
    write(problem.versions, "first_version", "last_version", to: &writer)
    write(problem.sdks, "first_sdk_version", "last_sdk_version", to: &writer)
    write(problem.systems, "first_os", "last_os", to: &writer)
    write(problem.days, "first_day", "last_day", to: &writer)
    writer.object("days") { writer in
      for (day, sessions) in problem.sessionsByDay.list {
        writer.key(day)
        writer.integer(Int64(sessions))
      }
    }
    writer.optional("remedy", problem.remedy)
    writer.object("exemplar") { writer in
      problem.exemplar.write(to: &writer)
      writer.optional("journal", journal)
    }
  }

  private static func write(
    _ variant: ProblemVariant, _ found: Occurrences, to writer: inout JSONWriter
  ) {
    writer.optional("format", variant.format)
    writer.array("kinds") { for kind in variant.kinds { $0.string(kind) } }
    writer.optional("reason", variant.reason)
    writer.optional("trigger", variant.trigger)
    writer.field("late", variant.isLate)
    write(found, to: &writer)
  }

  private static func write(_ found: Occurrences, to writer: inout JSONWriter) {
    writer.field("sessions", found.sessions)
    writer.field("violations", found.violations)
  }

  private static func write(_ networks: [NetworkShare], to writer: inout JSONWriter) {
    writer.array("networks") { writer in
      for network in networks {
        writer.object { writer in
          writer.field("name", network.name)
          writer.field("violations", network.violations)
          writer.key("share")
          writer.decimal(network.share)
          writer.key("share_of_other_problems")
          if let share = network.shareOfOthers { writer.decimal(share) } else { writer.null() }
        }
      }
    }
  }

  private static func write(
    _ range: FactRange, _ first: StaticString, _ last: StaticString, to writer: inout JSONWriter
  ) {
    writer.optional(first, range.first)
    writer.optional(last, range.last)
  }
}

/// How often a problem occurs where it can.
package struct ProblemRate {
  /// The number of sessions in which the rule applied at least once.
  package let activated: Int
  /// Sessions with the problem per 1,000 of them; nil if there are none.
  package let perThousand: Double?

  /// The rate of a problem in a fleet.
  package init(_ problem: Problem, _ table: ProblemTable, _ input: FleetInput) {
    activated = input.index(ofRule: problem.identity.rule).map(table.activatedSessions) ?? 0
    perThousand = activated == 0 ? nil : 1000 * Double(problem.sessions) / Double(activated)
  }
}

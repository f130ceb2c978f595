import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/one-format-per-unit`.
  public static let oneFormatPerUnit = Rule(
    "one-format-per-unit", .environment, .error, .all,
    observes: [.load],
    "All requests of a unit ask for the same format.",
    precise: "at ad.requested: its format is that of the first ad.requested of the unit",
    notes: """
      The first request of the unit is an activation, and kept. A format that the vocabulary \
      does not list is undecided (`unknown`).
      """,
    actor: .app,
    remedy: "Create one ad unit per format, and check which ad unit ID each load call passes.",
    links: [.loadErrorCodesIOS],
    .at(.kind(.adRequested)) { context in
      context.firstRequestOfItsUnit.forbids { first in
        let format = context.event(at: first).format
        // An unknown format may be this one or another.
        if format == .unrecognised || context.event.format == .unrecognised {
          return .undecided(.unknown)
        }
        if format == context.event.format { return .kept }
        return context.violation(
          "\(context.slotName) was requested, but its unit was first requested as \(format.text ?? "")",
          witness: [first])
      }
    }
  )
}

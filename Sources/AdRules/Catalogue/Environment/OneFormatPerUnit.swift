import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/one-format-per-unit`.
  public static let oneFormatPerUnit = Rule(
    "one-format-per-unit", .environment, .error, .all,
    observes: [.load],
    "A unit is loaded with one format.",
    precise: """
      at ad.requested: its format is that of the first ad.requested of the unit
      """,
    source: "incident",
    .at(.kind(.adRequested)) { context in
      let first = context.unitState?.firstRequested ?? -1
      if context.session.time.hasGap(after: -1, before: first < 0 ? context.index : first) {
        return .undecided(.gap)
      }
      guard first >= 0 else { return .kept }
      let format = context.event(at: first).format
      // Two that nobody knows may differ.
      if format == context.event.format {
        return format == .unrecognised ? .undecided(.unknown) : .kept
      }
      return context.violation(
        "\(context.slotName) was requested although its unit had been requested as \(format.text ?? "another format")",
        witness: [first])
    }
  )
}

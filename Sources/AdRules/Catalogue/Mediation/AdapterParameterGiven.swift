import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/adapter-parameter-given`.
  public static let adapterParameterGiven = Rule(
    "adapter-parameter-given", .mediation, .error, .all,
    observes: [.adapter],
    "An adapter is called with its parameter.",
    precise: "adapter.load_called.parameter_present",
    actor: .app,
    remedy: """
      Fill in the parameter of the custom event in the AdMob UI, as a rule the placement ID. The \
      adapter reads it from `credentials.settings`.
      """,
    links: [.customEventsIOS],
    .at(.kind(.adapterLoadCalled)) { context in
      context.event.flag(Flag.parameterPresent) == true
        ? .kept : context.violation("\(context.loadName) was called without its parameter")
    }
  )
}

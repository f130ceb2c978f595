import AdSession

extension Rule {
  /// Journals that keep and break this rule: `Journals/rules/native-ad-choices`.
  public static let nativeAdChoices = Rule(
    "native-ad-choices", .mediation, .error, .native,
    observes: [.native],
    "A native ad shows the AdChoices mark.",
    precise: "native.mapped: ad_choices is not false",
    notes: "A mapping without `ad_choices` is kept.",
    actor: .network,
    remedy: """
      Map the AdChoices view of the network. If the network has only an image and a link, build \
      `adChoicesView` from them.
      """,
    links: [.nativePolicies],
    .at(.kind(.nativeMapped)) { context in
      context.event.flag(Flag.adChoices) != false
        ? .kept : context.violation("\(context.adName) was mapped without the AdChoices mark")
    }
  )
}

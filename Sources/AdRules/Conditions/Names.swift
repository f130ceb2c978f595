internal import AdSession

extension EvaluationContext {
  /// Its ad in a message: `app_open ad a-12`, without a format that only a later record names.
  public var adName: String {
    let format = facts.formatIndex > index ? nil : facts.format.text.map { "\($0) " }
    return "\(format ?? "")ad \(text(event.ad))"
  }

  /// Its ad in a message, with the adapter that delivered it: `rewarded ad a-1 (adapter Foo)`.
  var adNameWithAdapter: String {
    let adapter = loadedIndex.index.map { event(at: $0).adapter } ?? .absent
    return adapter.isPresent ? "\(adName) (adapter \(text(adapter)))" : adName
  }

  /// The ad of an event that names its format, in a message: `interstitial ad a-3`.
  public func adName(at index: Int) -> String {
    let event = event(at: index)
    let format = event.format.text.map { "\($0) " } ?? ""
    return "\(format)ad \(text(event.ad))"
  }

  /// How often its ad had an event of its kind, with this one, in a message: `twice`, `3 times`.
  func times(_ fact: AdFact) -> String {
    let count = 1 + (ad.map { session.facts.count(fact, of: $0) } ?? 0)
    return count == 2 ? "twice" : "\(count) times"
  }

  /// Its slot in a message: `app_open unit ca-app-pub-…/… in scene s-1`.
  public var slotName: String {
    let format = facts.format.text.map { "\($0) " } ?? ""
    let scene = facts.scene.isPresent ? " in scene \(text(facts.scene))" : ""
    return "\(format)unit \(text(event.unit))\(scene)"
  }

  /// Its request in a message: `request r-3 of interstitial unit ca-app-pub-…/…`.
  var requestName: String { "request \(text(event.request)) of \(slotName)" }

  /// Its adapter load in a message: `adapter Foo (load l-1)`.
  var loadName: String { "adapter \(text(event.text)) (load \(text(event.load)))" }

  /// Its scene in a message: ` in scene s-1`; empty where it names none.
  var inScene: String { event.scene.isPresent ? " in scene \(text(event.scene))" : "" }

  /// A suppression in a message: `the suppression (picker)`.
  func suppression(at index: EventIndex) -> String {
    event(at: index).why.text.map { "the suppression (\($0))" } ?? "the suppression"
  }
}

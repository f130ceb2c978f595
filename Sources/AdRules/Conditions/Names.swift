internal import AdSession

extension EvaluationContext {
  /// `app_open ad a-12`: its format, unless a later record alone says it, and its name, as sentences
  /// begin.
  public var adName: String {
    let format = facts.formatIndex > index ? nil : facts.format.text.map { "\($0) " }
    return "\(format ?? "")ad \(text(event.ad))"
  }

  /// `interstitial ad a-3`: the ad of an event that says its format, as sentences name it.
  public func adName(at index: Int) -> String {
    let event = event(at: index)
    let format = event.format.text.map { "\($0) " } ?? ""
    return "\(format)ad \(text(event.ad))"
  }

  /// `app_open unit ca-app-pub-…/… in scene s-1`: its slot, as sentences name it.
  public var slotName: String {
    let format = facts.format.text.map { "\($0) " } ?? ""
    let scene = facts.scene.isPresent ? " in scene \(text(facts.scene))" : ""
    return "\(format)unit \(text(event.unit))\(scene)"
  }

  /// `request r-3 of interstitial unit ca-app-pub-…/…`: its request, as sentences name it.
  var requestName: String { "request \(text(event.request)) of \(slotName)" }

  /// `adapter Foo (load l-1)`, as sentences begin.
  var loadName: String { "adapter \(text(event.text)) (load \(text(event.load)))" }

  /// ` in scene s-1`, where its event names one.
  var inScene: String { event.scene.isPresent ? " in scene \(text(event.scene))" : "" }

  /// `the suppression (picker)`: as sentences name it.
  func suppression(at index: Int) -> String {
    event(at: index).why.text.map { "the suppression (\($0))" } ?? "the suppression"
  }
}

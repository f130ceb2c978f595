public import AdSession

/// What the app should do now; each leaves a record of its own, except ``place(_:)``.
public enum Decision: Equatable, Sendable {
  /// Ask the SDK for an ad: `ad.requested`.
  case request(RequestDecision)
  /// Write `ad.show_decided` with outcome show, then call present.
  case show(ShowDecision)
  /// Write `ad.show_decided` with outcome skip.
  case skip(SkipDecision)
  /// Let go of an ad, for a reason: `ad.discarded`.
  case discard(Symbol, Word)
  /// Ask the SDK whether an ad fits its scene: `ad.fit_checked`.
  case checkFit(Symbol, scene: Symbol)
  /// Listen to an ad's presentation: `ad.delegate_set`.
  case setDelegate(Symbol)
  /// Listen to an ad's revenue: `ad.paid_handler_set`.
  case setPaidHandler(Symbol)
  /// Give the user what an ad earned: `ad.reward_granted`; the type may be absent, the amount unknown.
  case grant(Symbol, type: Symbol, amount: Double?)
  /// Put the module's own window above the app: `window.shown`.
  case openWindow(scene: Symbol)
  /// Take a window of the module down: `window.closed`.
  case closeWindow(Symbol)
  /// Take the loading screen of a scene down: `splash.finished`.
  case closeSplash(scene: Symbol)
  /// Put a native ad or a banner into its view.
  case place(Symbol)
}

/// Which ad to ask for, and why.
public struct RequestDecision: Equatable, Sendable {
  /// Where it is to be shown.
  public var place: Place
  /// Why: a reason of `ad.requested`.
  public var reason: Word
  /// The orientation of the scene; absent where it is unknown or not given.
  public var orientation = Word.absent
  /// The width of the scene for a banner, in points; nil where it is unknown.
  public var width: Int64?
  /// How many native ads; nil for other formats.
  public var count: Int64?
}

/// Which ad to show.
public struct ShowDecision: Equatable, Sendable {
  /// Where.
  public var place: Place
  /// The ad.
  public var ad: Symbol
  /// What led to it: a trigger of `ad.show_decided` and `ad.present_requested`.
  public var trigger: Word
  /// How many app-open shows are left today after this one; nil for other formats.
  public var remaining: Int64?
  /// The orientation of the scene; absent where it is unknown or not given.
  public var orientation = Word.absent
}

/// Why nothing is shown.
public struct SkipDecision: Equatable, Sendable {
  /// Where nothing is shown.
  public var place: Place
  /// Why: a reason of `ad.show_decided`.
  public var reason: Word
  /// What led to the decision.
  public var trigger: Word
  /// How many app-open shows are left today; nil for other formats.
  public var remaining: Int64?
}

public import AdSession

/// An action that the app should perform now, with the event that it records.
public enum Decision: Equatable, Sendable {
  /// Request an ad from the SDK; records `ad.requested`.
  case request(RequestDecision)
  /// Show an ad; records `ad.show_decided` with outcome `show`, then calls `present`.
  case show(ShowDecision)
  /// Show nothing; records `ad.show_decided` with outcome `skip`.
  case skip(SkipDecision)
  /// Discard an ad for a reason; records `ad.discarded`.
  case discard(Symbol, Word)
  /// Check with the SDK whether an ad fits its scene; records `ad.fit_checked`.
  case checkFit(Symbol, scene: Symbol)
  /// Set an ad's full-screen content delegate; records `ad.delegate_set`.
  case setDelegate(Symbol)
  /// Set an ad's paid event handler; records `ad.paid_handler_set`.
  case setPaidHandler(Symbol)
  /// Grant the user the reward of an ad; records `ad.reward_granted`.
  ///
  /// The type is absent and the amount `nil` if the SDK did not report them.
  case grant(Symbol, type: Symbol, amount: Double?)
  /// Open a window of the ad module above the app; records `window.shown`.
  case openWindow(scene: Symbol)
  /// Close a window of the ad module; records `window.closed`.
  case closeWindow(Symbol)
  /// Close the loading screen of a scene; records `splash.finished`.
  case closeSplash(scene: Symbol)
  /// Put a native ad or a banner into its view; records nothing itself.
  case fillView(Symbol)
}

/// A request of an ad and its reason.
public struct RequestDecision: Equatable, Sendable {
  /// The placement that the ad is for.
  public var placement: Placement
  /// The reason, a value of `ad.requested`.
  public var reason: Word
  /// The orientation of the scene; absent if it is unknown or the profile omits it.
  public var orientation = Word.absent
  /// The width of a banner's scene in points; `nil` if it is unknown and for other formats.
  public var width: Int64?
  /// The number of native ads; `nil` for other formats.
  public var count: Int64?
}

/// A show of an ad and the trigger that led to it.
public struct ShowDecision: Equatable, Sendable {
  /// The placement of the ad.
  public var placement: Placement
  /// The ad to show.
  public var ad: Symbol
  /// The trigger, a value of `ad.show_decided` and `ad.present_requested`.
  public var trigger: Word
  /// The number of app-open shows left today after this one; `nil` for other formats.
  public var remaining: Int64?
  /// The orientation of the scene; absent if it is unknown or the profile omits it.
  public var orientation = Word.absent
}

/// A decision to show nothing, with its reason.
public struct SkipDecision: Equatable, Sendable {
  /// The placement in which nothing is shown.
  public var placement: Placement
  /// The reason, a value of `ad.show_decided`.
  public var reason: Word
  /// The trigger, a value of `ad.show_decided`.
  public var trigger: Word
  /// The number of app-open shows left today; `nil` for other formats.
  public var remaining: Int64?
}

public import AdDecider
public import AdSession

/// An ad manager in the simulated world: one of the simulator, a mutant, or the one of an app.
///
/// The manager acts by calling methods of the world, such as ``World/load(_:_:)``.
public protocol AdManager: AnyObject {
  /// Called after each event: of the phone, the SDK, the app or the manager itself.
  ///
  /// A call of the world inside this method records further events and calls it again.
  func receive(_ event: Event, at index: Int, in world: World)

  /// The app offers an opportunity to show an ad: a level ended, the user tapped a button.
  func wantsToShow(_ placement: Placement, trigger: Word, in world: World)

  /// A view with ads of a placement appeared, for the first time or again.
  func viewAppeared(_ placement: Placement, in world: World)

  /// A view of an app under test appeared, disappeared or was removed.
  func viewChanged(_ view: AdView, _ change: AdViewChange, in world: World)

  /// The app is ready to close its loading screen.
  ///
  /// The manager calls ``World/finishSplash()`` now, or when the ad on the loading screen is gone.
  func contentIsReady(in world: World)

  /// An ad whose delegate the manager never set reports something, which nobody hears.
  func missed(_ kind: EventKind, of ad: Symbol, code: Int64?, in world: World)
}

extension AdManager {
  /// Does nothing by default.
  public func missed(_ kind: EventKind, of ad: Symbol, code: Int64?, in world: World) {}
}

extension AdManager {
  /// Does nothing by default.
  public func viewChanged(_ view: AdView, _ change: AdViewChange, in world: World) {}
}

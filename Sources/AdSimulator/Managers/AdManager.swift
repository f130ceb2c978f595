public import AdSession

/// An ad manager as the simulated world drives it: the reference manager, a mutant, or an app's own.
///
/// It answers by calling the world: ``World/load(_:_:)``, ``World/present(_:_:)`` and the rest.
public protocol AdManager: AnyObject {
  /// Anything was recorded: a notification of the phone, a callback of the SDK, something that the
  /// app or the manager itself did. A call of the world inside records more, and comes back here.
  func receive(_ event: Event, at index: Int, in world: World)

  /// The app has a moment for an ad: a level ended, the user tapped a button, a feed reached a place.
  func wantsToShow(_ place: AdPlace, trigger: Word, in world: World)

  /// A view that shows ads of a place appeared, for the first time or again.
  func viewAppeared(_ place: AdPlace, in world: World)

  /// The app is ready to leave its loading screen: the manager calls ``World/finishSplash()``, now
  /// or when the ad that it shows there is gone.
  func contentIsReady(in world: World)
}

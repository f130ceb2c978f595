public import AdSession

/// Something that matters for decisions and that no event of the vocabulary records.
public enum Occasion: Equatable, Sendable {
  /// The app can show an ad of a placement now: a level ended, a button was tapped, a feed was
  /// scrolled to it.
  case opportunity(Placement, trigger: Word)
  /// A view that shows ads of a placement appeared, for the first time or again.
  case viewAppeared(Placement)
  /// The content under the loading screen of a scene is ready, so that only an ad keeps the screen.
  case contentReady(scene: Symbol)
}

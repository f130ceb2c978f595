public import AdSession

/// An occasion that is no event of the vocabulary: only the app knows of it.
public enum Occasion: Equatable, Sendable {
  /// The app has a moment for an ad of a place: a level ended, a button was tapped, a feed reached it.
  case moment(Place, trigger: Word)
  /// A view that shows ads of a place appeared, for the first time or again.
  case viewAppeared(Place)
  /// Nothing but an ad keeps the loading screen of a scene up any more.
  case contentReady(scene: Symbol)
}

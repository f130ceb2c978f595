import AdSession

/// The manager that keeps every rule.
final class ReferenceManager: AdManager {
  init(_ world: World, mutant: Mutant?) {}
  func receive(_ event: Event, at index: Int, in world: World) {}
  func wantsToShow(_ place: AdPlace, trigger: Word, in world: World) {}
  func viewAppeared(_ place: AdPlace, in world: World) {}
  func contentIsReady(in world: World) { world.finishSplash() }
}

/// The managers that come with the simulator.
public enum ManagerKind: String, CaseIterable, Sendable {
  /// A manager as an app writes it by hand, with flags, dates and callbacks; it carries the mutants.
  case handwritten
  /// The manager that does what `AdDecider` decides; it has no mutants.
  case deciding

  /// A new manager for a process.
  public func make(_ world: World, _ mutant: Mutant?) -> any AdManager {
    switch self {
    case .handwritten: HandwrittenManager(world, bug: mutant)
    case .deciding: DecidingManager(world)
    }
  }
}

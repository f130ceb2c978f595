/// The ad managers of the simulator.
public enum ManagerKind: String, CaseIterable, Sendable {
  /// A manager as apps write it by hand, with flags, dates and callbacks; mutants change it.
  case handwritten
  /// The manager that performs the decisions of `AdDecider`; it has no mutants.
  case deciding

  /// Creates a manager for a process; only the handwritten one uses the mutant.
  public func make(_ world: World, _ mutant: Mutant?) -> any AdManager {
    switch self {
    case .handwritten: HandwrittenManager(world, bug: mutant)
    case .deciding: DecidingManager(world)
    }
  }
}

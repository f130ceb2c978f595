/// One realistic bug of an ad manager.
public struct Mutant: Sendable {
  public let name: String
  let adapterBugs: AdapterBugs
}

import AdTesting
import Foundation
import Testing

@testable import ReferenceManagers

/// Bugs as authors of apps write them, in managers of the reference kinds; see `ClientMutant`.
@Suite struct MutantTests {
  /// One mutant in twenty for each round; `ManagerTable` tests all of them.
  static let sample: [ClientMutant] = {
    let rounds = Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1
    return ClientMutant.all.enumerated().filter { $0.offset % 20 < rounds }.map(\.element)
  }()

  @Test(arguments: sample)
  func `a mutant is found, and the rule that is named first is its cause`(mutant: ClientMutant)
    throws
  {
    let failure = try #require(mutant.failure(sessions: 3_000), "\(mutant) survived")
    #expect(mutant.isCause(failure), "\(failure)")
  }

  @Test func `every mutant has a unique name, and most name a cause that exists`() {
    #expect(Set(ClientMutant.all.map(\.name)).count == ClientMutant.all.count)
    #expect(ClientMutant.all.count >= 60)
  }

  @Test(arguments: ReferenceManager.allCases)
  func `a reference manager keeps all rules`(manager: ReferenceManager) throws {
    try manager.check(sessions: 300)
  }
}

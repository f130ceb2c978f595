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

  /// The mutants of which the first rule does not name the cause, with that rule; the reasons are
  /// in `Tools/verification/README.md`.
  static let exceptions = [
    "keeps the ad after it was taken": "reload-after-dismiss",
    "shows in the completion of a load": "no-interstitial-on-return",
    "shows the launch ad over the content": "minimum-background",
    "shows eleven seconds after the user left": "app-active-before-present",
    "shows the ad of a closed window": "closed-scene-requests-nothing",
    "makes a banner for each page and keeps them all": "hidden-banner-rests",
  ]

  @Test(arguments: sample)
  func `a mutant is found, and the rule that is named first is its cause, but for six`(
    mutant: ClientMutant
  ) throws {
    let failure = try #require(mutant.failure(sessions: 3_000), "\(mutant) survived")
    if let rule = Self.exceptions[mutant.name] {
      #expect(failure.rule == rule, "\(failure)")
    } else {
      #expect(mutant.isCause(failure), "\(failure)")
    }
  }

  /// Bugs that only show if a clock jumps, a day begins, an ad is just too old, or a window closes.
  static let rare = [
    "expires an ad by the wall clock", "expires an app-open ad by the wall clock",
    "expires an ad at one hour and a millisecond", "measures the absence on the wall clock",
    "resets the cap a day after the last show",
    "loads the next ad of a closed window when its ad is dismissed",
  ].map { ClientMutant.named($0) }

  @Test(arguments: rare)
  func `a bug about clocks, days, ages and closed windows is found within the default sessions`(
    mutant: ClientMutant
  ) throws {
    let failure = try #require(
      mutant.failure(sessions: 2_000), "\(mutant) survived")
    #expect(mutant.isCause(failure), "\(failure)")
  }

  @Test func `every mutant has a unique name, and most name a cause that exists`() {
    #expect(Set(ClientMutant.all.map(\.name)).count == ClientMutant.all.count)
    #expect(ClientMutant.all.count >= 60)
    #expect(
      Self.exceptions.keys.allSatisfy { name in ClientMutant.all.contains { $0.name == name } })
  }

  @Test(arguments: ReferenceManager.allCases)
  func `a reference manager keeps all rules`(manager: ReferenceManager) throws {
    try manager.check(sessions: 300)
  }
}

import AdTesting
import Foundation
import Testing

/// Bugs as authors of apps write them, in managers of the reference kinds; see `Mutants`.
@Suite struct MutantTests {
  /// The mutants whose failure names another rule first, each with the reason.
  static let otherRules: [(name: String, reason: String)] = [
    (
      "keeps the ad after it was taken",
      "the kept ad also prevents the next request, which is due first"
    ),
    ("shows in the completion of a load", "the load often completes on return, without a moment"),
    ("shows the launch ad over the content", "a short absence comes first in the smallest case"),
    ("keeps the ads of a closed window", "it also requests ads that can never be shown"),
    ("shows the ad of a closed window", "it also requests the next ad for that window"),
  ]

  /// One mutant in nine for each round of `ADJOURNAL_ROUNDS` (default: 1); nine rounds test all.
  static let sample: [Mutant] = {
    let rounds = Int(ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"] ?? "") ?? 1
    return Mutant.all.enumerated().filter { $0.offset % 9 < rounds }.map(\.element)
  }()

  @Test(arguments: sample)
  func `a mutant is found with default settings, with its cause first`(mutant: Mutant) throws {
    let failure = try #require(
      #expect(throws: AdTestFailure.self) { try mutant.verify(3_000, [1, 2, 3, 4]) })
    if Self.otherRules.contains(where: { $0.name == mutant.name }) { return }
    if mutant.causes.isEmpty {
      #expect(failure.rule == nil, "\(failure)")
    } else {
      #expect(mutant.causes.contains(failure.rule ?? ""), "\(failure)")
    }
  }

  @Test func `at least nine of ten mutants are reported by their cause`() {
    let names = Set(Mutant.all.map(\.name))
    #expect(Self.otherRules.allSatisfy { names.contains($0.name) })
    #expect(names.count == Mutant.all.count && names.count >= 60)
    #expect(Self.otherRules.count * 10 <= names.count)
  }

  @Test func `the reference managers keep all rules`() throws {
    try AdManagerTest(InterstitialAds.app) { InterstitialAds($0) }.verify(sessions: 1_000)
    try AdManagerTest(RewardedAds.app) { RewardedAds($0) }.verify(sessions: 1_000)
    try AdManagerTest(AppOpenAds.app) { AppOpenAds($0) }.verify(sessions: 1_000)
    try AdManagerTest(WindowAds.windowApp) { WindowAds($0) }.verify(sessions: 1_000)
  }
}

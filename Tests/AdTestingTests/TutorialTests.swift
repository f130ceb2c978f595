import AdTesting
import Foundation
import Testing

/// Runs the steps of the tutorial, which `Tools/generate/tutorial.py` takes from the document.
@MainActor @Suite struct TutorialTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func article() throws -> String {
    try String(
      contentsOf: folder.appendingPathComponent(
        "../../Sources/AdTesting/AdTesting.docc/TestYourFirstManager.md"), encoding: .utf8)
  }

  /// Runs a step as a default test does; returns its failure.
  private static func failure(of step: Int) throws -> AdTestFailure? {
    func run<Manager: TestedAdManager>(
      _ make: @escaping @MainActor (any AdSource) -> Manager
    ) -> AdTestFailure? {
      let test = AdManagerTest(.interstitial()) { phone in make(SimulatedAds(phone)) }
      do { try test.check(sessions: 2_000) } catch { return error }
      return nil
    }
    switch step {
    case 1: return run { Step1($0) }
    case 2: return run { Step2($0) }
    case 3: return run { Step3($0) }
    case 4: return run { Step4($0) }
    case 5: return run { Step5($0) }
    case 6: return run { Step6($0) }
    case 7: return run { Step7($0) }
    case 8: return run { Step8($0) }
    case 9: return run { Step9($0) }
    default: return run { Step10($0) }
    }
  }

  @Test(arguments: [
    (1, "load-failure-does-not-silence-slot"), (2, "reload-after-dismiss"),
    (3, "full-screen-max-age"), (4, "shows-when-it-can"),
    (5, "interstitial-per-user-actions"), (6, "no-load-before-consent"),
    (7, "no-retry-on-configuration-error"), (8, "no-present-while-inactive"),
    (9, "reload-storm-after-present-failure"),
  ])
  func `a step fails with the rule and the text that the tutorial shows`(
    step: Int, rule: String
  ) throws {
    let failure = try #require(try Self.failure(of: step))
    #expect(failure.rule == rule)
    let text = failure.description.split(separator: "\n").prefix(3).joined(separator: "\n")
    #expect(try Self.article().contains("\n```\n\(text)\n```\n"), "the tutorial lacks:\n\(text)")
  }

  @Test func `the last step keeps all rules`() throws {
    let failure = try Self.failure(of: 10)
    #expect(failure == nil, "\(failure.map(String.init(describing:)) ?? "")")
  }

  /// An adapter that passes on the second answer to a load.
  private struct RepeatingAds: AdSource {
    let phone: SimulatedPhone
    var now: Int { Int(phone.milliseconds) }
    func after(_ milliseconds: Int, _ action: @escaping @MainActor () -> Void) {
      phone.after(milliseconds: Int64(milliseconds), action)
    }
    func load(_ answer: @escaping @MainActor (Result<any LoadedAd, LoadError>) -> Void) {
      phone.load { result in
        answer(result.map { SimulatedAd($0) }.mapError { LoadError(code: $0.code) })
      }
    }
  }

  @Test func `the last step requests too late if its adapter passes on a second answer`() {
    let test = AdManagerTest(.interstitial()) { Step10(RepeatingAds(phone: $0)) }
    let failure = #expect(throws: AdTestFailure.self) { try test.check(sessions: 2_000) }
    #expect(failure?.rule == "reload-after-dismiss")
  }

  @Test(arguments: ["AdSource", "SimulatedAds", "GoogleAds"])
  func `an adapter of the tutorial is the compiled one`(name: String) throws {
    let file = try String(
      contentsOf: Self.folder.appendingPathComponent("Tutorial/\(name).swift"), encoding: .utf8)
    #expect(try Self.article().contains("```swift\n\(file)```\n"))
  }
}

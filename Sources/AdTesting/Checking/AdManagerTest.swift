internal import AdRules
internal import AdSimulator
internal import PropertyTesting

/// Tests an ad manager in random sessions on a simulated phone and ad SDK, judged by the rules.
///
///     try AdManagerTest(app) { MyAdManager($0) }.verify(sessions: 10_000)
public struct AdManagerTest<Manager: TestedAdManager> {
  /// The simulated app that the manager belongs to.
  public let app: TestedApp
  /// The faults that the phone, the SDK and the user can have; all of them by default.
  public var faultPacks = FaultPack.all
  /// Actions of the user that are specific to this app.
  public var commands: [TestCommand<Manager>] = []
  /// Whether violations of rules with severity `warning` fail the test, too.
  public var countsWarnings = false
  /// The maximum duration of a call of the manager, in seconds; a longer call fails the test.
  public var callTimeoutSeconds = 10.0
  private let make: (SimulatedPhone) throws -> Manager

  /// Creates a test; the closure creates a manager for each simulated process.
  public init(_ app: TestedApp, make: @escaping (SimulatedPhone) throws -> Manager) {
    self.app = app
    self.make = make
  }

  /// Simulates random sessions; throws an error with the smallest journal that violates a rule.
  ///
  /// - Parameters:
  ///   - sessions: The approximate number of sessions. A session is one process of the app.
  ///   - seed: The random seed; the same seed gives the same sessions.
  ///   - replay: The ``AdTestFailure/replay`` of a failure, to run that case alone.
  /// - Returns: The number of sessions, and which rules they activated.
  /// - Throws: An error if the manager violates a rule, throws, does not return, or requests no ad.
  @discardableResult
  public func verify(
    sessions: Int = 10_000, seed: UInt64 = 1, replay: String? = nil
  ) throws(AdTestFailure) -> AdTestReport {
    var settings = CheckSettings(cases: max(1, sessions * 5 / 7), seed: seed)
    settings.maximumEvaluations = 4_000
    settings.replay = replay.flatMap { Replay($0) }
    let run = AdManagerSearch(self)
    let verdict = run.search(settings)
    return try AdTestReport(verdict, run.judge)
  }

  func makeManager(_ phone: SimulatedPhone) throws -> Manager { try make(phone) }
}

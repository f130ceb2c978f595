internal import AdRules
internal import AdSimulator
internal import PropertyTesting

/// Runs an ad manager through generated sessions of a simulated phone and ad SDK, and judges what it
/// did by the rules.
///
///     try AdManagerTest(app) { MyAdManager($0) }.verify(sessions: 10_000)
public struct AdManagerTest<Manager: TestedAdManager> {
  /// The app around the manager.
  public let app: TestedApp
  /// What the phone, the SDK and the user do beside the usual.
  public var packs = CommandPack.all
  /// What the user of this app can do beside that.
  public var commands: [TestCommand<Manager>] = []
  /// Whether rules of severity `warning` count, too.
  public var countsWarnings = false
  /// Seconds that a call of the manager may last.
  public var patience = 10.0
  private let make: (SimulatedPhone) throws -> Manager

  /// A test of the managers that a factory makes: one for each process.
  public init(_ app: TestedApp, make: @escaping (SimulatedPhone) throws -> Manager) {
    self.app = app
    self.make = make
  }

  /// Runs so many generated sessions; throws the smallest journal that breaks a rule, if any does.
  ///
  /// - Parameters:
  ///   - sessions: How many, about; a session is one process of the app.
  ///   - seed: Where chance begins; equal seeds search alike.
  ///   - replay: What a failure printed as its replay, to run that case alone.
  @discardableResult
  public func verify(
    sessions: Int = 10_000, seed: UInt64 = 1, replay: String? = nil
  ) throws(AdTestFailure) -> AdTestReport {
    var settings = CheckSettings(cases: max(1, sessions * 5 / 7), seed: seed)
    settings.maximumEvaluations = 4_000
    settings.replay = replay.flatMap { Replay($0) }
    let run = AdManagerRun(self)
    let verdict = run.search(settings)
    return try AdTestReport(verdict, run.judge)
  }

  func makeManager(_ phone: SimulatedPhone) throws -> Manager { try make(phone) }
}

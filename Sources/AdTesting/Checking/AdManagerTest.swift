public import PropertyTesting

/// Tests an ad manager in random sessions on a simulated phone and ad SDK, judged by the rules.
///
///     try await AdManagerTest(app) { MyAdManager($0) }.verify()
///
/// Rules count if the manager can break them; rules about the SDK, a network or the user do not.
public struct AdManagerTest<Manager: TestedAdManager> {
  /// The simulated app that the manager belongs to.
  public let app: TestedApp
  /// The faults that the phone, the SDK and the user can have; all of them by default.
  public var faultPacks = FaultPack.all
  /// Actions of the user that are specific to this app.
  public var commands: [TestCommand<Manager>] = []
  /// The lowest severity of a rule that fails the test; warnings by default.
  ///
  /// With `error`, `verify` reports broken rules of severity warning as issues of that severity,
  /// and `check` ignores them.
  public var minimumSeverity = RuleSeverity.warning
  /// The severities of some rules in this test, by rule id.
  public var severities: [String: RuleSeverity] = [:]
  /// The ids of the rules that do not count.
  public var excludedRules: Set<String> = []
  /// The ids of the only rules that count, whatever their severity; nil for all.
  public var onlyRules: Set<String>?
  /// The maximum duration of a call of the manager, in seconds; a longer call fails the test.
  public var callTimeoutSeconds = 10.0
  /// The counterexamples of earlier runs, such as a `FolderCorpus`; they run before new cases.
  ///
  /// A case stays in it when it no longer fails.
  public var corpus: (any Corpus)?
  /// Whether `verify` stores failing cases in a folder `.adjournal` beside the test.
  ///
  /// They run first in the next run, and a case that no longer fails is removed. The folder is no
  /// part of the repository: to keep a case, add its replay to the trait `.adjournal(replays:)`, or
  /// set ``corpus``, which replaces the folder. Nothing is stored where the folder of the test does
  /// not exist, as on a device.
  public var storesFailures = true
  /// The number of records that are simulated to shrink a case that breaks a rule.
  var shrinkingRecords = 400_000
  private let make: (SimulatedPhone) throws -> Manager

  /// Creates a test; the closure creates a manager for each simulated process.
  public init(_ app: TestedApp, make: @escaping (SimulatedPhone) throws -> Manager) {
    self.app = app
    self.make = make
  }

  /// Simulates random sessions; throws an error with the smallest case in which a rule is broken.
  ///
  /// It runs anywhere, also outside of a test, and writes to no file unless ``corpus`` does. In a
  /// test, call `verify`.
  ///
  /// The environment variable `ADJOURNAL_SEED` replaces the first seed, and the others follow it.
  /// `ADJOURNAL_ROUNDS` multiplies the number of sessions. `ADJOURNAL_REPLAY` replaces `replay`.
  ///
  /// - Parameters:
  ///   - sessions: The approximate number of sessions, for all seeds together. A session is one
  ///     process of the app.
  ///   - seeds: The random seeds; the same seeds give the same sessions.
  ///   - replay: The ``AdTestFailure/replay`` of a failure, to run that case alone, once.
  /// - Returns: The number of sessions, and which rules they activated.
  /// - Throws: An error if the manager breaks a rule, throws, does not return, or requests no ad;
  ///   and if the test makes no sense, for example if the app has no ad unit.
  @discardableResult
  public func check(
    sessions: Int = AdTestBudget.quick.sessions, seeds: [UInt64] = [1, 2, 3, 4],
    replay: String? = nil
  ) throws(AdTestFailure) -> AdTestReport {
    let run = try TestRun(sessions, seeds, replay, problem: problem)
    let search = AdManagerSearch(self)
    let known = corpus.map(StoredCases.init)?.replays(of: sentence).map(\.replay) ?? []
    for replay in run.replay.map({ [$0] }) ?? known {
      if let failure = try search.replay(replay) { throw failure }
    }
    if run.replay == nil,
      let failure = try search.firstProblem(sessions: run.sessions, seeds: run.seeds)
    {
      throw failure
    }
    var report = AdTestReport(seeds: run.replay == nil ? run.seeds : [])
    report.add(search.searched)
    return report
  }

  /// The property that the test checks, which names its cases in a corpus.
  var sentence: String { "\(Manager.self) keeps every rule" }

  func makeManager(_ phone: SimulatedPhone) throws -> Manager { try make(phone) }

  var severityRules: Severities {
    Severities(
      minimum: minimumSeverity, changed: severities, excluded: excludedRules,
      only: onlyRules)
  }

  /// The first reason why the test makes no sense; nil if it does.
  var problem: String? {
    if let problem = app.problem ?? severityRules.problem { return problem }
    if !(callTimeoutSeconds > 0) { return "'callTimeoutSeconds' is not positive" }
    if let command = commands.first(where: { $0.weight < 1 }) {
      return "the weight of the command '\(command.name)' is not positive"
    }
    return nil
  }
}

internal import PropertyTesting

/// One call of `verify`: runs known cases, then searches for several broken rules.
struct Verification<Manager: TestedAdManager> {
  private var test: AdManagerTest<Manager>
  private let run: TestRun
  /// The store of the test; nil if the test has a corpus of its own, or stores nothing.
  private let folder: FailureFolder?
  private(set) var report: AdTestReport
  /// The number of problems after which the search ends.
  private var maximum = 0
  /// Whether a problem was found that is no broken rule, such as a thrown error.
  ///
  /// It would be found again.
  private var isOver = false

  /// The number of problems that are searched, besides those of the replays.
  private static var maximumProblems: Int { 5 }

  init(_ test: AdManagerTest<Manager>, _ run: TestRun, besideFile path: String) {
    self.test = test
    self.run = run
    let isDefault = test.corpus == nil && test.storesFailures
    folder = isDefault ? FailureFolder(besideFile: path) : nil
    if isDefault { self.test.corpus = folder }
    report = AdTestReport(seeds: run.replay == nil ? run.seeds : [])
  }

  mutating func start() {
    if let replay = run.replay {
      _ = fails(replay)
      return
    }
    for replay in run.replays { _ = fails(replay) }
    maximum = report.problems.count + Self.maximumProblems
    search()
    guard test.minimumSeverity > .warning, test.onlyRules == nil else { return }
    test.minimumSeverity = .warning
    search()
  }

  /// Runs one case once; returns whether it fails.
  private mutating func fails(_ replay: String, rule: String? = nil) -> Bool {
    let search = AdManagerSearch(test)
    do throws(AdTestFailure) {
      let failure = try search.replay(replay, rule: rule)
      report.add(search.searched)
      failure.map { add($0) }
      return failure != nil
    } catch {
      report.problems.append(error)
      return true
    }
  }

  /// Searches again for each broken rule, without the rules found before.
  private mutating func search() {
    runStoredCases()
    while canGoOn {
      let search = AdManagerSearch(test)
      do throws(AdTestFailure) {
        let failure = try search.firstProblem(sessions: run.sessions, seeds: run.seeds)
        report.add(search.searched)
        guard let failure else { return }
        add(failure)
      } catch { add(error) }
    }
  }

  /// Whether to look for another broken rule.
  private var canGoOn: Bool { !isOver && report.problems.count < maximum }

  /// Runs the cases of earlier runs; forgets those that no longer fail.
  private mutating func runStoredCases() {
    guard let stored = test.corpus.map(StoredCases.init) else { return }
    for (name, replay) in stored.replays(of: test.sentence) where canGoOn && counts(name) {
      if !fails(replay, rule: name) { folder?.remove(name, for: test.sentence) }
    }
  }

  /// Whether a rule counts and was not found yet.
  private func counts(_ rule: String) -> Bool {
    if test.excludedRules.contains(rule) { return false }
    return test.onlyRules != nil || test.severityRules.severity(of: rule) >= test.minimumSeverity
  }

  private mutating func add(_ failure: AdTestFailure) {
    report.problems.append(failure)
    if let rule = failure.rule { test.excludedRules.insert(rule) } else { isOver = true }
  }
}

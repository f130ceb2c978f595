#if canImport(Testing)
  public import Testing

  /// The budget of the tests of ad managers in a test or a suite, and the cases that run first.
  ///
  /// Create it with `.adjournal(_:replays:)`.
  public struct AdjournalTrait: TestTrait, SuiteTrait, TestScoping {
    private let scope: TestScope

    init(_ scope: TestScope) { self.scope = scope }

    /// Runs a test or a suite with the budget and the replays.
    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let scope = scope.inside(TestScope.current)
      try await TestScope.$current.withValue(scope) { try await function() }
    }
  }

  extension Trait where Self == AdjournalTrait {
    /// Sets the budget of `AdManagerTest.verify`, and cases that it runs first.
    ///
    ///     @Test(.adjournal(.thorough, replays: "_3.k2"))
    ///
    /// The trait of a test replaces the budget of its suite; the replays of both run.
    ///
    /// - Parameters:
    ///   - budget: The number of sessions; nil for that of the suite, or ``AdTestBudget/quick``.
    ///   - replays: The replays of failures. Each one runs before the random sessions, and is an
    ///     issue of its own if it fails.
    public static func adjournal(_ budget: AdTestBudget? = nil, replays: String...) -> Self {
      AdjournalTrait(TestScope(budget: budget, replays: replays))
    }
  }
#endif

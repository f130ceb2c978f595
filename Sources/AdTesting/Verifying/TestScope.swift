/// What the traits around a test say about its calls of `verify`.
struct TestScope: Sendable {
  /// The budget of the innermost trait that has one.
  var budget: AdTestBudget?
  /// The replays of all traits, the outermost first.
  var replays: [String] = []

  @TaskLocal static var current = TestScope()

  /// This scope inside another one.
  func inside(_ outer: TestScope) -> TestScope {
    TestScope(budget: budget ?? outer.budget, replays: outer.replays + replays)
  }
}

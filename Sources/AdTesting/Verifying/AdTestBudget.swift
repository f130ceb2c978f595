/// How many random sessions a test simulates.
///
/// The environment variable `ADJOURNAL_ROUNDS` multiplies each of them.
public struct AdTestBudget: Sendable, Hashable {
  /// The approximate number of sessions, for all seeds together.
  ///
  /// A session is one process of the app.
  public let sessions: Int

  /// 2,000 sessions, the default: for each run on a developer's machine.
  public static let quick = AdTestBudget(sessions: 2_000)
  /// 10,000 sessions: for each pull request.
  public static let standard = AdTestBudget(sessions: 10_000)
  /// 100,000 sessions: for each night.
  public static let thorough = AdTestBudget(sessions: 100_000)

  /// A number of sessions, at least 1.
  public static func sessions(_ number: Int) -> AdTestBudget { AdTestBudget(sessions: number) }
}

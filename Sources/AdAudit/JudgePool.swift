internal import Platform
internal import AdRules
internal import AdSession

/// Judges for the threads that ask for one; to make one takes as long as to judge some sessions.
final class JudgePool: Sendable {
  let rules: [Rule]
  private let idle = Lock<[Judge]>([])
  let policy: [PolicySetting]

  init(_ rules: [Rule], _ policy: [PolicySetting]) {
    self.rules = rules
    self.policy = policy
  }

  /// Takes a judge for exclusive use until it is returned.
  func take() -> Judge { idle.locked { $0.popLast() } ?? Judge(rules: rules, overrides: policy) }

  /// Returns a judge to the pool.
  func give(_ judge: Judge) { idle.locked { $0.append(judge) } }
}

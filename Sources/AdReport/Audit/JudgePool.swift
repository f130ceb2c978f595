internal import AdRules
internal import AdSession

/// A judge for each thread that asks for one.
final class JudgePool: Sendable {
  let rules: [Rule]
  private let idle: Lock<[Judge]>
  private let policy: [PolicySetting]

  init(_ rules: [Rule], _ policy: [PolicySetting]) {
    self.rules = rules
    self.policy = policy
    idle = Lock([])
  }

  func with<Value>(_ body: (Judge) -> Value) -> Value {
    let judge = idle.locked { $0.popLast() } ?? Judge(rules: rules, overrides: policy)
    defer { idle.locked { $0.append(judge) } }
    return body(judge)
  }
}

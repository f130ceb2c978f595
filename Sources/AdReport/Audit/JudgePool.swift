#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import AdRules
internal import AdSession

/// A judge for each thread that asks for one.
///
/// A thread gets the judge that it had before: another one's state would lie in the caches of
/// another core.
final class JudgePool: Sendable {
  private struct Idle {
    var judge: Judge
    var thread: pthread_t
  }

  let rules: [Rule]
  private let idle: Lock<[Idle]>
  private let policy: [PolicySetting]

  init(_ rules: [Rule], _ policy: [PolicySetting]) {
    self.rules = rules
    self.policy = policy
    idle = Lock([])
  }

  func with<Value>(_ body: (Judge) -> Value) -> Value {
    let thread = pthread_self()
    let known = idle.locked { idle in
      idle.firstIndex { pthread_equal($0.thread, thread) != 0 }.map { idle.remove(at: $0).judge }
    }
    let judge = known ?? Judge(rules: rules, overrides: policy)
    defer { idle.locked { $0.append(Idle(judge: judge, thread: thread)) } }
    return body(judge)
  }
}

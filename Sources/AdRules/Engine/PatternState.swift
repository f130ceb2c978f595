/// What one pattern stores of a session beside obligations, numbers and lists; see
/// ``RuleState/own(_:)``.
///
/// It is made when the pattern first asks for it, and serves one session after the other.
class PatternState {
  required init() {}

  /// Forgets the session, and may keep the memory.
  func clear() {}
}

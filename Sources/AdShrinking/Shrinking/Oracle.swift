internal import AdReplay
internal import AdRules
internal import AdSession

/// Says whether a draft still breaks the rule for the same reason: by its bytes, read back and judged.
final class Oracle {
  private let judge: Judge
  private let reason: Reason
  /// What was asked before.
  private var answers: [[UInt8]: Bool] = [:]
  /// Journals of more bytes are judged again rather than remembered.
  private static let mostRemembered = 1 << 16
  /// How many journals were judged.
  private(set) var evaluations = 0

  /// What else is demanded of a draft.
  private let isAllowed: (Draft) -> Bool

  init(_ judge: Judge, _ reason: Reason, where isAllowed: @escaping (Draft) -> Bool = { _ in true })
  {
    self.judge = judge
    self.reason = reason
    self.isAllowed = isAllowed
  }

  /// Whether the draft's journal is whole and breaks the rule for the same reason.
  func breaks(_ draft: Draft) -> Bool {
    guard isAllowed(draft) else { return false }
    let bytes = draft.bytes()
    if let known = answers[bytes] { return known }
    evaluations += 1
    let isBroken = violation(of: bytes) != nil
    if bytes.count < Oracle.mostRemembered { answers[bytes] = isBroken }
    return isBroken
  }

  /// The violation of a journal that has the reason; nil where none has.
  func violation(of bytes: [UInt8]) -> Violation? {
    let sessions = Journal.read(bytes: bytes, blockSize: 1 << 14)
    guard sessions.count == 1, sessions[0].damage.isEmpty, sessions[0].notes.isEmpty else {
      return nil
    }
    let trace = sessions[0].trace
    return judge.judge(trace).first?.violations.first { Reason($0, in: trace) == reason }
  }
}

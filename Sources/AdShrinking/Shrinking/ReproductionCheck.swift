internal import AdReplay
internal import JournalInput
internal import AdRules
internal import AdSession

/// Checks whether a draft reproduces the violation: encodes, reads and judges it.
final class ReproductionCheck {
  private let judge: Judge
  private let reason: ViolationReason
  /// The results for the bytes judged so far.
  private var cache: [[UInt8]: Bool] = [:]
  /// Results are cached only for journals with fewer bytes.
  private static let maximumCachedBytes = 1 << 16
  /// The number of journals judged so far.
  private(set) var evaluations = 0

  /// An additional condition for drafts.
  private let isAllowed: (JournalDraft) -> Bool

  /// An additional condition for violations.
  private let isMeant: (Violation, Trace) -> Bool

  init(
    _ judge: Judge, _ reason: ViolationReason,
    isMeant: @escaping (Violation, Trace) -> Bool,
    where isAllowed: @escaping (JournalDraft) -> Bool = { _ in true }
  ) {
    self.judge = judge
    self.reason = reason
    self.isMeant = isMeant
    self.isAllowed = isAllowed
  }

  /// Whether the journal of a draft is undamaged and violates the rule for the same reason.
  func reproduces(_ draft: JournalDraft) -> Bool {
    guard isAllowed(draft) else { return false }
    let bytes = draft.bytes()
    if let cached = cache[bytes] { return cached }
    evaluations += 1
    let isReproduced = violation(of: bytes) != nil
    if bytes.count < ReproductionCheck.maximumCachedBytes { cache[bytes] = isReproduced }
    return isReproduced
  }

  /// The first violation of a journal for the same reason; nil if there is none.
  func violation(of bytes: [UInt8]) -> Violation? {
    let sessions = Journal.read(bytes: bytes, blockSize: 1 << 14)
    guard sessions.count == 1, sessions[0].damage.isEmpty, sessions[0].notes.isEmpty else {
      return nil
    }
    let trace = sessions[0].trace
    return judge.judge(trace).first?.violations.first {
      ViolationReason($0, in: trace) == reason && isMeant($0, trace)
    }
  }
}

internal import AdReplay
internal import JournalInput
internal import AdRules
internal import AdSession

/// Checks whether a draft reproduces the violation: encodes, reads and judges it.
final class ReproductionCheck {
  private let judge: Judge
  private let reason: ViolationReason
  /// The result of ``others(in:)`` for the bytes judged so far.
  private var cache: [[UInt8]: Int?] = [:]
  /// Results are cached only for journals with fewer bytes.
  private static let maximumCachedBytes = 1 << 16
  /// The number of journals judged so far.
  private(set) var evaluations = 0

  /// An additional condition for drafts.
  private let isAllowed: (JournalDraft) -> Bool

  /// An additional condition for violations.
  private let isMeant: (Violation, Trace) -> Bool

  /// Counts the violations of a session that belong to other problems.
  private let countOthers: (SessionReading) -> Int

  /// A draft with more violations of other problems does not reproduce the violation; each draft
  /// that does lowers it.
  var maximumOthers = Int.max

  init(
    _ judge: Judge, _ reason: ViolationReason,
    isMeant: @escaping (Violation, Trace) -> Bool,
    others: @escaping (SessionReading) -> Int = { _ in 0 },
    where isAllowed: @escaping (JournalDraft) -> Bool = { _ in true }
  ) {
    countOthers = others
    self.judge = judge
    self.reason = reason
    self.isMeant = isMeant
    self.isAllowed = isAllowed
  }

  /// Whether the journal of a draft is undamaged, violates the rule for the same reason, and has no
  /// more violations of other problems than the last one that did.
  func reproduces(_ draft: JournalDraft) -> Bool {
    guard let others = others(in: draft), others <= maximumOthers else { return false }
    maximumOthers = others
    return true
  }

  /// The number of violations of other problems in the journal of a draft; nil if it is damaged or
  /// does not violate the rule for the same reason.
  func others(in draft: JournalDraft) -> Int? {
    guard isAllowed(draft) else { return nil }
    let bytes = draft.bytes()
    if let cached = cache[bytes] { return cached }
    evaluations += 1
    let session = session(of: bytes)
    let others = session.flatMap { violation(of: $0.trace) == nil ? nil : countOthers($0) }
    if bytes.count < ReproductionCheck.maximumCachedBytes {
      cache.updateValue(others, forKey: bytes)
    }
    return others
  }

  /// The first violation of a journal for the same reason; nil if there is none.
  func violation(of bytes: [UInt8]) -> Violation? {
    session(of: bytes).flatMap { violation(of: $0.trace) }
  }

  /// The session of an undamaged journal.
  private func session(of bytes: [UInt8]) -> SessionReading? {
    let sessions = Journal.read(bytes: bytes, blockSize: 1 << 14)
    guard sessions.count == 1, sessions[0].damage.isEmpty, sessions[0].notes.isEmpty else {
      return nil
    }
    return sessions[0]
  }

  private func violation(of trace: Trace) -> Violation? {
    judge.judge(trace).first?.violations.first {
      ViolationReason($0, in: trace) == reason && isMeant($0, trace)
    }
  }
}

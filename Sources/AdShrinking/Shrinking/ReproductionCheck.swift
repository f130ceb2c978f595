internal import AdReplay
internal import JournalInput
internal import AdRules
internal import AdSession

/// Checks whether a draft reproduces the violation: encodes, reads and judges it.
final class ReproductionCheck {
  private let judge: Judge
  private let reason: ViolationReason
  /// The number of strangers for the bytes judged so far; nil without the violation.
  private var cache: [[UInt8]: Int?] = [:]
  /// Results are cached only for journals with fewer bytes.
  private static let maximumCachedBytes = 1 << 16
  /// The number of journals judged so far.
  private(set) var evaluations = 0

  /// An additional condition for drafts.
  private let isAllowed: (JournalDraft) -> Bool

  /// An additional condition for violations.
  private let isMeant: (Violation, Trace) -> Bool

  /// Counts *strangers*: the violations of a session that belong to other problems.
  private let countStrangers: (SessionReading) -> Int

  /// A draft with more strangers does not reproduce the violation; each draft that does lowers it.
  var mostStrangers = Int.max

  init(
    _ judge: Judge, _ reason: ViolationReason,
    isMeant: @escaping (Violation, Trace) -> Bool,
    strangers: @escaping (SessionReading) -> Int = { _ in 0 },
    where isAllowed: @escaping (JournalDraft) -> Bool = { _ in true }
  ) {
    countStrangers = strangers
    self.judge = judge
    self.reason = reason
    self.isMeant = isMeant
    self.isAllowed = isAllowed
  }

  /// Whether the journal of a draft is undamaged, violates the rule for the same reason, and has no
  /// more strangers than the last one that did.
  func reproduces(_ draft: JournalDraft) -> Bool {
    guard let strangers = strangers(of: draft), strangers <= mostStrangers else { return false }
    mostStrangers = strangers
    return true
  }

  /// The number of strangers in the journal of a draft; nil if it is damaged or does not violate
  /// the rule for the same reason.
  func strangers(of draft: JournalDraft) -> Int? {
    guard isAllowed(draft) else { return nil }
    let bytes = draft.bytes()
    if let cached = cache[bytes] { return cached }
    evaluations += 1
    let session = session(of: bytes)
    let strangers = session.flatMap { violation(of: $0.trace) == nil ? nil : countStrangers($0) }
    if bytes.count < ReproductionCheck.maximumCachedBytes {
      cache.updateValue(strangers, forKey: bytes)
    }
    return strangers
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

/// The report on the seals of a session, or of its part in one file.
struct SealReport {
  /// A segment and the hash of its lines.
  struct Segment: Equatable {
    var number: Int64
    var sha256: String

    /// Whether `next` is the number of the next segment; a journal can contain any number.
    func precedes(_ next: Int64) -> Bool { number < .max && number + 1 == next }

    /// Whether the next segment names the hash of this one.
    func isLinked(to claim: Claim) -> Bool {
      precedes(claim.number) && claim.previous == sha256
    }
  }

  /// The hash in a `session.continued` of a segment that is not in its file.
  struct Claim {
    /// The index of its record in the part.
    var record: Int
    /// The number of its own segment.
    var number: Int64
    var previous: String
  }

  /// The seals that do not match.
  var damage: [Damage] = []
  /// Whether the file no longer contains the lines that were read, so that no seal could be
  /// compared.
  var hasChanged = false
  /// The numbers of seals.
  var seals = Seals()
  /// The last segment; nil if its beginning is missing.
  var last: Segment?
  /// The hash of the segment before the first `session.continued`.
  var claim: Claim?
  /// The number of lines at the end without a seal; the seal of a later segment that names their
  /// hash covers them.
  var open = 0
  /// What the file shows about the segment before its first `session.continued`.
  var claimState = ClaimState.unlinked

  enum ClaimState {
    /// No seal of the file covers the segment.
    case unlinked
    /// Only the seal of a later file can cover it.
    case open
    /// A seal covers it: that of the first segment, or of one that is linked to it.
    case covered
  }
}

/// The seals of a session.
public struct Seals: Equatable, Sendable {
  /// The number of `session.sealed` records, valid or not.
  public var count = 0
  /// The number of seals whose `hmac` is valid under the reader's key.
  public var verified = 0
  /// Whether a seal follows the last record; only then the journal proves that its end is complete.
  public var coverTheEnd = false
  /// The number of records that no seal covers, damaged lines included; all of them if there is no
  /// seal.
  public var uncovered = 0
}

extension SealReport {
  /// The report on a file that no longer contains the lines that were read.
  static var changed: SealReport {
    var report = SealReport()
    report.hasChanged = true
    return report
  }

  /// Adds the report on the next file of the same session and compares the link between both.
  mutating func join(_ next: SealReport, _ session: SessionPointer, path: String) {
    joinOpenLines(next)
    var more = next.damage
    if let claim = next.claim, let last, last.precedes(claim.number),
      claim.previous != last.sha256
    {
      more.add(SealCheck.broken(claim, last, session))
    }
    for var finding in more {
      finding.path = path
      damage.add(finding)
    }
    hasChanged = hasChanged || next.hasChanged
    seals.count += next.seals.count
    seals.verified += next.seals.verified
    seals.coverTheEnd = next.seals.coverTheEnd
    last = next.last
  }

  /// Adds the lines that no seal of the next file covers.
  private mutating func joinOpenLines(_ next: SealReport) {
    let isLinked = next.claim.map { last?.isLinked(to: $0) == true } ?? false
    switch isLinked ? next.claimState : .unlinked {
    case .open: open += next.open
    case .covered: open = next.open
    case .unlinked:
      seals.uncovered += open
      open = next.open
    }
    seals.uncovered += next.seals.uncovered
  }
}

/// The report on the seals of a session, or of its part in one file.
package struct SealReport {
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
    /// Its line and its offset in the file.
    var line: Int
    var byte: Int
    /// The number of its own segment.
    var number: Int64
    var previous: String

    /// The damage of a claim that is not the hash of the segment before.
    func broken(after last: Segment, session: String) -> Damage {
      let stated = String(String.UnicodeScalarView(previous.unicodeScalars.prefix(64)))
      return Damage(
        .badSeal, line: line, byte: byte, session: session,
        because: "segment \(number) says previous_sha256 \(stated), but segment \(last.number) has "
          + "\(last.sha256); bytes of it were changed, or it is not the one before")
    }
  }

  package init() {}

  /// The seals that do not match or were not announced.
  package var damage: [Damage] = []
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
  /// Adds the report on the next file of the same session and compares the link between both.
  package mutating func join(_ next: SealReport, session: String, path: String) {
    joinOpenLines(next)
    var more = next.damage
    if let claim = next.claim, let last, last.precedes(claim.number),
      claim.previous != last.sha256
    {
      more.add(claim.broken(after: last, session: session))
    }
    for var finding in more {
      finding.path = path
      damage.add(finding)
    }
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

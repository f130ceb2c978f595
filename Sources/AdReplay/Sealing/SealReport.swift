/// The report on the seals of a session, or of its part in one file.
struct SealReport {
  /// A segment and the hash of its lines.
  struct Segment: Equatable {
    var number: Int64
    var sha256: String

    /// Whether `next` is the number of the next segment; a journal can contain any number.
    func precedes(_ next: Int64) -> Bool { number < .max && number + 1 == next }
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
  /// Whether the file no longer contains the lines that were read, so that no seal could be compared.
  var hasChanged = false
  /// The numbers of seals.
  var seals = Seals()
  /// The last segment; nil if its beginning is missing.
  var last: Segment?
  /// The hash of the segment before the first `session.continued`.
  var claim: Claim?
}

/// The seals of a session.
public struct Seals: Equatable, Sendable {
  /// The number of `session.sealed` records, valid or not.
  public var count = 0
  /// The number of seals whose `hmac` is valid under the reader's key.
  public var verified = 0
  /// Whether a seal follows the last record; only then the journal proves that its end is complete.
  public var coverTheEnd = false
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
}

/// What the seals of a session, or of a part of it in one file, came to.
struct SealReport {
  /// The hash of a segment's lines, as its seal says it or would say it.
  struct Segment: Equatable {
    var number: Int64
    var sha256: String

    /// Whether a segment of this number is the next one; a journal can have any number.
    func precedes(_ next: Int64) -> Bool { number < .max && number + 1 == next }
  }

  /// What a `session.continued` says of a segment that its file does not have.
  struct Claim {
    /// The index of its record in the part.
    var record: Int
    /// The number of its own segment.
    var number: Int64
    var previous: String
  }

  /// The seals that do not fit.
  var damage: [Damage] = []
  /// Whether the file has no longer the lines that were read, so that no seal could be compared.
  var hasChanged = false
  /// What was found, in numbers.
  var seals = Seals()
  /// The last segment; nil where its beginning is not there.
  var last: Segment?
  /// What the first `session.continued` says of the segment before it.
  var claim: Claim?
}

/// How a session is sealed.
public struct Seals: Equatable, Sendable {
  /// Its `session.sealed` records, right or wrong.
  public var count = 0
  /// Those whose `hmac` is right under the key that the reader was given.
  public var verified = 0
  /// Whether a seal follows the last record: only then does the journal prove that nothing is
  /// missing at the end.
  public var coverTheEnd = false
}

extension SealReport {
  /// What there is to say of a file that has no longer the lines that were read.
  static var changed: SealReport {
    var report = SealReport()
    report.hasChanged = true
    return report
  }

  /// Takes over what the next file of the same session came to, once the link between both is
  /// compared.
  mutating func join(_ next: SealReport, _ session: SessionPointer, path: String) {
    var more = next.damage
    if let claim = next.claim, let last, last.precedes(claim.number),
      claim.previous != last.sha256
    {
      more.append(SealCheck.broken(claim, last, session))
    }
    damage += more.map { damage in
      var damage = damage
      damage.path = path
      return damage
    }
    hasChanged = hasChanged || next.hasChanged
    seals.count += next.seals.count
    seals.verified += next.seals.verified
    seals.coverTheEnd = next.seals.coverTheEnd
    last = next.last
  }
}

internal import Platform

/// The report of a session while it waits for its turn.
enum PendingReport: Equatable, Sendable {
  /// There is nothing to report but counts.
  case quiet(PackedTally)
  /// The report waits in a ``Spool``, at this offset.
  case spooled(UInt64)
  /// The session is judged when all inputs were read; its number among ``WaitingSessions``.
  case waiting(Int)
}

extension PendingReport {
  /// Whether the session is not judged yet.
  var isWaiting: Bool { if case .waiting = self { true } else { false } }

  /// The number of bytes that ``bytes`` has.
  static let size = 9

  /// The report in a few bytes.
  var bytes: [UInt8] {
    let (tag, value): (UInt8, UInt64) =
      switch self {
      // No tag is zero: a disk returns zeros for lost bytes.
      case .quiet(let tally): (1, tally.bits)
      case .spooled(let offset): (2, offset)
      case .waiting(let number): (3, UInt64(number))
      }
    var bytes = [tag]
    bytes.append(integer: value)
    return bytes
  }

  /// The report of bytes; nil where the disk lost some.
  init?(_ bytes: [UInt8]) {
    guard let tag = bytes.first, let value = bytes.integer(at: 1, as: UInt64.self) else {
      return nil
    }
    switch tag {
    case 1: self = .quiet(PackedTally(bits: value))
    case 2: self = .spooled(value)
    case 3: self = .waiting(Int(truncatingIfNeeded: value))
    default: return nil
    }
  }
}

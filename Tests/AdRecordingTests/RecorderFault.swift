import Foundation

/// The fault of a system call.
enum RecorderFault: Equatable, Sendable, CustomStringConvertible {
  /// The call fails and has no effect.
  case before(Int32)
  /// The call succeeds and reports a failure.
  case after(Int32)
  /// A write accepts at most this number of bytes.
  case short(Int)
  /// The power fails or the process is killed; no later call has an effect.
  case end

  var description: String {
    switch self {
    case .before(let error): "\(Self.name(error)) before"
    case .after(let error): "\(Self.name(error)) after"
    case .short(let count): "short write of \(count)"
    case .end: "end"
    }
  }

  /// The errors of the fault model.
  static let errors: [Int32] = [
    ENOSPC, EIO, EDQUOT, EINTR, EAGAIN, EBADF, EMFILE, EACCES, EROFS,
  ]

  static func name(_ error: Int32) -> String { String(cString: strerror(error)) }
}

/// Random numbers with a seed: SplitMix64.
struct RecorderRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The factor for the number of random trials: `ADJOURNAL_ROUNDS`, 1 by default.
let recorderRounds = ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

import Foundation

/// What a system call does instead of what it should.
enum RecorderFault: Equatable, Sendable, CustomStringConvertible {
  /// It fails and does nothing.
  case before(Int32)
  /// It does its work and says that it failed.
  case after(Int32)
  /// A write takes so many bytes only; the next goes on.
  case short(Int)
  /// The power is cut, or the process killed: nothing happens from here on.
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

/// Random numbers that a seed determines: SplitMix64.
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

/// How many times as much as usual the tests try: `ADJOURNAL_ROUNDS`, 1 by default.
let recorderRounds = ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

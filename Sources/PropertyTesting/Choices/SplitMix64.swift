/// The SplitMix64 pseudorandom number generator.
///
/// The same seed gives the same numbers in every process, on every machine and at every
/// optimization level. Not suitable for cryptography.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator with a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 to `bound - 1`; 0 if the bound is 0.
  public mutating func below(_ bound: UInt64) -> UInt64 {
    bound <= 1 ? 0 : next().multipliedFullWidth(by: bound).high
  }
}

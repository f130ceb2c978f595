/// A small generator of random numbers whose whole state is one seed.
///
/// The numbers are those of the published SplitMix64: the same seed gives the same numbers in every
/// process, on every machine and at every optimisation level. It is not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts at a seed.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, not including, a bound; 0 where the bound is 0 or 1.
  public mutating func below(_ bound: UInt64) -> UInt64 {
    bound <= 1 ? 0 : next().multipliedFullWidth(by: bound).high
  }
}

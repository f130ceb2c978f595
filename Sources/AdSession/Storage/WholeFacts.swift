extension Cell<DerivedFacts> {
  /// Stores facts as the two words in which a function returns them.
  ///
  /// Field by field the store takes more than twice as many instructions.
  @inlinable @inline(__always)
  package func storeWhole(_ facts: DerivedFacts) {
    typealias Words = (UInt64, UInt64)
    UnsafeMutableRawPointer(address)
      .storeBytes(of: unsafeBitCast(facts, to: Words.self), as: Words.self)
  }
}

extension Word {
  /// The raw value, read as a byte.
  ///
  /// The compiler makes a jump table of `rawValue`, which mispredicts where formats alternate.
  @inlinable @inline(__always)
  package var byte: UInt8 { unsafeBitCast(self, to: UInt8.self) }
}

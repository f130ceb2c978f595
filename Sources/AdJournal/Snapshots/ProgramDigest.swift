/// Which program this is: a snapshot of another one is not taken, since it may judge otherwise.
package enum ProgramDigest {
  /// The build ID of a program, or else the hash of its file, as digits; nil where it cannot be read.
  package static func text(of path: String) -> String? {
    guard let descriptor = System.open(path) else { return nil }
    defer { System.close(descriptor) }
    let file = JournalBytes(descriptor: descriptor)
    guard let size = file.count else { return nil }
    if let buildID = BuildID.of(file) { return "build " + Hex.text(buildID) }
    var generator = FixedNumbers()
    let key = DigestKey(&generator)
    let hasher = PieceHasher(file, LeasedPages(file))
    return hasher.sums(at: 0, size, key).map { Hex.text(SHA256.digest(of: $0)) }
  }

  /// SplitMix64 from zero: programs are told apart, not protected.
  private struct FixedNumbers: RandomNumberGenerator {
    private var state: UInt64 = 0

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = (state ^ state &>> 30) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ word &>> 27) &* 0x94D0_49BB_1331_11EB
      return word ^ word &>> 31
    }
  }
}

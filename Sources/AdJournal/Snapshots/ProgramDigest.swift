/// Which program this is: a snapshot of another one is not taken, since it may judge otherwise.
package enum ProgramDigest {
  /// The hash of a program's file as digits; nil where it cannot be read.
  package static func text(of path: String) -> String? {
    guard let descriptor = System.open(path) else { return nil }
    defer { System.close(descriptor) }
    let file = JournalBytes(descriptor: descriptor)
    guard let size = file.count else { return nil }
    var generator = FixedNumbers()
    let key = DigestKey(&generator)
    let pages = LeasedPages(file)
    // On two threads, since no snapshot is opened before it is known.
    let lower = Half(file, pages, start: 0, end: size / 2)
    let upper = Half(file, pages, start: size / 2, end: size)
    let thread = WorkerThread { upper.hash(key) }
    lower.hash(key)
    if let thread { thread.join() } else { upper.hash(key) }
    guard let first = lower.digest, let second = upper.digest else { return nil }
    return Hex.text(SHA256.digest(of: first + second))
  }

  /// A half of the file; one thread hashes it.
  private final class Half: @unchecked Sendable {
    private let file: JournalBytes
    private let pages: LeasedPages?
    private let start: Int
    private let end: Int
    private(set) var digest: [UInt8]?

    init(_ file: JournalBytes, _ pages: LeasedPages?, start: Int, end: Int) {
      self.file = file
      self.pages = pages
      self.start = start
      self.end = end
    }

    func hash(_ key: DigestKey) {
      digest = PieceHasher(file, pages).digest(at: start, end - start, key)
    }
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

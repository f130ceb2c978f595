@testable import JournalFormat
@testable import Platform
import Testing

/// The hashes and keys of seals, by published values and by an independent implementation.
struct SealKeyTests {
  static let bytes = (0..<32).map { UInt8($0) }

  private static let longText =
    "This is a test using a larger than block-size key and a larger than block-size data. The key "
    + "needs to be hashed before being used by the HMAC algorithm."

  /// RFC 4231, cases 1 to 4, 6 and 7.
  private static let published: [(key: [UInt8], message: [UInt8], code: String)] = [
    (
      Array(repeating: 0x0B, count: 20), Array("Hi There".utf8),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
    ),
    (
      (1...25).map { UInt8($0) }, Array(repeating: 0xCD, count: 50),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
    ),
    (
      Array(repeating: 0xAA, count: 131),
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
    (
      Array(repeating: 0xAA, count: 131), Array(longText.utf8),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
    ),
  ]

  @Test func `the keyed hash returns the published values`() {
    for (key, message, code) in Self.published {
      #expect(Hex.text(HMAC.code(of: message, key: key)) == code)
    }
  }

  @Test func `the hash in plain Swift returns the published values`() {
    var hash = PlainSHA256()
    Array("abc".utf8).withUnsafeBytes { hash.update($0) }
    #expect(
      Hex.text(hash.digest()) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  /// Values of Python's hmac and hashlib.
  @Test func `a session's key evolves as documented`() throws {
    var key = EvolvingKey(try SealKey(Self.bytes), session: "s-1")
    let hash = String(repeating: "0", count: 64)
    #expect(key.label == "abf6cd0c/1")
    #expect(
      key.hmac(of: hash) == "d7834825b1391b18c40e8f44ddc336e1b61574c2b21ed6538757389339acbacd")
    key.evolve()
    #expect(key.label == "abf6cd0c/2")
    #expect(
      key.hmac(of: hash) == "90d7de462fd000384268f9cd787b64fdac2ead11be78c4dffc9d9a898e8bd230")
  }

  @Test func `sessions of one key have different session keys`() throws {
    let key = try SealKey(Self.bytes)
    #expect(
      EvolvingKey(key, session: "a").hmac(of: "") != EvolvingKey(key, session: "b").hmac(of: ""))
  }

  @Test(arguments: [0, 1, 31, 33, 64])
  func `a key of another length is rejected with a message`(count: Int) {
    #expect(
      throws: SealKey.Failure(
        description: "a key must have 32 bytes, but has \(count)")
    ) {
      try SealKey([UInt8](repeating: 1, count: count))
    }
  }

  @Test func `a key file contains bytes or hexadecimal digits`() throws {
    let key = try SealKey(Self.bytes)
    let digits = Hex.text(Self.bytes)
    #expect(try SealKey(file: Self.bytes) == key)
    for text in [digits, digits.uppercased(), digits + "\n", digits + "\r\n"] {
      #expect(try SealKey(file: Array(text.utf8)) == key)
    }
    for text in ["", "00", digits + "0", String(digits.dropLast()) + "x"] {
      #expect(
        throws: SealKey.Failure(
          description: "a key file must contain 32 bytes or 64 hexadecimal digits, but has "
            + "\(text.utf8.count) bytes")
      ) {
        try SealKey(file: Array(text.utf8))
      }
    }
  }

  @Test func `an invalid name of a key is rejected with a message`() throws {
    #expect(try SealKey(Self.bytes, name: "k-2026").name == "k-2026")
    for name in ["", "a/b", "ä", String(repeating: "a", count: 65)] {
      #expect(
        throws: SealKey.Failure(
          description: "a key name must have 1 to 64 of the characters A-Z a-z 0-9 . _ -")
      ) {
        try SealKey(Self.bytes, name: name)
      }
    }
  }
}

import Testing

@testable import AdRedaction

struct PseudonymTests {
  private static let key = [UInt8](repeating: 7, count: 32)

  @Test(arguments: ["s", "ad", "app", "unit", "request", "install", "adapter", "unlisted"])
  func `A pseudonym has ten characters, and begins with its kind`(kind: String) {
    var pseudonyms = Pseudonyms(key: Self.key)
    let name = pseudonyms.of("a name that is longer than ten characters", kind: kind)
    #expect(name.utf8.count == 10)
    let prefix = kind.utf8.count > 4 ? String(kind.prefix(3)) : kind
    #expect(name.hasPrefix("\(prefix)-"))
    let digits = name.utf8.drop { $0 != UInt8(ascii: "-") }.dropFirst()
    #expect(digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x76).contains($0) })
  }

  /// Three digits are 32,768 pseudonyms, so that many of 5000 names have the same ones.
  @Test func `Names with the same characters get longer pseudonyms, and all stay different`() {
    let names = (0..<5000).map { "name \($0)" }
    var pseudonyms = Pseudonyms(key: Self.key, length: 5)
    let made = names.map { pseudonyms.of($0, kind: "s") }
    #expect(Set(made).count == names.count)
    let longer = made.count { $0.utf8.count > 5 }
    #expect(longer > 100 && longer < 1000)
    #expect(made.allSatisfy { [5, 7, 9].contains($0.utf8.count) })
    #expect(names.map { pseudonyms.of($0, kind: "s") } == made)
    var again = Pseudonyms(key: Self.key, length: 5)
    #expect(names.map { again.of($0, kind: "s") } == made)
    // In another order, another name of two gets the longer one; the beginning stays.
    var reversed = Pseudonyms(key: Self.key, length: 5)
    let other = Array(names.reversed().map { reversed.of($0, kind: "s") }.reversed())
    #expect(zip(made, other).allSatisfy { $0.prefix(5) == $1.prefix(5) })
    #expect(made != other)
  }

  /// More names than the cache keeps.
  @Test func `A name keeps its longer pseudonym after a hundred thousand others`() {
    var pseudonyms = Pseudonyms(key: Self.key, length: 5)
    let made = (0..<2000).map { pseudonyms.of("name \($0)", kind: "s") }
    for number in 0..<100_000 { _ = pseudonyms.of("other \(number)", kind: "ad") }
    #expect((0..<2000).map { pseudonyms.of("name \($0)", kind: "s") } == made)
  }
}

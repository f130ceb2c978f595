internal import JournalFormat
import AdSession
import Platform

/// Replaces names by pseudonyms: equal names by equal ones, and by others without the key.
///
/// A pseudonym is the kind of name, a dash and 64 bits of an HMAC-SHA-256 as hexadecimal digits. So
/// neither the name nor its length can be found without the key, not even by trying all likely
/// names.
struct Pseudonyms {
  /// The length of a key: 32 bytes.
  static let keyLength = 32

  private let key: [UInt8]
  private var cache: [Name: String] = [:]

  private struct Name: Hashable {
    var kind: String
    var text: String
  }

  init(key: [UInt8]) { self.key = key }

  /// The pseudonym of a name among the names of its kind; an empty name stays empty.
  mutating func of(_ text: String, kind: String) -> String {
    if text.isEmpty { return "" }
    let name = Name(kind: kind, text: text)
    if let known = cache[name] { return known }
    // A fleet has more names than fit in memory.
    if cache.count == 100_000 { cache.removeAll(keepingCapacity: true) }
    let made = "\(kind)-\(digits(Array(text.utf8), kind: kind))"
    cache[name] = made
    return made
  }

  /// The 16 digits that stand for a text among the texts of its kind.
  func digits(_ text: [UInt8], kind: String) -> String {
    Hex.text(HMAC.code(of: Array("adjournal redact \(kind) ".utf8) + text, key: key).prefix(8))
  }

  /// A wall clock, a number of whole weeks earlier that depends on the key only: 1 to 256.
  ///
  /// Local midnights, days of the week and times between sessions stay. A time before the year
  /// 0000, which a journal cannot hold, becomes one before the year 10000: as many weeks away,
  /// modulo 10 000 years.
  func shifted(_ wall: Int64) -> Int64 {
    let weeks = Int64(HMAC.code(of: Array("adjournal redact weeks".utf8), key: key)[0]) + 1
    let earlier = wall - weeks * 7 * WallClock.day
    return earlier < Self.firstWall ? earlier + Self.allYears : earlier
  }

  /// The beginning of the year 0000, in milliseconds since 1970.
  private static let firstWall: Int64 = -719_528 * WallClock.day
  /// The years 0000 to 9999, which are 521 775 weeks without a rest.
  private static let allYears: Int64 = 3_652_425 * WallClock.day
}

internal import JournalFormat
import Platform

/// Replaces names by pseudonyms: equal names by equal ones, and by others without the key.
///
/// A pseudonym has ten characters: the kind of name, a dash and digits of an HMAC-SHA-256. So
/// neither the name nor its length can be found without the key, not even by trying all likely
/// names. A name whose ten characters another name already has gets two more, or as many as it
/// needs.
struct Pseudonyms {
  /// The length of a key: 32 bytes.
  static let keyLength = 32

  private let key: [UInt8]
  private let length: Int
  private var cache: [Name: String] = [:]
  /// For each pseudonym, eight bytes of the code of the name that has it: about 40 bytes of memory.
  private var owners: [String: UInt64] = [:]

  private struct Name: Hashable {
    var kind: String
    var text: String
  }

  /// Makes pseudonyms.
  ///
  /// - Parameter length: The number of characters of a pseudonym.
  init(key: [UInt8], length: Int = 10) {
    self.key = key
    self.length = length
  }

  /// The pseudonym of a name among the names of its kind; an empty name stays empty.
  mutating func of(_ text: String, kind: String) -> String {
    if text.isEmpty { return "" }
    let name = Name(kind: kind, text: text)
    if let known = cache[name] { return known }
    // A fleet has more names than fit in memory.
    if cache.count == 100_000 { cache.removeAll(keepingCapacity: true) }
    let made = unused(kind, code(of: "\(kind) ", Array(text.utf8)))
    cache[name] = made
    return made
  }

  /// The shortest pseudonym that no other name has.
  private mutating func unused(_ kind: String, _ code: [UInt8]) -> String {
    // Only the names of short kinds fit beside enough digits.
    let prefix = (kind.utf8.count > 4 ? String(kind.prefix(3)) : kind) + "-"
    let digits = Self.digits(of: code)
    let rest = code.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    var count = max(1, length - prefix.utf8.count)
    while true {
      let made = prefix + String(decoding: digits.prefix(count), as: UTF8.self)
      let owner = owners[made] ?? rest
      owners[made] = owner
      if owner == rest || count >= digits.count { return made }
      count += 2
    }
  }

  /// The first 24 bytes of a code as digits of five bits.
  private static func digits(of code: [UInt8]) -> [UInt8] {
    let alphabet = Array("0123456789abcdefghijklmnopqrstuv".utf8)
    var digits: [UInt8] = []
    var (bits, count) = (0, 0)
    for byte in code.prefix(24) {
      (bits, count) = (bits << 8 | Int(byte), count + 8)
      while count >= 5 {
        count -= 5
        digits.append(alphabet[bits >> count & 31])
      }
      bits &= 1 << count - 1
    }
    return digits
  }

  /// The 16 digits that stand for a text among the texts of its kind.
  func digits(_ text: [UInt8], kind: String) -> String {
    Hex.text(code(of: "\(kind) ", text).prefix(8))
  }

  /// 32 bytes that only the key gives for a purpose and a text.
  func code(of purpose: String, _ text: [UInt8] = []) -> [UInt8] {
    HMAC.code(of: Array("adjournal redact \(purpose)".utf8) + text, key: key)
  }
}

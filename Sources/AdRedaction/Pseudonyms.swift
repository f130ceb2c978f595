internal import JournalFormat
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
    Hex.text(code(of: "\(kind) ", text).prefix(8))
  }

  /// 32 bytes that only the key gives for a purpose and a text.
  func code(of purpose: String, _ text: [UInt8] = []) -> [UInt8] {
    HMAC.code(of: Array("adjournal redact \(purpose)".utf8) + text, key: key)
  }
}

package import AdSession
import JSONLines
import JournalFormat

/// What a redaction does to the value of a field.
package enum FieldTreatment: Equatable, Sendable {
  /// Numbers, truth values, thresholds and listed words say nothing about the app or the user.
  case keep
  /// The field is left out.
  case remove
  /// The value becomes a constant, because the record must have the field.
  case blank
  /// The value becomes a pseudonym among the names of this kind.
  case name(String)
  /// A pseudonym, unless the value is one of these public names.
  case publicName(String, [String])
  /// A pseudonym, unless the value has the form of a version, such as `12.9.0`.
  case version
  /// A pseudonym, unless the value has three letters, as a currency has.
  case currency
  /// A pseudonym; the public prefix of test units stays.
  case unit
  /// The value is a seal's, and no longer right.
  case seal
  /// Only the known members of each line item stay.
  case waterfall

  /// The treatment of a field of the vocabulary.
  package static func of(_ field: FieldEntry) -> FieldTreatment {
    if let special = special[field.name] { return special }
    let isText = field.type == .string && field.values.isEmpty
    return isText ? .name(field.name.name) : .keep
  }

  private static let special: [FieldName: FieldTreatment] = [
    .text: .blank, .errorMessage: .remove, .extras: .remove, .timezone: .remove,
    .device: .publicName("device", ["phone", "tablet"]),
    .os: .publicName("os", ["iOS", "iPadOS", "tvOS", "visionOS", "macOS", "Android"]),
    .sdk: .publicName("sdk", ["google-mobile-ads", "applovin-max", "levelplay"]),
    .status: .publicName("status", statuses),
    .appVersion: .version, .osVersion: .version, .sdkVersion: .version, .version: .version,
    .currency: .currency, .unit: .unit, .waterfall: .waterfall, .redacted: .remove,
    .sha256: .seal, .previousSha256: .seal, .hmac: .remove, .key: .remove,
  ]

  /// What the tracking prompt and the consent platform answer.
  private static let statuses = [
    "authorized", "denied", "restricted", "not_determined", "obtained", "required", "not_required",
    "unknown",
  ]

  /// The text fields of events and headers that `--keep` accepts, in the order of the vocabulary.
  package static let keepable: [FieldName] = {
    var names: [FieldName] = []
    for field in Vocabulary.entries.flatMap(\.fields) where !names.contains(field.name) {
      switch of(field) {
      case .name, .publicName, .version, .unit, .currency: names.append(field.name)
      case .keep, .remove, .blank, .seal, .waterfall: break
      }
    }
    return names
  }()

  /// The names in the header's `redacted`.
  static func redacted(keeping kept: Set<FieldName>) -> [String] {
    var names: [String] = []
    for field in Vocabulary.entries.flatMap(\.fields) where !kept.contains(field.name) {
      let name = field.name.name
      if of(field) != .keep, field.name != .redacted, !names.contains(name) { names.append(name) }
    }
    return names
  }
}

/// Redacts the values of fields.
struct FieldRedaction {
  var pseudonyms: Pseudonyms
  /// The text fields that stay as they are.
  let kept: Set<FieldName>

  /// The value in the redacted record; nil if the record shall not have the field.
  mutating func value(_ value: JSONValue, of field: FieldEntry) -> FieldValue? {
    switch field.type {
    case .string: return value.string.flatMap { text($0, of: field).map { .string($0) } }
    case .integer: return value.integer.map { .integer($0) }
    case .number: return value.decimal.map { .number($0) }
    case .boolean: return value.boolean.map { .boolean($0) }
    case .strings: return field.name == .captures ? .strings(Self.classes(value)) : nil
    case .object: return field.name == .policy ? .policy(PolicySetting.all(in: value)) : nil
    case .objects: return field.name == .waterfall ? .json(waterfall(value)) : nil
    }
  }

  /// The text in a redacted record; nil if the record shall not have the field.
  mutating func text(_ text: String, of field: FieldEntry) -> String? {
    if kept.contains(field.name) { return text }
    switch FieldTreatment.of(field) {
    case .keep: return word(text, of: field)
    case .remove, .seal, .waterfall: return nil
    case .blank: return "redacted"
    case .name(let kind): return pseudonyms.of(text, kind: kind)
    case .publicName(let kind, let known):
      return known.contains { $0.lowercased() == text.lowercased() }
        ? text : pseudonyms.of(text, kind: kind)
    case .version: return Self.isVersion(text) ? text : pseudonyms.of(text, kind: "version")
    case .currency: return Self.isCurrency(text) ? text : pseudonyms.of(text, kind: "currency")
    case .unit: return unit(text)
    }
  }

  /// Keeps a listed value; replaces any other with an unlisted pseudonym.
  private mutating func word(_ text: String, of field: FieldEntry) -> String {
    let isListed = field.values.contains { $0.text == text }
    return isListed ? text : pseudonyms.of(text, kind: "unlisted")
  }

  private mutating func unit(_ text: String) -> String {
    let prefix = Self.testUnits.first { text.utf8.starts(with: $0.utf8) } ?? ""
    let rest = String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    return prefix + pseudonyms.of(rest, kind: "unit")
  }

  /// The public beginnings of Google's test units.
  private static let testUnits = ["ca-app-pub-3940256099942544/", "/21775744923/"]

  /// One to four numbers of at most four digits: what is longer may be an identifier.
  private static func isVersion(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    return (1...4).contains(parts.count)
      && parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy { $0 &- 48 < 10 } }
  }

  private static func isCurrency(_ text: String) -> Bool {
    text.utf8.count == 3 && text.utf8.allSatisfy { $0 & 0xDF &- 65 < 26 }
  }

  private static func classes(_ value: JSONValue) -> [String] {
    var names: [String] = []
    value.forEachElement { element in
      let name = element.string ?? ""
      if EventClass.allCases.contains(where: { $0.name == name }) { names.append(name) }
    }
    return names
  }

  /// The line items with the three members that the vocabulary names.
  private mutating func waterfall(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginArray()
    value.forEachElement { item in
      writer.beginObject()
      item.forEachMember { member in
        switch member.name {
        case "adapter":
          guard let name = member.value.string else { return }
          writer.key("adapter")
          writer.string(kept.contains(.adapter) ? name : pseudonyms.of(name, kind: "adapter"))
        case "latency_ms", "error_code":
          guard let number = member.value.integer else { return }
          writer.key(member.name)
          writer.integer(number)
        default: break
        }
      }
      writer.endObject()
    }
    writer.endArray()
    return writer.bytes
  }
}

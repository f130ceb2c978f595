public import JournalInput
internal import AdSession
public import JSONLines

/// Converts records to CloudEvents 1.0 in JSON, one per line, for event brokers.
///
/// `id` is `SESSION/SEQ`, `source` is `adjournal:SESSION`, and `data` is the record exactly as in
/// the journal. Keep one instance for all records: it reuses its memory.
public struct CloudEvents {
  private var writer = JSONWriter(reserving: 1024)

  /// Creates a converter.
  public init() {}

  /// The event of a valid record, with a line feed; `data` is the record itself.
  public mutating func line(of data: JSONValue, _ record: JournalLine.Record) -> [UInt8] {
    let names = Names(data)
    writer.clear()
    writer.beginObject()
    writer.field("specversion", "1.0")
    writer.field("id", "\(record.session)/\(record.seq)")
    writer.field("source", "adjournal:\(record.session)")
    writer.field("type", "adjournal.\(names.event)")
    writer.field("subject", names.subject)
    writer.field("time", WallClock.text(record.wall))
    writer.field("datacontenttype", "application/json")
    writer.key("data")
    writer.raw(data.bytes)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}

/// The event name and the subject of a record, as valid attributes of a CloudEvent.
private struct Names {
  private(set) var event = ""
  /// The ad, or else the first other name of ``subjects``; nil for a record without any.
  private(set) var subject: String?

  /// The fields that can be the subject, most specific first.
  private static let subjects = ["ad", "load", "request", "window", "scene", "unit"]

  init(_ record: JSONValue) {
    var best = Self.subjects.count
    record.forEachMember { member in
      if member.name == "event" { event = Self.attribute(member.value.string ?? "") }
      guard let rank = Self.subjects.firstIndex(of: member.name), rank < best,
        let text = member.value.string, !text.isEmpty
      else { return }
      best = rank
      subject = Self.attribute(text)
    }
  }

  /// A text in which U+FFFD replaces the characters that an attribute must not contain.
  private static func attribute(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    var allowed = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { allowed.append(isForbidden(scalar) ? "\u{FFFD}" : scalar) }
    return String(allowed)
  }

  /// Whether the character is a control character or a noncharacter.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
    case let value: value & 0xFFFE == 0xFFFE
    }
  }
}

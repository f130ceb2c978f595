public import AdReplay
internal import AdSession
internal import JSONLines

/// Records as CloudEvents 1.0 in JSON, one a line, for event brokers.
///
/// `source` and `id` are made of the session's name and the record's `seq`, `data` is the record as it
/// stands in the journal. Keep one to reuse its memory.
public struct CloudEvents {
  private var writer = JSONWriter(reserving: 1024)

  /// Makes events.
  public init() {}

  /// The event of a whole record, with its line feed.
  public mutating func line(
    of bytes: UnsafeRawBufferPointer, _ record: JournalLine.Record
  ) -> [UInt8] {
    let data = JSONValue.record(in: bytes)
    let names = Names(data)
    writer.clear()
    writer.beginObject()
    put("specversion", "1.0")
    put("id", "\(record.session)/\(record.seq)")
    put("source", "adjournal:\(record.session)")
    put("type", "adjournal.\(names.event)")
    if let subject = names.subject { put("subject", subject) }
    put("time", WallClock.text(record.wall))
    put("datacontenttype", "application/json")
    writer.key("data")
    writer.raw(data.bytes)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private mutating func put(_ name: StaticString, _ text: String) {
    writer.key(name)
    writer.string(text)
  }
}

/// What a record is and whom it concerns, as attributes of a CloudEvent may say it.
private struct Names {
  private(set) var event = ""
  /// The ad, else what is next to it; nil where the record names nothing.
  private(set) var subject: String?

  /// The nearest first.
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

  /// A text without the characters that an attribute must not have: those become U+FFFD.
  private static func attribute(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isForbidden) else { return text }
    var allowed = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { allowed.append(isForbidden(scalar) ? "\u{FFFD}" : scalar) }
    return String(allowed)
  }

  /// Control characters, and what is no character.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0xFDD0...0xFDEF: true
    case let value: value & 0xFFFE == 0xFFFE
    }
  }
}

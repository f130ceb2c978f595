import AdReplay
import AdRules
package import AdSession
import Foundation
import JournalInput

/// The journal of a test.
package struct Recording {
  package let bytes: [UInt8]

  /// Creates a recording from the bytes of a journal.
  package init(bytes: [UInt8]) { self.bytes = bytes }

  private static let excluded = [
    "v", "session", "seq", "t", "wall", "event", "crc", "latency_ms", "unit", "format",
  ]

  /// The records as `event field=value …`, without header and end, envelope, times, unit and
  /// format.
  package var lines: [String] { lines(without: Self.excluded) }

  /// The records as `event field=value …`, without header, end and some fields.
  package func lines(without excluded: [String]) -> [String] {
    bytes.split(separator: 0x0A).compactMap { line in
      let object = Self.object(line)
      let event = object["event"] as? String ?? "?"
      if event.hasPrefix("session.") { return nil }
      let fields = object.keys.sorted().filter { !excluded.contains($0) }
      return ([event] + fields.map { "\($0)=\(Self.text(object[$0]))" }).joined(separator: " ")
    }
  }

  /// The values of a field in all records of a kind, in order; `nil` if a record lacks the field.
  package func values(_ field: String, of event: String) -> [String?] {
    bytes.split(separator: 0x0A).compactMap { line -> String?? in
      let object = Self.object(line)
      guard object["event"] as? String == event else { return nil }
      return .some(object[field].map { Self.text($0) })
    }
  }

  private static func object(_ line: ArraySlice<UInt8>) -> [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any] ?? [:]
  }

  private static func text(_ value: Any?) -> String {
    if let value = value as? NSNumber, String(cString: value.objCType) == "c" {
      return value.boolValue ? "true" : "false"
    }
    if let value, JSONSerialization.isValidJSONObject(value),
      let data = try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    {
      return String(decoding: data, as: UTF8.self)
    }
    return value.map { "\($0)" } ?? "nil"
  }

  /// The trace of the only session.
  package var trace: Trace? {
    let reading = Journal.read(bytes: bytes)
    return reading.count == 1 && reading[0].damage.isEmpty ? reading[0].trace : nil
  }

  /// The ids of the rules that the session violates.
  package var violated: [String] {
    guard let trace else { return ["damage"] }
    let judge = Judge()
    return zip(judge.rules, judge.judge(trace)).filter { $1.verdict == .violated }.map(\.0.id)
  }
}

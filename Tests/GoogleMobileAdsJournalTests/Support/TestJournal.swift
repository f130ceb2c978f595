import AdRecording
import AdReplay
import AdRules
import AdSession
import Foundation
@testable import GoogleMobileAdsJournal

/// A session that is recorded for a test, in a folder that is gone with it.
final class TestJournal: @unchecked Sendable {
  let session: SessionRecorder
  let recorder: AdRecorder
  private let folder: String

  init(configure: (inout SessionFacts) -> Void = { _ in }) throws {
    folder = NSTemporaryDirectory() + "adjournal-" + UUID().uuidString
    var facts = SessionFacts(
      app: "com.example.app", appVersion: "4.2.0", build: .debug, os: "iOS", osVersion: "26.1",
      sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    configure(&facts)
    session = SessionRecorder(folder: folder, facts: facts)
    recorder = AdRecorder(session)
  }

  deinit {
    // A writer that still has something to write would make the folder again.
    session.endAndWait(.other)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Writes all, and reads it.
  func read() throws -> Recording {
    session.endAndWait(.other)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let bytes = try names.filter { $0.hasSuffix(".jsonl") }.flatMap {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
    }
    return Recording(bytes: bytes)
  }
}

/// What was recorded.
struct Recording {
  let bytes: [UInt8]

  private static let left = [
    "v", "session", "seq", "t", "wall", "event", "crc", "latency_ms", "unit", "format",
  ]

  /// The records as `event field=value …`: without the header and the end, the envelope, times,
  /// unit and format.
  var lines: [String] {
    bytes.split(separator: 0x0A).compactMap { line in
      let object = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any] ?? [:]
      let event = object["event"] as? String ?? "?"
      if event.hasPrefix("session.") { return nil }
      let fields = object.keys.sorted().filter { !Self.left.contains($0) }
      return ([event] + fields.map { "\($0)=\(Self.text(object[$0]))" }).joined(separator: " ")
    }
  }

  /// The values of a field, in order, nil where a record of the kind has none.
  func values(_ field: String, of event: String) -> [String?] {
    bytes.split(separator: 0x0A).compactMap { line -> String?? in
      let object = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any] ?? [:]
      guard object["event"] as? String == event else { return nil }
      return .some(object[field].map { Self.text($0) })
    }
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

  /// The rules that the session breaks, by their names.
  var violated: [String] {
    let reading = Journal.read(bytes: bytes)
    guard reading.count == 1, reading[0].damage.isEmpty else { return ["\(reading.map(\.damage))"] }
    let judge = Judge()
    return zip(judge.rules, judge.judge(reading[0].trace)).filter { $1.verdict == .violated }
      .map(\.0.id)
  }
}

/// How many times as much as usual the tests try: `ADJOURNAL_ROUNDS`, 1 by default.
let rounds = ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

extension TestJournal {
  /// Has the stubs let go of what was tied to ads that are gone, as the runtime of Objective-C does.
  static func letGo() { Lifetime.letGo() }
}

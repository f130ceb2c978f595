import AdRecording
import AdReplay
import JournalInput
import AdRules
import AdSession
import Foundation
import GoogleMobileAds
@testable import AppJournal
@testable import GoogleMobileAdsJournal

/// A recorded session of a test, in a temporary folder.
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
    // A writer with pending records would create the folder again.
    session.endAndWait(.other)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Ends the session and reads its journal.
  func read() throws -> Recording {
    session.endAndWait(.other)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let bytes = try names.filter { $0.hasSuffix(".jsonl") }.flatMap {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
    }
    return Recording(bytes: bytes)
  }
}

/// The journal of a test.
struct Recording {
  let bytes: [UInt8]

  private static let excluded = [
    "v", "session", "seq", "t", "wall", "event", "crc", "latency_ms", "unit", "format",
  ]

  /// The records as `event field=value …`, without header and end, envelope, times, unit and
  /// format.
  var lines: [String] {
    bytes.split(separator: 0x0A).compactMap { line in
      let object = (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any] ?? [:]
      let event = object["event"] as? String ?? "?"
      if event.hasPrefix("session.") { return nil }
      let fields = object.keys.sorted().filter { !Self.excluded.contains($0) }
      return ([event] + fields.map { "\($0)=\(Self.text(object[$0]))" }).joined(separator: " ")
    }
  }

  /// The values of a field in all records of a kind, in order; `nil` if a record lacks the field.
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

  /// The ids of the rules that the session violates.
  var violated: [String] {
    let reading = Journal.read(bytes: bytes)
    guard reading.count == 1, reading[0].damage.isEmpty else { return ["\(reading.map(\.damage))"] }
    let judge = Judge()
    return zip(judge.rules, judge.judge(reading[0].trace)).filter { $1.verdict == .violated }
      .map(\.0.id)
  }
}

/// The factor for the number of random cases: `ADJOURNAL_ROUNDS`, 1 by default.
let rounds = ProcessInfo.processInfo.environment["ADJOURNAL_ROUNDS"].flatMap(Int.init) ?? 1

extension TestJournal {
  /// Lets time pass for the recorder of a banner view, without waiting.
  @MainActor func wait(seconds: Int64, for view: BannerView) {
    let banner: BannerRecorder? = recorder.recorder(of: view)
    guard let banner else { return }
    let before = banner.now
    banner.now = { before() + seconds * 1_000_000_000 }
  }

  /// Releases the recorders of released ads, as the Objective-C runtime does.
  static func releaseOrphans() { Lifetime.releaseOrphans() }
}

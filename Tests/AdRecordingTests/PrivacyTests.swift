import TestJournals
@testable import AdReplay
@testable import AdRecording
import AdSession
import Foundation
import Testing

/// A journal contains no private data, whatever an SDK returns.
struct PrivacyTests {
  private static func load(_ facts: SessionFacts, _ responses: [String]) throws -> [String] {
    let session = try RecordedSession(facts)
    for (number, response) in responses.enumerated() {
      session.recorder.record(
        .adLoaded(
          unit: "u", format: .native, request: "r-\(number)", ad: "a-\(number)", response: response)
      )
    }
    return try session.end().objects.compactMap { $0["response"] as? String }
  }

  @Test func `equal response ids of an install have equal hashes`() throws {
    let hashes = try Self.load(.sample, ["one", "two", "one", ""])
    #expect(hashes.count == 4)
    #expect(hashes[0] == hashes[2] && hashes[0] != hashes[1])
    for hash in hashes { #expect(hash.wholeMatch(of: #/[0-9a-f]{32}/#) != nil) }
    let other = try Self.load(.sample, ["one"])
    #expect(other.count == 1 && other[0] != hashes[0])
  }

  @Test func `the header reports response ids that an app keeps unchanged`()
    throws
  {
    var facts = SessionFacts.sample
    facts.keepsResponseIDs = true
    #expect(try Self.load(facts, ["one"]) == ["one"])
    #expect(try RecordedSession(facts).end().object(.sessionBegan)["redacted"] == nil)
    #expect(
      try RecordedSession().end().object(.sessionBegan)["redacted"] as? [String] == ["response"])
  }

  @Test func `a journal contains neither the salt nor a response id`() throws {
    let session = try RecordedSession()
    session.recorder.record(
      .adLoaded(
        unit: "u", format: .native, request: "r", ad: "a", response: "secret-response-id"))
    let file = try session.end()
    let install = try String(contentsOfFile: session.path + "/install", encoding: .utf8)
    let salt = try #require(install.split(separator: "\n").last)
    #expect(salt.count == 64)
    for line in file.lines {
      #expect(!line.contains(salt) && !line.contains("secret"))
    }
  }

  @Test func `free text is truncated at 512 bytes between scalars`() throws {
    for (text, kept) in [
      (String(repeating: "a", count: 512), 512), (String(repeating: "a", count: 513), 512),
      (String(repeating: "ä", count: 300), 512), ("a" + String(repeating: "ä", count: 300), 511),
      (String(repeating: "€", count: 300), 510), (String(repeating: "😀", count: 300), 512),
      ("aaa" + String(repeating: "😀", count: 300), 511),
    ] {
      let session = try RecordedSession()
      session.recorder.record(.note(text: text))
      session.recorder.record(
        .adFailedToPresent(ad: "a", unit: "u", format: .rewarded, errorCode: 1, errorMessage: text))
      let file = try session.end()
      for written in [
        file.object(.note)["text"], file.object(.adFailedToPresent)["error_message"],
      ] {
        let written = try #require(written as? String)
        #expect(written.utf8.count == kept)
        #expect(text.hasPrefix(written))
      }
    }
  }

  static let hostile: [String] = [
    "\0", "a\0b", "\n", "\r\n", "\u{2028}\u{2029}", "\"},{\"event\":\"ad.paid\"", "\\", "\\u0000",
    "\u{1B}[31m", "\u{FFFF}", "\u{202E}abc", String(repeating: "\u{1}", count: 5000),
    String(repeating: "x", count: 10 << 20), String(repeating: "\n", count: 1 << 20), "",
    String(repeating: "e\u{301}\u{302}", count: 1000), "{", "[[[[[[", "\u{7F}", "::error::x",
  ]

  @Test(arguments: hostile.indices)
  func `a hostile string becomes one valid line`(index: Int) throws {
    let text = Self.hostile[index]
    let session = try RecordedSession()
    session.recorder.record(
      .adFailedToLoad(
        unit: text, format: .appOpen, request: text, scene: text, errorDomain: text, errorCode: 3,
        errorMessage: text, adapter: text,
        waterfall: Array(repeating: .init(adapter: text, latencyMs: 1, errorCode: 2), count: 500)))
    session.recorder.record(
      .nativeMapped(
        ad: text, unit: text, headline: true, media: true, handlesImpressions: false,
        handlesClicks: false, extras: Array(repeating: text, count: 500)))
    session.recorder.record(.configChanged(policy: [PolicySetting(.dailyCap, .nan)], version: text))
    let file = try session.end()
    #expect(file.session?.damage.filter { $0.code != .nameReused } == [])
    #expect(file.lines.count == 6)
    for line in file.lines { #expect(line.utf8.count <= 64 << 10) }
    let unit = file.object(.adFailedToLoad)["unit"] as? String
    #expect(unit.map { text.utf8.starts(with: $0.utf8) } == true)
    #expect(text.utf8.count > 1024 || unit == text)
  }

  @Test func `a bridged text with lone surrogates becomes one valid line`() throws {
    for units in [[0xD800], [0xDC00], [0x61, 0xD83D], [0xDE00, 0x62], [0xD83D, 0xD83D, 0xDE00]] {
      let units = units.map { UInt16($0) }
      let text = NSString(characters: units, length: units.count) as String
      let session = try RecordedSession()
      session.recorder.record(.note(text: text))
      let file = try session.end()
      #expect(file.session?.damage.isEmpty == true)
      #expect(file.object(.note)["text"] as? String == String(decoding: units, as: UTF16.self))
    }
  }

  @Test func `only the names of extra assets are recorded`() throws {
    let line = try EventLine(
      Array(
        #"{"event":"native.mapped","ad":"a","unit":"u","headline":true,"media":true,"#
          .appending(#""handles_impressions":false,"handles_clicks":false,"extras":"#)
          .appending(#"{"store":"Buy at example.com","price":3}}"#).utf8))
    let folder = try TemporaryFolder()
    let recorder = Recorder(folder: folder.path, session: "s-1")
    recorder.record(SessionFacts.sample.header(install: nil, checksums: true, seals: true))
    recorder.record(line)
    recorder.closeAndWait()
    let extras = try RecordedFile(folder: folder.path).object(.nativeMapped)["extras"]
    #expect(extras as? [String: Bool] == ["store": true, "price": true])
  }

  @Test func `a list that is too long is truncated between its items`() throws {
    let items = (0..<1000).map { (number: Int) in
      Recorded.WaterfallItem(adapter: "adapter-\(number)", latencyMs: number)
    }
    let session = try RecordedSession()
    session.recorder.record(
      .adLoaded(unit: "u", format: .native, request: "r", ad: "a", waterfall: items))
    let list = try session.end().object(.adLoaded)["waterfall"] as? [[String: Any]] ?? []
    #expect(list.count > 200 && list.count < 1000)
    #expect(list.map { $0["adapter"] as? String } == items.prefix(list.count).map(\.adapter))
  }

  @Test func `the privacy manifest declares no collected data`() throws {
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/AdRecording/PrivacyInfo.xcprivacy")
    let plist = try PropertyListSerialization.propertyList(
      from: try Data(contentsOf: file), format: nil)
    let manifest = try #require(plist as? [String: Any])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
    #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
    let apis = manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]] ?? []
    #expect(apis.count == 2)
  }
}

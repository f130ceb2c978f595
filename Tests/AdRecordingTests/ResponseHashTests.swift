import TestJournals
@testable import AdRecording
import AdSession
import Foundation
import Testing

/// The recorder's thread hashes response ids: no file ever contains one, whatever fails.
struct ResponseHashTests {
  private static let salt = ResponseSalt((0..<32).map { UInt8($0) })
  private static let secret = "secret-response-id"

  private static func loaded(_ number: Int, _ response: String) -> Recorded.Event {
    .adLoaded(
      unit: "u", format: .native, request: "r-\(number)", ad: "a-\(number)", response: response)
  }

  private static func hash(of response: String) throws -> String? {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.responseSalt = salt
    let recorder = Recorder(folder: folder.path + "/ads", session: "s-1", options: options)
    recorder.record(loaded(1, response))
    recorder.closeAndWait()
    return try RecordedFile(folder: folder.path + "/ads").object(.adLoaded)["response"] as? String
  }

  @Test func `the hash of a response id is the same in every version`() throws {
    #expect(try Self.hash(of: "response-1") == "292d79353ef565ee5f8adddb3f019389")
  }

  @Test func `a response id longer than a text is hashed whole`() throws {
    let long = String(repeating: "x", count: 5000)
    #expect(try Self.hash(of: long) == "a80540efa87ec65bec9c11f75e955418")
  }

  @Test func `a response id that is not hashed is truncated like other texts`() throws {
    var facts = SessionFacts.sample
    facts.keepsResponseIDs = true
    let session = try RecordedSession(facts)
    session.recorder.record(Self.loaded(1, String(repeating: "ä", count: 600)))
    let written = try session.end().object(.adLoaded)["response"] as? String
    #expect(written == String(repeating: "ä", count: 512))
  }

  @Test func `the response id of a line is hashed`() throws {
    let folder = try TemporaryFolder()
    var options = Recorder.Options(session: "s-1")
    options.responseSalt = Self.salt
    let recorder = Recorder(folder: folder.path + "/ads", session: "s-1", options: options)
    recorder.record(
      try EventLine(
        Array(
          #"{"event":"ad.loaded","unit":"u","format":"native","request":"r","ad":"a","response":"response-1"}"#
            .utf8)))
    recorder.closeAndWait()
    let file = try RecordedFile(folder: folder.path + "/ads")
    #expect(file.object(.adLoaded)["response"] as? String == "292d79353ef565ee5f8adddb3f019389")
  }

  @Test func `only ad-loaded has a response id`() {
    let kinds = Vocabulary.entries.filter { $0.fields.contains { $0.name == .response } }
    #expect(kinds.map(\.kind) == [.adLoaded])
  }

  @Test(arguments: [Durability.memory, .process, .ordered, .durable])
  func `no failing call, full queue, kill or power cut leaves a response id in a file`(
    durability: Durability
  ) throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = RecorderRandom(seed: seed)
    let faults: [RecorderFault] = [.before(EIO), .after(EIO), .before(ENOSPC), .short(100), .end]
    print("seed of the faults with response ids: \(seed)")
    for fault in faults {
      var failing = 0
      while try Self.recorded(durability, fault, at: failing, &random) { failing += 1 }
      #expect(failing > 10, "the recorder makes \(failing) calls")
    }
  }

  /// Records response ids while one call fails; returns whether the recorder made that call.
  private static func recorded(
    _ durability: Durability, _ fault: RecorderFault, at failing: Int,
    _ random: inout RecorderRandom
  ) throws -> Bool {
    var options = RecorderFaultTests.options(durability, queue: 16 << 10)
    options.responseSalt = salt
    let drive = MemoryDrive()
    drive.faults = { number, _ in number == failing ? fault : nil }
    let exchange = Exchange(options, drive.system)
    let writer = JournalWriter(exchange, options, drive.system, folder: "own", session: "s-1")
    for number in 0..<5 {
      for _ in 0..<Int.random(in: 1...150, using: &random) {
        _ = exchange.record(loaded(number, secret), urgent: false)
      }
      if number == 2 { exchange.rotate() }
      exchange.flush(upTo: nil) { _ in }
      _ = writer.pass(exchange.takeWork())
      drive.pass(milliseconds: 2000)
    }
    exchange.close { _ in }
    _ = writer.pass(exchange.takeWork())
    exchange.stop()
    let images = [drive.afterKill, drive.afterPowerCut(&random)]
    for bytes in images.flatMap(\.values) {
      #expect(!String(decoding: bytes, as: UTF8.self).contains(secret), "\(fault) at \(failing)")
    }
    return drive.names.count > failing
  }

  @Test(arguments: RecorderProcessTests.policies)
  func `a killed process leaves no response id in a file`(durability: Durability) throws {
    for pause in [0, 500, 5000, 30_000] as [UInt32] {
      let folder = try TemporaryFolder()
      let own = folder.path + "/own"
      let child = try ChildProcess(
        "load", own, "s-1", durability.rawValue, "100000", folder: folder)
      while child.report.through == 0, child.isRunning { usleep(1000) }
      usleep(pause)
      child.kill()
      #expect(child.wait().through > 0)
      let names = try FileManager.default.contentsOfDirectory(atPath: own)
      #expect(names.contains { $0.hasSuffix(".jsonl") })
      for name in names {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(own)/\(name)"))
        #expect(data.range(of: Data("secret".utf8)) == nil, "\(name) after \(pause) µs")
      }
    }
  }
}

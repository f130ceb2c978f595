import TestJournals
import AdRecording
import AdReplay
import JournalInput
import Platform
import AdSession
import Foundation
import Testing

/// A follower gets the same records as the journal.
struct RecordFeedTests {
  private static let facts = SessionFacts(
    app: "a", appVersion: "1", build: .debug, os: "iOS", osVersion: "26", sdk: "s",
    sdkVersion: "1")

  private static func journals() throws -> [String] {
    let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(3).joined(separator: "/")
    let folder = String(root.dropFirst()) + "/Journals/rules"
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return files.filter { $0.hasSuffix(".jsonl") }.sorted().map { folder + "/" + $0 }
  }

  /// Compares recorder, file and reader with the feed, for every event of the journals of all
  /// rules.
  @Test func `a feed has the events and times of the journal`() async throws {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let recorder = SessionRecorder(folder: folder, facts: Self.facts) {
      $0.segmentBytes = 1 << 30
      $0.queueBytes = 16 << 20
    }
    let follower = try #require(recorder.feed.follow {})
    defer { withExtendedLifetime(follower) {} }
    for path in try Self.journals() {
      for line in try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A) {
        guard let event = try? EventLine(Array(line)), event.kind != .sessionBegan
        else { continue }
        recorder.recorder.record(event)
      }
    }
    await recorder.recorder.close()
    let fed = recorder.makeTrace()
    recorder.feed.move(to: fed)
    let file = "\(folder)/\(recorder.session).jsonl"
    let read = try #require(
      Journal.read(bytes: Array(try Data(contentsOf: URL(fileURLWithPath: file)))).first?.trace)
    let events = read.events.filter { $0.kind != .sessionSealed }
    #expect(fed.events.count == events.count && events.count > 1_000)
    for (index, (a, b)) in zip(fed.events, events).enumerated() {
      guard Self.say(a, fed, index) != Self.say(b, read, index) else { continue }
      Issue.record("\(Self.say(a, fed, index)) but \(Self.say(b, read, index))")
      return
    }
  }

  private static func say(_ event: Event, _ trace: Trace, _ index: Int) -> String {
    let texts = [event.unit, event.scene, event.ad, event.request, event.load, event.text]
      .map { trace.symbols.text($0) }
    let words = event.words.map(\.text)
    let policy = (trace.policyChanges[index] ?? []).map { "\($0.key)=\($0.value)" }
    return """
      \(event.kind) \(event.seq) \(event.t) \(texts) \(words) \(event.numbers) \
      \(event.flags) \(event.flagsPresent) \(policy)
      """
  }

  /// So do records of the writer, which ends its file meanwhile.
  @Test func `a record has the time that is held`() async throws {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let recorder = Self.launched(in: folder, by: Ticks())
    let moment = recorder.hold()
    recorder.recorder.rotate()
    _ = await recorder.flush()
    recorder.record(.appEnteringForeground)
    recorder.letGo(after: .appBecameActive)
    recorder.record(.appBecameActive)
    recorder.record(.appResignedActive)
    recorder.record(.appEnteredBackground)
    await recorder.end()
    let read = try Self.trace(in: folder)
    let held = read.events.filter { $0.t == moment.t }.map(\.kind)
    #expect(
      held == [.sessionSealed, .sessionContinued, .appEnteringForeground, .appBecameActive])
    let fed = recorder.makeTrace()
    recorder.feed.move(to: fed)
    for event in fed.events {
      #expect(read.events.first { $0.seq == event.seq }?.t == event.t, "\(event.kind)")
    }
  }

  /// So it is if the writer ends its file between a thread's reading of the clock and its record.
  @Test func `an event with an earlier time gets the newest time, as in the journal`()
    async throws
  {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ticks = Ticks()
    let recorder = Self.launched(in: folder, by: ticks)
    ticks.move(by: 2_000)
    recorder.recorder.rotate()
    _ = await recorder.flush()
    ticks.move(by: -1_000)
    recorder.record(.appBecameActive)
    ticks.move(by: 1_000)
    await recorder.end()
    let fed = recorder.makeTrace()
    recorder.feed.move(to: fed)
    let read = try Self.trace(in: folder)
    let late = try #require(fed.events.first { $0.kind == .appBecameActive })
    #expect(late.t >= 2_000)
    #expect(read.events.first { $0.seq == late.seq }?.t == late.t)
  }

  /// The system may suspend the thread for a second between reading the two clocks.
  @Test func `a delay between readings of the clocks does not change the wall clock`() async throws
  {
    let folder = NSTemporaryDirectory() + "adjournal-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let stalls = Stalls(begin: 1_790_000_000_000_000_000)
    var system = SystemCalls.live
    system.now = { stalls.now }
    system.wall = { stalls.wall() }
    let recorder = SessionRecorder(folder: folder, facts: Self.facts, system: system)
    let follower = try #require(recorder.feed.follow {})
    defer { withExtendedLifetime(follower) {} }
    for _ in 0..<20 { recorder.record(.appLaunched(cold: true)) }
    let moment = recorder.hold()
    recorder.letGo(after: nil)
    await recorder.end()
    let fed = recorder.makeTrace()
    recorder.feed.move(to: fed)
    let read = try Self.trace(in: folder)
    let start = stalls.start / 1_000_000
    #expect(moment.wall - moment.sinceStart == stalls.start)
    #expect(read.events.count > 20 && read.events.allSatisfy { $0.wall - $0.t == start })
    #expect(fed.events.count > 20 && fed.events.allSatisfy { $0.wall - $0.t == start })
  }

  /// A session with a follower and a recorded launch.
  private static func launched(in folder: String, by ticks: Ticks) -> SessionRecorder {
    var system = SystemCalls.live
    system.now = { ticks.next() }
    let recorder = SessionRecorder(folder: folder, facts: facts, system: system)
    recorder.record(.appLaunched(cold: true))
    return recorder
  }

  /// The session in the files of a folder.
  private static func trace(in folder: String) throws -> Trace {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let lines = try files.filter { $0.hasSuffix(".jsonl") }
      .flatMap { try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0)) }
    return try #require(Journal.read(bytes: lines).first?.trace)
  }

  @Test func `a feed gets events that the journal drops`() async throws {
    let recorder = SessionRecorder(folder: "/dev/null/at/all", facts: Self.facts)
    let follower = try #require(recorder.feed.follow {})
    defer { withExtendedLifetime(follower) {} }
    await recorder.end()
    #expect(recorder.record(.appBecameActive) == 0)
    let trace = recorder.makeTrace()
    recorder.feed.move(to: trace)
    #expect(trace.events.map(\.kind) == [.sessionBegan, .sessionEnded, .appBecameActive])
  }

  @Test func `a threshold that is not a number is left out, as in the journal`() throws {
    var facts = SessionFacts.sample
    facts.policy = [
      PolicySetting(.dailyCap, .nan), PolicySetting(.splashMaxSeconds, 2.5),
      PolicySetting(.loadTimeoutSeconds, .infinity),
    ]
    let session = try RecordedSession(facts)
    let known = session.recorder.makeTrace().header?.policy
    #expect(known == [PolicySetting(.splashMaxSeconds, 2.5)])
    #expect(try session.end().session?.trace.header?.policy == known)
  }

  @Test func `a feed ends some time after its follower was released`() {
    let recorder = SessionRecorder(folder: "/dev/null/at/all", facts: Self.facts)
    _ = recorder.feed.follow {}
    for _ in 0..<10_000 { recorder.record(.adExpired(ad: "a-1", unit: "u-1")) }
    #expect(recorder.feed.follow {} == nil)
  }

  @Test func `the oldest follower is notified, and after its release the next one`() throws {
    let recorder = SessionRecorder(folder: "/dev/null/at/all", facts: Self.facts)
    let told = Told()
    var first = recorder.feed.follow { told.add("first") }
    let second = try #require(recorder.feed.follow { told.add("second") })
    let third = recorder.feed.follow { told.add("third") }
    recorder.record(.appBecameActive)
    #expect(first?.isFirst == true && !second.isFirst && third != nil)
    first = nil
    recorder.record(.appResignedActive)
    #expect(told.names == ["first", "second", "second"] && second.isFirst)
  }

  @Test func `a feed without a follower ends after some time`() {
    let recorder = SessionRecorder(folder: "/dev/null/at/all", facts: Self.facts)
    for _ in 0..<10_000 { recorder.record(.adExpired(ad: "a-1", unit: "u-1")) }
    #expect(recorder.feed.follow {} == nil)
    let trace = recorder.makeTrace()
    recorder.feed.move(to: trace)
    #expect(trace.events.isEmpty)
  }
}

/// The followers that were notified, in order.
private final class Told: @unchecked Sendable {
  private let lock = NSLock()
  private var all: [String] = []

  func add(_ name: String) { lock.withLock { all.append(name) } }
  var names: [String] { lock.withLock { all } }
}

/// Two clocks that advance by a second between some readings of one and the other.
private final class Stalls: @unchecked Sendable {
  private let lock = NSLock()
  private var time: Int64 = 0
  private var looks = 0
  let start: Int64

  init(begin start: Int64) { self.start = start }

  var now: Int64 { lock.withLock { time } }

  func wall() -> Int64 {
    lock.withLock {
      looks += 1
      if looks % 3 == 1 { time += 1_000_000_000 }
      defer { if looks % 5 == 2 { time += 1_000_000_000 } }
      return start + time
    }
  }
}

/// A clock that advances by a millisecond with each reading.
private final class Ticks: @unchecked Sendable {
  private let lock = NSLock()
  private var time: Int64 = 0

  func next() -> Int64 {
    lock.withLock {
      time += 1_000_000
      return time
    }
  }

  func move(by milliseconds: Int64) {
    lock.withLock { time += milliseconds * 1_000_000 }
  }
}

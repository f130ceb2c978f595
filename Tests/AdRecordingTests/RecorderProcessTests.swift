import AdReplay
import TestJournals
@testable import AdRecording
import AdSession
import Foundation
import Testing

/// Recorders in processes that are killed or have limits, and their memory.
@Suite(.serialized)
struct RecorderProcessTests {
  static let policies = [Durability.process, .ordered, .durable]

  @Test func `a process killed at any time loses no acknowledged record and tears no line`()
    throws
  {
    var random = SystemRandomNumberGenerator()
    var acknowledged: Int64 = 0
    for round in 0..<(20 * recorderRounds) {
      let folder = try TemporaryFolder()
      let own = folder.path + "/own"
      let policy = Self.policies[round % 3]
      let child = try ChildProcess("write", own, "s-1", policy.rawValue, "100000", folder: folder)
      let pause = UInt32.random(in: 0..<60_000, using: &random)
      while child.report.through == 0, child.isRunning { usleep(1000) }
      usleep(pause)
      child.kill()
      let report = child.wait()
      let recovered = try Recovered(folder: own)
      #expect(report.breach(of: recovered) == nil, "\(policy), killed after \(pause) µs")
      #expect(Set(recovered.damage).isSubset(of: [.tornTail]), "\(policy), after \(pause) µs")
      acknowledged += report.through
    }
    #expect(acknowledged > 20)
  }

  @Test(arguments: policies)
  func `a process killed before any system call loses no acknowledged record`(policy: Durability)
    throws
  {
    // A debug build starts slowly, so only every seventh call is tested, from a random one on.
    let step = max(1, 8 - recorderRounds)
    var call = Int.random(in: 0..<step)
    var wasKilled = true
    while wasKilled {
      let folder = try TemporaryFolder()
      let own = folder.path + "/own"
      let child = try ChildProcess("kill", own, "s-1", policy.rawValue, "\(call)", folder: folder)
      let report = child.wait()
      wasKilled = report.lines.last?.hasPrefix("end") != true
      let exists = FileManager.default.fileExists(atPath: own)
      let recovered = exists ? try Recovered(folder: own) : Recovered()
      #expect(report.breach(of: recovered) == nil, "killed before call \(call)")
      #expect(Set(recovered.damage).isSubset(of: [.tornTail]), "killed before call \(call)")
      call += step
    }
    #expect(call > 30)
  }

  @Test
  func `a file that cannot grow is truncated to whole lines and the session continues in another`()
    throws
  {
    let step = max(1, 150 / recorderRounds)
    for bytes in stride(from: 400 + Int.random(in: 0..<step), to: 1500, by: step) {
      let folder = try TemporaryFolder()
      let own = folder.path + "/own"
      let report = try ChildProcess("limit", own, "s-1", "\(bytes)", folder: folder, limited: true)
        .wait()
      let recovered = try Recovered(folder: own)
      #expect(report.isComplete, "\(bytes) bytes")
      #expect(report.breach(of: recovered) == nil, "\(bytes) bytes")
      #expect(recovered.notes.count == 60 && recovered.damage == [], "\(bytes) bytes")
      #expect(recovered.files.count > 5)
    }
  }

  @Test func `if no line fits, nothing is acknowledged and no file remains`() throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/own"
    let report = try ChildProcess("limit", own, "s-1", "150", folder: folder, limited: true).wait()
    #expect(report.through == 0 && !report.isComplete && report.notes.count == 60)
    #expect(try Recovered(folder: own).files == [])
  }

  @Test func `two processes share a folder but never a file`() throws {
    let folder = try TemporaryFolder()
    let own = folder.path + "/own"
    let children = try (1...3).map {
      try ChildProcess("write", own, "s-\($0)", "process", "400", folder: folder)
    }
    for (index, child) in children.enumerated() {
      let report = child.wait()
      #expect(report.isComplete)
      let recovered = try Recovered(folder: own, session: "s-\(index + 1)")
      #expect(report.breach(of: recovered) == nil)
      #expect(recovered.notes.count == 400)
    }
    #expect(try Recovered(folder: own).damage == [])
  }

  @Test func `memory does not grow with the number of events`() throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/status") else {
      print("skipped: there is no /proc here that says how much memory a process has")
      return
    }
    guard dlsym(nil, "__tsan_init") == nil else {
      print("skipped: ThreadSanitizer takes memory of its own")
      return
    }
    let folder = try TemporaryFolder()
    let count = min(1_000_000, 50_000 * recorderRounds)
    let child = try ChildProcess(
      "weigh", folder.path + "/own", "s-1", "\(count)", folder: folder)
    let words = (child.wait().lines.last ?? "").split(separator: " ").map(String.init)
    try #require(words.count == 6)
    #expect(words[3] == "0" && words[5] == "true")
    #expect(try #require(Int(words[1])) <= 2 << 20, "\(words[1]) bytes after \(count) events")
  }
}

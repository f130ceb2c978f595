import TestJournals
@testable import AdRecording
@testable import Platform
import AdSession
import Foundation
import Testing

/// The law holds and nothing traps, whatever options an app sets.
struct RecorderOptionTests {
  private static let extremes: [Int64] = [.min, -1, 0, 1, .max]

  private static var times: [(String, WritableKeyPath<Recorder.Options, Int64>)] {
    [
      ("segmentMilliseconds", \.segmentMilliseconds),
      ("abandonedMilliseconds", \.abandonedMilliseconds),
      ("syncMilliseconds", \.syncMilliseconds), ("lingerMilliseconds", \.lingerMilliseconds),
      ("retryMilliseconds", \.retryMilliseconds),
      ("longestRetryMilliseconds", \.longestRetryMilliseconds),
    ]
  }

  private static var counts: [(String, WritableKeyPath<Recorder.Options, Int>)] {
    [
      ("queueBytes", \.queueBytes), ("reservedBytes", \.reservedBytes),
      ("segmentBytes", \.segmentBytes), ("totalBytes", \.totalBytes),
      ("syncRecords", \.syncRecords),
    ]
  }

  /// Options with one or all values at an extreme.
  private static var all: [(name: String, options: Recorder.Options)] {
    var all: [(String, Recorder.Options)] = []
    for extreme in extremes {
      var every = Recorder.Options(session: "s-1")
      for (name, path) in times {
        var options = Recorder.Options(session: "s-1")
        options[keyPath: path] = extreme
        every[keyPath: path] = extreme
        all.append(("\(name) \(extreme)", options))
      }
      for (name, path) in counts {
        var options = Recorder.Options(session: "s-1")
        options[keyPath: path] = Int(extreme)
        // A size limit of one byte deletes older segments, which is no loss.
        if path != \.totalBytes { every[keyPath: path] = Int(extreme) }
        all.append(("\(name) \(extreme)", options))
      }
      all.append(("everything \(extreme)", every))
    }
    return all
  }

  @Test(arguments: [Durability.process, .durable])
  func `extreme values of options lose nothing`(durability: Durability) throws {
    for (name, options) in Self.all {
      let folder = try TemporaryFolder()
      var options = options
      options.durability = durability
      let recorder = Recorder(folder: folder.path + "/own", session: "s-1", options: options)
      #expect(recorder.record(RecordedHeader()) == 1, "\(name)")
      var texts: [Int64: String] = [:]
      for number in 1...12 {
        let note = RecordedNote(number: number)
        texts[recorder.record(note, urgent: number % 5 == 0)] = note.text
        if number % 3 == 0 { #expect(recorder.flushAndWait().isComplete, "\(name)") }
      }
      let answer = recorder.closeAndWait()
      #expect(answer.isComplete && answer.lost == 0, "\(name)")
      let recovered = try Recovered(folder: folder.path + "/own")
      #expect(recovered.notes == texts && recovered.damage == [], "\(name)")
    }
  }

  @Test func `a drive that gets space again causes no trap with extreme options`() throws {
    for (name, options) in Self.all {
      for durability in [Durability.process, .durable] {
        var options = options
        options.durability = durability
        let trial = RecorderTrial(options) { call, name in
          name == "write" && call % 4 != 3 ? .before(ENOSPC) : nil
        }
        trial.run([.record, .flush, .record, .turn, .pause(70_000), .turn, .burst(40), .flush])
        trial.run([.rotate, .turn, .record, .pause(.max / 4_000_000), .turn, .flush, .close])
        #expect(try trial.breach(of: trial.drive.afterKill) == nil, "\(name) \(durability)")
      }
    }
  }

  @Test func `a failure is followed by a pause even if the option is zero`() {
    for milliseconds in [Int64.min, 0] {
      var options = Recorder.Options(session: "s-1")
      options.retryMilliseconds = milliseconds
      options.longestRetryMilliseconds = milliseconds
      let exchange = Exchange(options, .live)
      var system = SystemCalls.live
      system.openFolder = { _ in -ENOENT }
      system.makeFolder = { _ in -EACCES }
      let writer = JournalWriter(exchange, options, system, folder: "own", session: "s-1")
      _ = exchange.record(RecordedHeader(), urgent: false)
      guard case .resting(let until) = writer.pass(exchange.takeWork()) else {
        Issue.record("the writer does not rest")
        continue
      }
      #expect(until > 0)
    }
  }

  @Test func `files with extreme modification times are accepted`() throws {
    let folder = try TemporaryFolder()
    for (number, seconds) in [Int.min, -1, 0, Int.max].enumerated() {
      let path = folder.path + "/old-\(number).jsonl"
      try Data("{}\n".utf8).write(to: URL(fileURLWithPath: path))
      var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
      // A file system without such a time uses the nearest.
      utimensat(AT_FDCWD, path, &times, 0)
    }
    var options = Recorder.Options(session: "s-1")
    options.totalBytes = 1
    options.abandonedMilliseconds = .max
    let recorder = Recorder(folder: folder.path, session: "s-1", options: options)
    recorder.record(RecordedHeader())
    #expect(recorder.closeAndWait().isComplete)
    #expect(try Recovered(folder: folder.path, session: "s-1").files.count >= 1)
  }
}

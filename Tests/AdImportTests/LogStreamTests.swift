import AdImport
import AdReplay
import AdSession
import AdSimulator
import JournalInput
import PropertyTesting
import TestReports
import Testing

/// What is written of a log while it grows.
struct LogStreamTests {
  /// Lines of one process, a second apart.
  private static func lines(_ messages: [String]) -> [[UInt8]] {
    messages.enumerated().map { number, message in
      Array("11-20 10:15:\(number + 10).000  4711  4711 D Main: \(message)".utf8)
    }
  }

  private static func growing() -> LogImport {
    var options = LogImport.Options()
    options.isGrowing = true
    return LogImport(options)
  }

  private static func text(_ pieces: [[UInt8]]) -> String {
    String(decoding: pieces.flatMap { $0 }, as: UTF8.self)
  }

  @Test func `A record is written when the log is more than a second further, or after a pause`() {
    var log = Self.growing()
    var written: [[Int]] = []
    for line in Self.lines(["Ad was loaded.", "Ad was dismissed.", "Hello.", "Hello again."]) {
      log.take(line)
      var numbers: [Int] = []
      log.settled { _, number in numbers.append(number) }
      written.append(numbers)
    }
    #expect(written == [[], [], [], [1, 1, 1]])
    log.take(Self.lines(["Ad was loaded."])[0])
    var numbers: [Int] = []
    log.settled(afterPause: true) { _, number in numbers.append(number) }
    #expect(numbers == [2, 2, 5, 5])
    log.finish()
    log.settled { _, number in numbers.append(number) }
    #expect(numbers == [2, 2, 5, 5, 5])
  }

  @Test func `All records of an ad have the format that the first written one has`() {
    let lines = Self.lines(["Ad was loaded.", "Hello.", "Hello.", "Interstitial ad was dismissed."])
    var log = Self.growing()
    var pieces: [[UInt8]] = []
    for line in lines {
      log.take(line)
      log.settled { line, _ in pieces.append(line) }
    }
    log.finish()
    log.settled { line, _ in pieces.append(line) }
    let text = Self.text(pieces)
    #expect(text.contains("\"ad.dismissed\""))
    #expect(!text.contains("\"format\":\"interstitial\""))
    #expect(Journal.read(bytes: Array(text.utf8)).allSatisfy { $0.damage.isEmpty })
  }

  @Test func `What is written while a log grows has the events of the whole log`() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let simulation = Simulation(faults: FaultSet([.longAbsences]), mutant: nil)
      for trace in simulation.sessions(Choices(seed: seed)) {
        var rendered = RenderedLog(seed: seed)
        let lines = rendered.lines(of: trace, process: 7).map { Array($0.text.utf8) }
        var (whole, growing) = (LogImport(LogImport.Options()), Self.growing())
        var (wanted, found): ([String: Int], [String: Int]) = ([:], [:])
        for (index, line) in lines.enumerated() {
          whole.take(line)
          growing.take(line)
          growing.settled(afterPause: index % 7 == 6) { line, _ in Self.count(line, &found) }
        }
        whole.finish()
        growing.finish()
        whole.journal { line, _ in Self.count(line, &wanted) }
        growing.settled { line, _ in Self.count(line, &found) }
        #expect(found == wanted, "seed \(seed), \(rendered.layout.name), \(rendered.words.name)")
      }
    }
  }

  /// Counts the kind of a record of an ad.
  private static func count(_ line: [UInt8], _ counts: inout [String: Int]) {
    let kind = (try? Samples.object(line)["event"] as? String) ?? ""
    if kind.hasPrefix("ad.") { counts[kind, default: 0] += 1 }
  }
}

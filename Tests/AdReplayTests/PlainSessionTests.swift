import TestJournals
import JournalFormat
@testable import AdReplay
@testable import JournalInput
import AdSession
import Testing

/// Facts that are collected while records are stored are those of all records.
struct PlainSessionTests {
  /// Reused names, found while records are stored and found in all records.
  @Test(arguments: [1 << 19, 700])
  func `names that are used twice are found`(blockSize: Int) {
    var generator = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0..<1 << 32, using: &generator)
    var state = seed
    func below(_ limit: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33 % limit
    }
    for round in 0..<60 {
      var lines = Lines(session: "s-\(round)")
      lines.begin()
      for number in 0..<below(30) {
        let (request, ad) = ("r-\(below(12))", "\(below(2) == 0 ? "r" : "a")-\(number / 3)")
        switch below(4) {
        case 0: lines.request(request)
        case 1: lines.load(request, ad)
        case 2: lines.add(.adDismissed, [(.ad, .string(ad)), (.unit, .string("u-1"))])
        default: lines.add(.windowShown, [(.window, .string("w-\(below(9))"))])
        }
      }
      for reading in Journal.read(bytes: lines.bytes, blockSize: blockSize) {
        var names = NameCheck()
        var reused: Set<Symbol> = []
        let trace = reading.trace
        names.run(trace.events, symbols: trace.symbols.count) { _, symbol, _ in
          reused.insert(symbol)
        }
        #expect(trace.reusedNames == reused, "seed \(seed), round \(round)")
      }
    }
  }

  /// Whatever a block's numbers stand for, in blocks of any size each record has its own texts.
  @Test func `texts of sessions whose lines alternate`() {
    var sessions = (0..<40).map { Lines(session: "s-\($0)") }
    var bytes: [UInt8] = []
    for place in sessions.indices { sessions[place].begin() }
    for number in 0..<30 {
      for place in sessions.indices {
        sessions[place].load("r-\(number % 7)", "a-\(number)-\(place % 3)")
      }
    }
    for number in 1...31 {
      for lines in sessions { bytes += lines.bytes([number]) }
    }
    for blockSize in [1 << 20, 5000, 300] {
      for (place, reading) in Journal.read(bytes: bytes, blockSize: blockSize).enumerated() {
        let trace = reading.trace
        for (number, event) in trace.events.dropFirst().enumerated() {
          #expect(trace.symbols.text(event.ad) == "a-\(number)-\(place % 3)")
          #expect(trace.symbols.text(event.request) == "r-\(number % 7)")
          #expect(trace.symbols.text(event.unit) == "u-1")
        }
      }
    }
  }
}

import TestJournals
@testable import AdReplay
@testable import JournalInput
import AdSession
import Foundation
import Testing

/// What comes out depends on the bytes alone.
struct SplitTests {
  /// A journal with two sessions, interleaved, and some of everything.
  static var troubled: [UInt8] {
    let a = Lines.sample(session: "s-a", checksums: true)
    let b = Lines.sample(session: "s-b")
    var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
    for number in 1...10 where number != 7 {
      bytes += a.lines[number - 1]
      if number == 3 { bytes += Array("\r\n{\"v\":1,\"session\":\"s-a\",\"seq\":\n".utf8) }
      if number == 5 { bytes += b.lines[4] + b.lines[4] }
      if number != 5 { bytes += b.lines[number - 1] }
    }
    return bytes + Array("{\"v\":1,\"session\":\"s-b\",\"seq\":11,".utf8)
  }

  static func rendering(_ bytes: [UInt8], blockSize: Int, jobs: Int = 1) -> String {
    let whole = Journal.readAll(bytes: bytes, blockSize: blockSize, jobs: jobs)
    var summary = whole.summary
    summary.unknownKinds = [:]
    summary.unknownValues = [:]
    return whole.sessions.map(\.rendering).joined(separator: "\n") + "\n\(summary)"
      + "\(whole.summary.unknownKinds.sorted { $0.key < $1.key })"
      + "\(whole.summary.unknownValues.sorted { $0.key < $1.key })"
  }

  @Test func `every block size gives the same sessions`() {
    let bytes = Self.troubled
    let expected = Self.rendering(bytes, blockSize: 1 << 20)
    for size in 1...150 {
      #expect(Self.rendering(bytes, blockSize: size) == expected, "blocks of \(size)")
    }
    for size in stride(from: 151, to: bytes.count + 2, by: 97) {
      #expect(Self.rendering(bytes, blockSize: size) == expected, "blocks of \(size)")
    }
  }

  @Test func `lines of any length around the limit are the same in pieces of any size`() {
    let sample = Lines.sample()
    for extra in [-1, 0, 1, 2, 5000] {
      let line = sample.text(4)
      let padding = (1 << 20) - line.utf8.count - ",\"x\":\"\"".utf8.count + extra
      let long = line.dropLast() + ",\"x\":\"" + String(repeating: "a", count: padding) + "\"}"
      let bytes = sample.replacing(4, String(long))
      let expected = Self.rendering(bytes, blockSize: 1 << 22)
      #expect(expected.contains("tooLong") == (extra > 0), "\(extra)")
      let torn = Array(bytes.prefix((1 << 20) + 2000))
      let expectedTorn = Self.rendering(torn, blockSize: 1 << 22)
      for size in [1000, 1 << 16, 1 << 20, (1 << 20) + 1] {
        #expect(Self.rendering(bytes, blockSize: size) == expected, "\(extra) in blocks of \(size)")
        #expect(
          Self.rendering(torn, blockSize: size) == expectedTorn,
          "\(extra), torn, in blocks of \(size)")
      }
    }
  }

  @Test func `two jobs give the same result as one`() {
    let bytes = Self.troubled
    let expected = Self.rendering(bytes, blockSize: 300)
    for jobs in 2...4 {
      for size in [1, 50, 300, 1000] {
        #expect(Self.rendering(bytes, blockSize: size, jobs: jobs) == expected)
      }
    }
  }

  @Test func `interleaved sessions read the same as separate ones`() {
    let names = (0..<20).map { "s-\($0)" }
    let samples = names.map { Lines.sample(session: $0, checksums: $0.count == 3) }
    var mixed: [UInt8] = []
    for number in 1...10 {
      for sample in samples { mixed += sample.lines[number - 1] }
    }
    let readings = Journal.read(bytes: mixed, blockSize: 777, jobs: 2)
    #expect(readings.map(\.id) == names)
    for (reading, sample) in zip(readings, samples) {
      let alone = Journal.read(bytes: sample.bytes).first
      #expect(reading.trace.events.count == 10)
      #expect(reading.damage.isEmpty && alone?.damage.isEmpty == true)
      let texts = reading.trace.events.map { event in
        var event = event
        event.line = UInt32(event.seq)
        return event.rendering(reading.trace.symbols)
      }
      #expect(texts == alone?.trace.events.map { $0.rendering(alone!.trace.symbols) })
    }
  }

  @Test func `every prefix of a journal is read with a torn tail`() {
    let bytes = Lines.sample(checksums: true).bytes
    for count in 0...bytes.count {
      let prefix = Array(bytes.prefix(count))
      let whole = Journal.readAll(bytes: prefix)
      let records = whole.sessions.reduce(0) { $0 + $1.recordCount }
      let lines = prefix.split(separator: 0x0A).count
      #expect(records == lines || records == lines - 1, "\(count)")
      let torn =
        whole.sessions.contains { $0.damageCodes == [.tornTail] }
        || whole.summary.damage.map(\.code) == [.tornTail]
      #expect(torn == (records == lines - 1), "\(count)")
    }
  }

  @Test func `no flipped bit traps or goes unseen where there are checksums`() {
    let sample = Lines.sample(checksums: true)
    let bytes = sample.bytes
    let expected = Self.rendering(bytes, blockSize: 1 << 20)
    for place in bytes.indices {
      for bit in [place % 8] {
        var flipped = bytes
        flipped[place] ^= 1 << UInt8(bit)
        let whole = Journal.readAll(bytes: flipped)
        let count = whole.sessions.reduce(0) { $0 + $1.damage.count } + whole.summary.damage.count
        // A flipped line feed at the end leaves a record with a valid `crc` behind.
        if count == 0 { #expect(place == bytes.count - 1, "byte \(place), bit \(bit)") }
        let records = whole.sessions.reduce(0) { $0 + $1.recordCount }
        #expect(records >= 8 && records <= 10)
      }
    }
    #expect(Self.rendering(bytes, blockSize: 5) == expected)
  }

  @Test func `nothing that is random traps`() {
    var random = SystemRandomNumberGenerator()
    let sample = Self.troubled
    for _ in 0..<150 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count)], at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...300))
          bytes.append(contentsOf: bytes[place..<end])
        }
      }
      let one = Self.rendering(bytes, blockSize: 1 << 20)
      #expect(Self.rendering(bytes, blockSize: 333, jobs: 2) == one)
    }
  }
}

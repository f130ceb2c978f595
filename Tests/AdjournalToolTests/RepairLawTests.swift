import AdReplay
import AdRules
import Foundation
import JournalInput
import Testing

@testable import AdjournalTool

/// Laws of `adjournal repair`, tested on journals with random damage.
struct RepairLawTests {
  /// A journal and the seed of its damage.
  private struct Case: CustomStringConvertible {
    var seed: UInt64
    var lines: [[UInt8]]
    /// Whether a record occurs twice, so that losing one leaves no gap.
    var hasCopies = false

    var description: String {
      "seed \(seed):\n" + lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    /// The last line may lack its line feed.
    var bytes: [UInt8] {
      Array(lines.map { $0 + [10] }.joined()).dropLast(seed % 3 == 0 ? 5 : 0).map { $0 }
    }
  }

  private static let sources = [
    Sample.unlock, "Journals/damaged/blank-line.jsonl", "Journals/damaged/bad-seal.jsonl",
    "Journals/damaged/out-of-order.jsonl", "Journals/damaged/missing-crc.jsonl",
  ]

  private static func damaged(seed: UInt64) throws -> Case {
    var random = SeededGenerator(seed: seed)
    let source = sources[Int(seed) % sources.count]
    var lines = try Sample.bytes(source).split(separator: 10).map { Array($0) }
    var hasCopies = false
    for _ in 0..<Int.random(in: 1...4, using: &random) where !lines.isEmpty {
      let index = Int.random(in: 0..<lines.count, using: &random)
      let change = Int.random(in: 0..<6, using: &random)
      hasCopies = hasCopies || change == 1 || change == 4
      switch change {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[index], at: Int.random(in: 0...lines.count, using: &random))
      case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &random))
      case 3: lines[index].removeLast(min(lines[index].count, 9))
      case 4: lines[index] += lines[Int.random(in: 0..<lines.count, using: &random)]
      default:
        if lines[index].isEmpty { break }
        let byte = Int.random(in: 0..<lines[index].count, using: &random)
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        if lines[index][byte] ^ bit != 10 { lines[index][byte] ^= bit }
      }
    }
    return Case(seed: seed, lines: lines, hasCopies: hasCopies)
  }

  @Test func `A repair keeps every line, adds none, gives no new verdict, and is idempotent`()
    throws
  {
    for seed in 0..<UInt64(40 * Tool.rounds) {
      let damaged = try Self.damaged(seed: seed)
      let folder = try Folder()
      defer { folder.remove() }
      let path = try folder.write("in.jsonl", damaged.bytes)
      guard let repair = try? Repair(path) else { continue }
      let counts = try repair.write(to: folder.path("whole.jsonl"))
      let whole = try Self.lines(folder.path("whole.jsonl"))
      let rest = counts.rest == 0 ? [] : try Self.lines(folder.path("whole.jsonl.rest"))
      #expect(whole.count == counts.whole && rest.count == counts.rest, "\(damaged)")
      let input = damaged.bytes.split(separator: 10).map { Array($0) }
      #expect(Set(input) == Set(whole + rest), "\(damaged)")
      if whole.isEmpty { continue }
      let again = try Repair(folder.path("whole.jsonl")).write(to: folder.path("again.jsonl"))
      #expect(again.rest == 0, "\(damaged)")
      #expect(try Self.lines(folder.path("again.jsonl")) == whole, "\(damaged)")
      // Verdicts can become firmer if the end was damaged (only the rest shows that there was more)
      // or if a record occurred twice (no seq is missing without the copy).
      if whole.last == input.last, !damaged.hasCopies {
        Self.compareVerdicts(path, folder.path("whole.jsonl"), damaged)
      }
    }
  }

  private static func lines(_ path: String) throws -> [[UInt8]] {
    [UInt8](FileManager.default.contents(atPath: path) ?? Data()).split(separator: 10).map {
      Array($0)
    }
  }

  private static func compareVerdicts(_ old: String, _ new: String, _ damaged: Case) {
    let before = verdicts(old)
    for (rule, verdict) in verdicts(new) where before[rule] != verdict {
      #expect(
        verdict == "inconclusive",
        "\(rule): \(before[rule] ?? "none") became \(verdict), \(damaged)")
    }
  }

  private static func verdicts(_ path: String) -> [String: String] {
    let bytes = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    let judge = Judge()
    var verdicts: [String: String] = [:]
    for reading in Journal.read(bytes: bytes) {
      for (rule, result) in zip(judge.rules, judge.judge(reading.trace)) {
        verdicts["\(reading.id) \(rule.id)"] = result.verdict.rawValue
      }
    }
    return verdicts
  }
}

/// A random number generator with a seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

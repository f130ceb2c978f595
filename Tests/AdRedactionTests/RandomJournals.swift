import AdSession
import AdSimulator
import JSONLines
import JournalEncoding
import JournalFormat
import PropertyTesting

/// Journals of simulated installs with all faults, in some files, with damage of the bytes.
struct RandomJournals {
  private var state: UInt64
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  /// Makes journals from a seed.
  init(seed: UInt64, isDamaged: Bool) {
    state = seed
    var lines: [[[UInt8]]] = Array(repeating: [], count: 1 + below(3))
    for number in 0..<2 + below(3) {
      var simulation = Simulation(
        faults: .all, mutant: below(2) == 0 ? Mutant.allCases[below(Mutant.allCases.count)] : nil)
      simulation.maximumSessions = 3
      let choices = Choices(seed: seed &* 1000 &+ UInt64(number))
      for trace in simulation.sessions(choices) {
        if below(2) == 0, let header = trace.header {
          header.policy.append(PolicySetting(.dailyCap, Double(1 + below(3))))
        }
        let file = below(lines.count)
        lines[file] += written(trace)
      }
    }
    if isDamaged { for file in lines.indices { damage(&lines[file]) } }
    for (number, file) in lines.enumerated() where !file.isEmpty {
      let cut = isDamaged && below(3) == 0 ? 1 + below(20) : 0
      files.append(("\(number).jsonl", file.flatMap { $0 + [0x0A] }.dropLast(cut)))
    }
  }

  private mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  /// The lines of a session without line feeds; half of the sessions have checksums.
  private mutating func written(_ trace: Trace) -> [[UInt8]] {
    var encoder = TraceEncoder()
    let lines = encoder.lines(of: trace).map { Array($0.dropLast()) }
    guard below(2) == 0, !trace.events.contains(where: { $0.kind == .sessionSealed }) else {
      return lines
    }
    return lines.map { line in
      let start = Array(line.dropLast())
      return start
        + Array(",\"crc\":\"\(CRC32C.hex(start.withUnsafeBytes { CRC32C.of($0) }))\"}".utf8)
    }
  }

  private mutating func damage(_ lines: inout [[UInt8]]) {
    for _ in 0..<1 + below(6) where !lines.isEmpty {
      let index = below(lines.count)
      switch below(12) {
      case 0: lines.remove(at: index)
      case 1: lines.insert(lines[index], at: below(lines.count + 1))
      case 2: lines.swapAt(index, below(lines.count))
      case 3: lines[index].removeLast(min(lines[index].count, 1 + below(60)))
      case 4: lines[index] += lines[below(lines.count)]
      case 5: lines.insert([UInt8](repeating: 0, count: 1 + below(9)), at: index)
      case 6: lines.insert(lines[index] + [0x20], at: below(lines.count + 1))
      case 7: lines[index] += [0x0D]
      case 8: lines.insert([], at: index)
      case 9: lines[index] = Array("{\"extra\":[1,{\"a\":\"b\"}],".utf8) + lines[index].dropFirst()
      case 10: lines[index] = Array("no JSON at all".utf8)
      default:
        if lines[index].isEmpty { break }
        let bit = UInt8(1) << UInt8(below(8))
        let byte = below(lines[index].count)
        if lines[index][byte] ^ bit != 0x0A { lines[index][byte] ^= bit }
      }
    }
  }
}

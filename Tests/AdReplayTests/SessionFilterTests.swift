import TestJournals
@testable import AdReplay
@testable import JournalInput
@testable import Platform
import AdSession
import Foundation
import Testing

/// Reading a journal once more for a few of its sessions.
struct SessionFilterTests {
  private static let names = ["s-a", "s-b", "s-aa", "3893ec8d-b524-e583-aa7c-b81a456ce771"]

  /// Sessions whose lines are mixed, with random faults in them; some lines have no session at all.
  private static func journal(_ numbers: inout Numbers) -> [UInt8] {
    var lines: [[UInt8]] = []
    for name in names {
      var sample = Lines.sample(session: name, checksums: numbers.below(2) == 0).lines
      if numbers.below(4) == 0 { sample += Lines.sample(session: name).lines }
      // Each goes behind the one before it.
      var place = 0
      for line in sample {
        place += numbers.below(max(1, lines.count - place + 1))
        lines.insert(line, at: min(place, lines.count))
        place += 1
      }
    }
    var bytes = lines.flatMap { $0 }
    for _ in 0..<numbers.below(6) {
      let place = numbers.below(bytes.count)
      switch numbers.below(5) {
      case 0: bytes[place] = UInt8(numbers.below(256))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(0x0A, at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + numbers.below(400)))
      default: bytes.insert(contentsOf: Array("nothing\n".utf8), at: place)
      }
    }
    return bytes
  }

  /// The base of a session's id.
  private static func name(_ id: String) -> Substring { id.prefix { $0 != "#" } }

  @Test(arguments: [false, true])
  func `sessions that are looked for are what they are among all others`(isKeyed: Bool) throws {
    let folder = try TemporaryFolder()
    for seed in 0..<UInt64(250) {
      var numbers = Numbers(state: seed)
      var bytes = Self.journal(&numbers)
      if isKeyed {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        bytes = Array(lines.map { Array("key\t".utf8) + $0 }.joined(separator: [0x0A]))
      }
      let path = try folder.write("journal.jsonl", bytes)
      var reader = JournalReader(
        jobs: 1 + numbers.below(2), blockSize: numbers.one(of: [200, 900, 1 << 19]))
      reader.isKeyed = isKeyed
      let all = try Deliveries([path], reader)
      for wanted in [Set([numbers.one(of: Self.names)]), Set(Self.names.suffix(2))] {
        reader.only = SessionFilter(names: wanted)
        let some = try Deliveries([path], reader)
        func rendered(_ deliveries: Deliveries) -> [String] {
          zip(deliveries.ids, deliveries.sessions)
            .filter { wanted.contains(String(Self.name($0.0))) }.map(\.1)
        }
        #expect(rendered(some) == rendered(all), "seed \(seed), \(wanted.sorted())")
      }
    }
  }

  @Test func `lines of other sessions are passed over`() throws {
    let folder = try TemporaryFolder()
    let broken = "{\"v\":1,\"session\":\"other\",\"seq\":\n"
    let bytes =
      Lines.sample(session: "other").bytes + Lines.sample(session: "wanted").bytes
      + Array(broken.utf8) + Lines.sample(session: "late").bytes.dropLast()
    let path = try folder.write("journal.jsonl", bytes)
    var reader = JournalReader()
    reader.only = SessionFilter(names: ["wanted"])
    let read = try Deliveries([path], reader)
    // The last line has no line feed: the parser looks at it.
    #expect(read.ids == ["wanted", "late"])
    #expect(read.damage == [[], [.tornTail]])
    #expect(read.journals.first?.lines == 31)
    let all = try Deliveries([path])
    #expect(read.sessions.first == all.sessions[1])
  }

  /// What stands in a line instead of its beginning may concern the session of the line before.
  @Test func `a line that does not begin as the writer begins it is looked at`() throws {
    let folder = try TemporaryFolder()
    let lines = Lines.sample(session: "wanted").lines
    let other = Lines.sample(session: "other").lines[1]
    for place in 0..<Array(#"{"v":1,"session":""#.utf8).count {
      for byte in [UInt8(ascii: "x"), 0x22, 0x0A] {
        var broken = other
        broken[place] = byte
        let path = try folder.write(
          "journal.jsonl", (lines[..<4] + [broken] + lines[4...]).flatMap { $0 })
        var reader = JournalReader()
        let all = try Deliveries([path], reader)
        reader.only = SessionFilter(names: ["wanted"])
        let some = try Deliveries([path], reader)
        #expect(some.sessions.first == all.sessions.first, "byte \(place) is \(byte)")
      }
    }
  }

  /// With `#2` for a second session of the name, and without a text that was asked for before.
  @Test func `the hash of a session is that of the name in its lines`() {
    for name in ["s", "s-123456", "s-1234567", String(repeating: "n", count: 64)] {
      var again = Lines(session: name)
      again.begin(t: 5)
      let bytes = Lines.sample(session: name).bytes + again.bytes
      let readings = Journal.read(bytes: bytes)
      let hash = Array(name.utf8).withUnsafeBytes(SymbolTable.hash)
      #expect(readings.map(\.trace.nameHash) == [hash, hash])
      #expect(readings.map(\.id) == [name, name + "#2"])
      #expect(readings.map(\.trace.nameHash) == [hash, hash])
    }
  }
}

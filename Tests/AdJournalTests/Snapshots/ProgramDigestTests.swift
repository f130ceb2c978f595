import Foundation
import Testing

@testable import AdJournal

@Suite struct `Which program a snapshot is of` {
  private let id = (1...20).map { UInt8($0) }

  /// A note: the sizes of its name and of its content, its kind, both.
  private func note(
    _ name: String, _ kind: UInt8, _ content: [UInt8], alignment: Int = 4
  ) -> [UInt8] {
    let name = Array(name.utf8) + [0]
    var bytes = word(name.count) + word(content.count) + word(Int(kind)) + name
    while bytes.count % alignment != 0 { bytes.append(0) }
    bytes += content
    while bytes.count % alignment != 0 { bytes.append(0) }
    return bytes
  }

  private func word(_ number: Int, bytes: Int = 4) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// An ELF file of 64 bits with notes, each in a segment of its own, and something behind them.
  private func program(
    _ segments: [[UInt8]], _ rest: String = "code", alignment: Int = 4
  ) -> [UInt8] {
    var header: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 25)
    header += word(64, bytes: 8) + Array(repeating: 0, count: 14)
    header += word(56, bytes: 2) + word(segments.count + 1, bytes: 2)
    header += Array(repeating: 0, count: 64 - header.count)
    // A segment to load comes first.
    var entries = word(1) + Array(repeating: 0, count: 52)
    var content: [UInt8] = []
    for segment in segments {
      let place = 64 + 56 * (segments.count + 1) + content.count
      entries += word(4) + word(4) + word(place, bytes: 8) + Array(repeating: 0, count: 16)
      entries += word(segment.count, bytes: 8) + word(segment.count, bytes: 8)
      entries += word(alignment, bytes: 8)
      content += segment
    }
    return header + entries + content + Array(rest.utf8)
  }

  private func digest(_ bytes: [UInt8]) throws -> String? {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(bytes).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return ProgramDigest.text(of: path.path)
  }

  @Test func `is told by the build ID that its linker gave it`() throws {
    let (version, own) = (note("GNU", 1, [9, 9, 9, 9]), note("GNU", 3, id))
    let named = "build 0102030405060708090a0b0c0d0e0f1011121314"
    #expect(try digest(program([own])) == named)
    #expect(try digest(program([version + own])) == named)
    #expect(try digest(program([version, note("Go", 4, [1]) + own])) == named)
    // What strip leaves of it is the same program; another ID is another one.
    #expect(try digest(program([own], "less code")) == named)
    #expect(try digest(program([note("GNU", 3, id.reversed())])) != named)
    let wide = note("GNU", 5, [1, 2, 3], alignment: 8) + note("GNU", 3, id, alignment: 8)
    #expect(try digest(program([wide], alignment: 8)) == named)
  }

  @Test func `is told by all its bytes where it has none`() throws {
    let nameless = [
      program([]), program([], "other code"), program([note("GNU", 1, id)]),
      program([note("Gnu", 3, id)]), program([note("GNUS", 3, id)]),
      program([note("GNU", 3, Array(id.prefix(15)))]), Array("#!/bin/sh\n".utf8),
      Array(program([note("GNU", 3, id)]).dropFirst()),
    ]
    let digests = try nameless.map { try digest($0) }
    #expect(digests.allSatisfy { $0?.count == 64 })
    #expect(Set(digests).count == nameless.count)
    #expect(try nameless.map { try digest($0) } == digests)
  }

  @Test func `is told however its notes are broken`() throws {
    let whole = program([note("GNU", 1, [1, 2]) + note("GNU", 3, id)], "")
    for count in 1..<whole.count - 1 {
      #expect(try digest(Array(whole.prefix(count)))?.count == 64, "\(count) bytes")
    }
    // Sizes and places beyond the end, and as great as they can be.
    for place in 32..<whole.count - 21 {
      for value in [0x7F, 0xFF] as [UInt8] {
        var broken = whole
        for byte in place..<min(place + 8, whole.count) { broken[byte] = value }
        #expect(try digest(broken) != nil, "byte \(place)")
      }
    }
  }

  @Test func `is not told where there is no file`() {
    #expect(ProgramDigest.text(of: "/nowhere/adjournal") == nil)
  }

  @Test func `is told by the notes of the program that runs, where it has them`() throws {
    #if os(Linux)
      let text = try #require(ProgramDigest.text(of: "/proc/self/exe"))
      #expect(text.hasPrefix("build ") || text.count == 64)
      #expect(ProgramDigest.text(of: "/proc/self/exe") == text)
    #endif
  }

  @Test func `Notes that are not whole hold no build ID`() {
    let own = note("GNU", 3, id)
    #expect(BuildID.inNotes(own, alignment: 4) == id)
    #expect(BuildID.inNotes(note("GNU", 1, [1]) + own, alignment: 4) == id)
    for count in 0..<own.count {
      #expect(BuildID.inNotes(Array(own.prefix(count)), alignment: 4) == nil)
    }
    for place in 0..<8 {
      var broken = own
      broken[place] = 0xFF
      #expect(BuildID.inNotes(broken, alignment: 4) == nil)
    }
  }
}

import Platform
import Testing

struct DeflaterTests {
  private func archive(_ text: [UInt8], piece: Int) throws -> [UInt8] {
    let deflater = try #require(Deflater())
    var archive: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      archive += deflater.add(Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
    }
    return archive + deflater.finish()
  }

  private func text(_ archive: [UInt8]) throws -> (text: [UInt8], isTorn: Bool) {
    let inflater = try #require(Inflater())
    var rest = archive[...]
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = buffer.withUnsafeMutableBytes { room in
        guard let start = room.baseAddress else { return 0 }
        return inflater.read(into: start, room.count) { bytes, most in
          let piece = Array(rest.prefix(most))
          rest = rest.dropFirst(most)
          bytes.copyBytes(of: piece)
          return piece.count
        }
      }
      if count == 0 { return (text, inflater.isTorn) }
      text += buffer[..<count]
    }
  }

  @Test(arguments: [0, 1, 100, 65_535, 65_536, 65_537, 1_000_000], [1000, 1 << 20])
  func `An archive has the text, whatever its pieces are`(count: Int, piece: Int) throws {
    let seed = UInt64.random(in: 0..<1 << 32)
    var numbers = Numbers(state: seed)
    // Half of the bytes repeat, so that pieces of the archive are full and empty.
    let bytes = (0..<count).map { UInt8($0 % 2 == 0 ? numbers.below(256) : 7) }
    let archive = try archive(bytes, piece: piece)
    let found = try text(archive)
    #expect(found.text == bytes && !found.isTorn, "seed \(seed)")
    // Without its trailer the archive is torn and has the whole text.
    let torn = try text(archive.dropLast(8))
    #expect(torn.text == bytes && torn.isTorn, "seed \(seed)")
  }

  @Test func `The same text gives the same bytes, without a time`() throws {
    let bytes = Array(String(repeating: "adjournal ", count: 1000).utf8)
    let archive = try archive(bytes, piece: 1 << 16)
    #expect(archive.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    #expect(try self.archive(bytes, piece: 1 << 16) == archive)
    #expect(archive.count < 100)
  }
}

extension UnsafeMutableRawPointer {
  fileprivate func copyBytes(of array: [UInt8]) {
    array.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { copyMemory(from: start, byteCount: bytes.count) }
    }
  }
}

@testable import AdJournal
import AdSession
import Testing

/// What lies in the memory of the queue is what was given, and where it is said to be.
struct QueueMemoryTests {
  private static let untouched: UInt8 = 0xEE

  /// What a writer leaves in memory that begins at any place, and how far it came.
  private static func memory(
    limit: Int, from offset: Int, _ put: (inout FieldWriter) -> Void
  ) -> (bytes: [UInt8], count: Int, isFull: Bool) {
    var memory = [UInt8](repeating: untouched, count: 512)
    let (count, isFull) = memory.withUnsafeMutableBytes { bytes in
      var fields = FieldWriter(bytes.baseAddress! + offset, limit: limit)
      put(&fields)
      return (fields.count, fields.isFull)
    }
    #expect(memory[..<offset].allSatisfy { $0 == untouched })
    #expect(memory[(offset + count)...].allSatisfy { $0 == untouched })
    return (Array(memory[offset..<(offset + count)]), count, isFull)
  }

  @Test(arguments: 0...160)
  func `a text of any length is taken byte for byte, where it fits exactly`(length: Int) {
    let letters = (0..<length).map { 33 + UInt8(($0 * 7 + length) % 94) }
    let text = String(decoding: letters, as: UTF8.self)
    let head = [FieldName.text.rawValue, FieldWriter.Form.text.rawValue, UInt8(length), 0]
    for offset in 0..<3 {
      let fits = Self.memory(limit: length + 4, from: offset) { $0.text(.text, text) }
      #expect(fits.bytes == head + letters && !fits.isFull)
      let bytes = Self.memory(limit: length + 4, from: offset) { fields in
        letters.withUnsafeBytes { fields.text(.text, $0) }
      }
      #expect(bytes.bytes == head + letters && !bytes.isFull)
      let full = Self.memory(limit: length + 3, from: offset) { $0.text(.text, text) }
      #expect(full.count == 0 && full.isFull)
    }
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 5, 64, 65, Int.max])
  func `a text is cut where it has more bytes than allowed`(most: Int) {
    let text = String(repeating: "é", count: 60)
    let kept = min(120, max(0, most)) & ~1
    let cut = Self.memory(limit: 300, from: 1) { $0.text(.text, text, atMost: most) }
    #expect(Array(cut.bytes.dropFirst(4)) == Array(text.utf8.prefix(kept)) && !cut.isFull)
  }

  @Test func `the bytes in use are those between the oldest and the newest record`() {
    let ring = EventRing(capacity: 4096)
    defer { ring.deallocate() }
    var queue = EventQueue(ring: ring, reserved: 512)
    var random = RecorderRandom(seed: 1)
    for number in 0..<2000 {
      let step = Int.random(in: 0..<16, using: &random)
      if step < 10 {
        _ = queue.put(RecordedNote(number: number), Int64(number))
      } else if queue.head != queue.tail {
        let isAll = step == 15 && number % 8 == 0
        queue.release(to: isAll ? queue.head : ring.position(after: queue.tail))
      }
      var place = queue.tail
      var used = 0
      while place != queue.head {
        let next = ring.position(after: place)
        used += (next.offset > place.offset ? next.offset : ring.capacity) - place.offset
        place = next
      }
      #expect(queue.usedBytes == used)
    }
    #expect(queue.lost > 0)
  }
}

@testable import AdRecording
import AdSession
import Testing

/// The layout of events in the memory of the queue.
struct QueueMemoryTests {
  private static let untouched: UInt8 = 0xEE

  /// Returns the bytes that a writer writes at an offset, their number, and whether it is full.
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
  func `a text is copied byte for byte if it fits exactly`(length: Int) {
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
  func `a text is truncated at its limit`(most: Int) {
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

  /// An event without fields, or with a text of the given length.
  private struct SizedEvent: RecordedEvent {
    var kind = EventKind.note
    var length: Int?

    func write(to fields: inout FieldWriter) {
      if let length { fields.text(.text, String(repeating: "x", count: length)) }
    }
  }

  /// A queue of 4096 bytes that is full of events of 64 bytes, except for its reserved bytes.
  private static func fullQueue(_ ring: EventRing, reserved: Int = 0) -> EventQueue {
    var queue = EventQueue(ring: ring, reserved: reserved)
    for seq in 1...Int64((4096 - reserved) / 64) {
      #expect(queue.put(SizedEvent(length: 20), seq) == seq)
    }
    return queue
  }

  @Test func `an event may use all memory that is not reserved`() {
    for reserved in [0, 512, 4096] {
      for spare in stride(from: -96, through: 96, by: 8) {
        let needed = EventRing.headerBytes + FieldWriter.maximumEvent
        let ring = EventRing(capacity: needed + reserved + spare)
        defer { ring.deallocate() }
        var queue = EventQueue(ring: ring, reserved: reserved)
        for (kind, room) in [(EventKind.note, needed + spare), (.sessionEnded, ring.capacity)] {
          let limit = min(room - EventRing.headerBytes, FieldWriter.maximumEvent)
          #expect(queue.begin(kind, 0).limit == limit, "\(kind), \(reserved), \(spare)")
        }
      }
    }
  }

  /// 63 bytes are free: the fields fit, but not the record, whose size is a multiple of eight.
  @Test func `reserved memory is reserved to the byte`() {
    let ring = EventRing(capacity: 4096)
    defer { ring.deallocate() }
    var queue = Self.fullQueue(ring, reserved: 513)
    #expect(queue.usedBytes == 4096 - 513 - 63)
    #expect(queue.put(SizedEvent(length: 19), 100) == 0)
    #expect(queue.put(SizedEvent(kind: .sessionEnded), 100) == 58)
    #expect(queue.lost == 1)
  }

  @Test func `a ring that is full to the byte stays full until a record is released`() {
    let ring = EventRing(capacity: 4096)
    defer { ring.deallocate() }
    var queue = Self.fullQueue(ring)
    queue.release(to: queue.tail)
    #expect(queue.usedBytes == 4096)
    #expect(queue.put(SizedEvent(), 100) == 0)
    queue.release(to: queue.head)
    #expect(queue.usedBytes == 0)
  }

  @Test func `an event without fields is dropped until the gap before it is recorded`() {
    let ring = EventRing(capacity: 4096)
    defer { ring.deallocate() }
    var queue = Self.fullQueue(ring)
    #expect(queue.put(SizedEvent(length: 20), 100) == 0)
    queue.release(to: ring.position(after: queue.tail))
    #expect(queue.put(SizedEvent(), 101) == 0)
    #expect(queue.lost == 2)
    queue.release(to: queue.head)
    // One record reports two lost events.
    #expect(queue.put(SizedEvent(), 102) == 64 + 2 + 1 + 1)
  }

  /// There is room for the first of two gaps and for the event, but not for the second gap.
  @Test func `an event is dropped until all gaps before it are recorded`() {
    let ring = EventRing(capacity: 4096)
    defer { ring.deallocate() }
    var queue = EventQueue(ring: ring, reserved: 0)
    for seq in 1...72 {
      #expect(queue.put(SizedEvent(length: 20), 1) == seq)
      if seq == 10 { queue.release(to: queue.head) }
    }
    #expect(queue.put(SizedEvent(length: 44), 1) == 73)
    #expect(queue.usedBytes == 4096 - 40)
    for reason in [Word.bufferFull, .diskFull] {
      queue.lossReason = reason
      #expect(queue.put(SizedEvent(length: 20), 2) == 0)
    }
    queue.release(to: ring.position(after: queue.tail))
    #expect(queue.put(SizedEvent(kind: .sessionEnded), 3) == 0)
    #expect(queue.usedBytes == 4096 - 40 - 64 + 56)
    queue.release(to: queue.head)
    // Three runs of one event each, and a record for each run.
    #expect(queue.put(SizedEvent(), 4) == 73 + 3 + 3 + 1)
  }
}

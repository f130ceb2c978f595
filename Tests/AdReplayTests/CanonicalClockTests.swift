@testable import AdReplay
import AdSession
import Testing

/// The clock of canonical lines agrees with ``WallClock``.
struct CanonicalClockTests {
  private func expectSame(_ bytes: [UInt8], _ clock: inout CanonicalClock) {
    let quoted = [0x22] + bytes + [UInt8](repeating: 0, count: 16)
    // The clock leaves the Z to its caller.
    let quick = quoted.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { bytes.last == 0x5A ? clock.parse($0) : nil }
    }
    if quick != bytes.withUnsafeBytes({ WallClock.parse($0) }) {
      Issue.record("\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: [
    "2026-11-20T23:59:59.999Z", "2024-02-29T00:00:00.000Z", "1999-12-31T19:08:07.060Z",
  ])
  func `the clock agrees with the wall clock for any byte at any offset`(text: String) {
    var clock = CanonicalClock()
    defer { clock.deallocate() }
    for place in 0..<24 {
      for byte in UInt8.min...UInt8.max {
        expectSame(Array(text.utf8), &clock)
        var bytes = Array(text.utf8)
        bytes[place] = byte
        expectSame(bytes, &clock)
      }
    }
  }

  @Test func `the clock agrees with the wall clock at every second of a day`() {
    var clock = CanonicalClock()
    defer { clock.deallocate() }
    for second in 0..<86_400 {
      let wall = WallClock.text(1_790_000_000_000 + Int64(second) * 1001)
      expectSame(Array(wall.utf8), &clock)
    }
  }
}

@testable import AdReplay
import AdSession
import Testing

/// The fast ways to read a wall clock agree with ``WallClock``.
struct WallClockCacheTests {
  private func expectSame(
    _ bytes: [UInt8], _ cache: inout WallClockCache, _ clock: inout CanonicalClock
  ) {
    let padded = bytes + [UInt8](repeating: 0, count: 16)
    let quick = padded.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { cache.parse($0, bytes.count) }
    }
    let careful = bytes.withUnsafeBytes { WallClock.parse($0) }
    if quick != careful { Issue.record("\(String(decoding: bytes, as: UTF8.self))") }
    // The clock of the writer's own lines leaves the Z to its caller.
    let quoted = [0x22] + padded
    let own = quoted.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { bytes.last == 0x5A ? clock.parse($0) : nil }
    }
    if own != careful { Issue.record("own: \(String(decoding: bytes, as: UTF8.self))") }
  }

  @Test(arguments: [
    "2026-11-20T23:59:59.999Z", "2024-02-29T00:00:00.000Z", "1999-12-31T19:08:07.060Z",
  ])
  func `the caches agree with the wall clock for any byte at any offset`(text: String) {
    var cache = WallClockCache()
    var clock = CanonicalClock()
    defer { clock.deallocate() }
    for place in 0..<24 {
      for byte in UInt8.min...UInt8.max {
        expectSame(Array(text.utf8), &cache, &clock)
        var bytes = Array(text.utf8)
        bytes[place] = byte
        expectSame(bytes, &cache, &clock)
      }
    }
  }

  @Test func `the caches agree with the wall clock at every second of a day`() {
    var cache = WallClockCache()
    var clock = CanonicalClock()
    defer { clock.deallocate() }
    for second in 0..<86_400 {
      let wall = WallClock.text(1_790_000_000_000 + Int64(second) * 1001)
      expectSame(Array(wall.utf8), &cache, &clock)
    }
  }
}

import Platform
@testable import AdRecording
import AdSession
import Testing

/// Which records wake a writer that sleeps.
struct WriterSleepTests {
  /// An event of 64 bytes.
  private struct SmallEvent: RecordedEvent {
    var kind: EventKind { .note }
    func write(to fields: inout FieldWriter) { fields.text(.text, "a text of 20 letters") }
  }

  /// How the writer sleeps behind an event; so many lie in the queue with it.
  private static func sleep(
    _ before: Exchange.Sleep, urgent: Bool, events: Int
  ) -> Exchange.Sleep {
    let exchange = Exchange(RecorderFaultTests.options(.process, queue: 16 << 10), .live)
    #expect(exchange.pressure == 128 * 64)
    for _ in 1..<events { #expect(exchange.record(SmallEvent(), urgent: false) > 0) }
    exchange.shared.sleep = before
    #expect(exchange.record(SmallEvent(), urgent: urgent) == events)
    return exchange.shared.sleep
  }

  @Test func `one that has nothing to do is woken by any`() {
    #expect(Self.sleep(.idle, urgent: false, events: 1) == .awake)
    #expect(Self.sleep(.awake, urgent: false, events: 1) == .awake)
  }

  @Test func `one that waits for more is woken by an urgent one, or at half a queue`() {
    #expect(Self.sleep(.lingering, urgent: false, events: 1) == .lingering)
    #expect(Self.sleep(.lingering, urgent: true, events: 1) == .awake)
    #expect(Self.sleep(.lingering, urgent: false, events: 127) == .lingering)
    #expect(Self.sleep(.lingering, urgent: false, events: 128) == .awake)
  }

  @Test func `one that rests after a failure is woken by none`() {
    #expect(Self.sleep(.resting, urgent: true, events: 1) == .resting)
    #expect(Self.sleep(.resting, urgent: true, events: 129) == .resting)
  }
}

import Platform
@testable import AdRecording
import AdSession
import Testing

/// The records that wake a sleeping writer.
struct WriterSleepTests {
  /// An event of 64 bytes.
  private struct SmallEvent: RecordedEvent {
    var kind: EventKind { .note }
    func write(to fields: inout FieldWriter) { fields.text(.text, "a text of 20 letters") }
  }

  /// Returns the writer's sleep after an event, with the given number of events in the queue.
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

  @Test func `an idle writer wakes for any event`() {
    #expect(Self.sleep(.idle, urgent: false, events: 1) == .awake)
    #expect(Self.sleep(.awake, urgent: false, events: 1) == .awake)
  }

  @Test func `a lingering writer wakes for an urgent event or when the queue is half full`() {
    #expect(Self.sleep(.lingering, urgent: false, events: 1) == .lingering)
    #expect(Self.sleep(.lingering, urgent: true, events: 1) == .awake)
    #expect(Self.sleep(.lingering, urgent: false, events: 127) == .lingering)
    #expect(Self.sleep(.lingering, urgent: false, events: 128) == .awake)
  }

  @Test func `a writer that pauses after a failure wakes for no event`() {
    #expect(Self.sleep(.resting, urgent: true, events: 1) == .resting)
    #expect(Self.sleep(.resting, urgent: true, events: 129) == .resting)
  }
}

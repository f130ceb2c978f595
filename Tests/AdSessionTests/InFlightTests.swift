import AdSession
import Testing

/// Which requests of a slot have no completion, whatever the order of their completions.
struct InFlightTests {
  @Test(arguments: 0..<200)
  func `requests in flight are those that neither an answer nor a later ad removed from a list`(
    _ seed: UInt64
  ) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func draw(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    let trace = Trace()
    trace.header = Header()
    var session = LiveSession(trace)
    // By unit, oldest first; a name that is used again moves to the end.
    var expected: [[Int]] = [[], []]
    var last: [Int: (unit: Int, step: Int)] = [:]
    for step in 0..<draw(150) {
      let request = draw(12)
      let isRequest = draw(2) == 0
      let own = expected.firstIndex { $0.contains(request) }
      let unit = isRequest ? draw(2) : own ?? 0
      var event = Event(isRequest ? .adRequested : [.adLoaded, .adFailedToLoad][draw(2)])
      event.seq = Int64(step + 1)
      event.t = Int64(step)
      event.unit = trace.symbols.intern("unit \(unit)")
      event.format = .interstitial
      event.request = trace.symbols.intern("request \(request)")
      if event.kind == .adLoaded { event.ad = trace.symbols.intern("ad \(step)") }
      trace.events.append(event)
      _ = session.foldNext()
      // An ad ends the earlier requests of its slot as well.
      if event.kind == .adLoaded, let asked = last[request], asked.unit == unit {
        expected[unit].removeAll { last[$0].map { $0.step < asked.step } ?? false }
      }
      if isRequest { last[request] = (unit, step) }
      for unit in expected.indices { expected[unit].removeAll { $0 == request } }
      if isRequest { expected[unit].append(request) }
      for (unit, requests) in expected.enumerated() {
        let name = trace.symbols.intern("unit \(unit)")
        guard let slot = session.state.slotNumber(unit: name, scene: .absent) else {
          #expect(requests.isEmpty)
          continue
        }
        let found = session.state.requestsInFlight(in: slot).map {
          trace.symbols.text(session.state.requests[$0].request)
        }
        #expect(found == requests.map { "request \($0)" }, "seed \(seed), step \(step)")
        #expect(
          session.state.slots[slot].lastInFlight == session.state.requestsInFlight(in: slot).last)
      }
    }
  }
}

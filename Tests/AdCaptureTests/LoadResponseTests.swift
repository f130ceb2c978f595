import AdRecording
import AdReplay
import AdCapture
import Testing

struct LoadResponseTests {
  @Test func `a line item has a latency if it took time, failed or delivered an ad`() {
    func line(_ seconds: Double, _ code: Int?, _ isLoaded: Bool) -> LoadResponse.LineItem {
      LoadResponse.LineItem(adapter: "A", seconds: seconds, errorCode: code, isLoaded: isLoaded)
    }
    #expect(line(0.0125, nil, false).item == .init(adapter: "A", latencyMs: 13))
    #expect(line(0, 3, false).item == .init(adapter: "A", latencyMs: 0, errorCode: 3))
    #expect(line(0, nil, true).item == .init(adapter: "A", latencyMs: 0))
    #expect(line(0, nil, false).item == .init(adapter: "A"))
  }

  @Test(arguments: [.infinity, -.infinity, .nan, -0.001, 1e300])
  func `an invalid duration has no milliseconds`(seconds: Double) {
    #expect(LoadResponse.milliseconds(seconds) == nil)
  }

  @Test func `a response without line items has no waterfall`() {
    #expect(LoadResponse(id: "x").waterfall == nil)
    let line = LoadResponse.LineItem(adapter: "A", seconds: 1, errorCode: nil, isLoaded: true)
    #expect(LoadResponse(lineItems: [line, line]).waterfall?.count == 2)
  }
}

struct ErrorPhaseTests {
  @Test func `an error code has different meanings in load and presentation`() {
    let error = AdError(domain: "com.google.admob", code: 21)
    #expect(error.message(in: .load) == "invalid ad string")
    #expect(error.message(in: .present) == "not on the main thread")
  }

  @Test func `an error message includes domain and code of the adapter's error`() {
    let cause = AdError.Cause(domain: "com.example.adapter", code: 104)
    let error = AdError(domain: "com.google.admob", code: 22, cause: cause)
    #expect(error.message(in: .present) == "mediation adapter failed: com.example.adapter 104")
    let other = AdError(domain: "com.example", code: 1, cause: cause)
    #expect(other.message(in: .load) == "error: com.example.adapter 104")
  }

  @Test func `an unknown domain or code has no message`() {
    #expect(AdError(domain: "NSURLErrorDomain", code: 21).message(in: .load) == nil)
    #expect(AdError(domain: "com.google.admob", code: 999).message(in: .present) == nil)
  }
}

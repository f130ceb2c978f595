import AdRecording
import AdReplay
import AdCapture
import Testing

struct ResponseTests {
  @Test func `a line item was attempted if it took time, failed or delivered`() {
    func line(_ seconds: Double, _ code: Int?, _ isLoaded: Bool) -> Response.Line {
      Response.Line(adapter: "A", seconds: seconds, errorCode: code, isLoaded: isLoaded)
    }
    #expect(line(0.0125, nil, false).item == .init(adapter: "A", latencyMs: 13))
    #expect(line(0, 3, false).item == .init(adapter: "A", latencyMs: 0, errorCode: 3))
    #expect(line(0, nil, true).item == .init(adapter: "A", latencyMs: 0))
    #expect(line(0, nil, false).item == .init(adapter: "A"))
  }

  @Test(arguments: [.infinity, -.infinity, .nan, -0.001, 1e300])
  func `what is no time has no milliseconds`(seconds: Double) {
    #expect(Response.milliseconds(seconds) == nil)
  }

  @Test func `an answer without line items has no waterfall`() {
    #expect(Response(id: "x").waterfall == nil)
    let line = Response.Line(adapter: "A", seconds: 1, errorCode: nil, isLoaded: true)
    #expect(Response(lines: [line, line]).waterfall?.count == 2)
  }
}

struct ErrorPhaseTests {
  @Test func `one code means two things in two phases`() {
    let error = AdError(domain: "com.google.admob", code: 21)
    #expect(error.message(in: .load) == "invalid ad string")
    #expect(error.message(in: .present) == "not on the main thread")
  }

  @Test func `an adapter's error is named behind that of the SDK`() {
    let cause = AdError.Cause(domain: "com.example.adapter", code: 104)
    let error = AdError(domain: "com.google.admob", code: 22, cause: cause)
    #expect(error.message(in: .present) == "mediation adapter failed: com.example.adapter 104")
    let other = AdError(domain: "com.example", code: 1, cause: cause)
    #expect(other.message(in: .load) == "error: com.example.adapter 104")
  }

  @Test func `a code of another domain means nothing here`() {
    #expect(AdError(domain: "NSURLErrorDomain", code: 21).message(in: .load) == nil)
    #expect(AdError(domain: "com.google.admob", code: 999).message(in: .present) == nil)
  }
}

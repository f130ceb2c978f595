import GoogleMobileAds
import Testing

struct StubTests {
  @Test func `a stub load delivers what the test says`() {
    StubAds.answer("stub") { _ = $0.deliver(ResponseInfo(stubIdentifier: "x")) }
    InterstitialAd.load(with: "stub", request: nil) { ad, error in
      #expect(ad?.responseInfo.responseIdentifier == "x" && error == nil)
    }
  }
}

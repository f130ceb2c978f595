import AdSession
import Testing

struct NaturalOrderTests {
  @Test func `Numbers compare by value, other characters by byte, pre-releases before releases`() {
    let sorted = [
      "", "1", "1.0", "1.0.0", "1.2-beta", "1.02", "1.2", "1.9", "1.10", "2", "10",
      "99999999999999999999", "100000000000000000000", "a", "google-mobile-ads 9.0",
      "google-mobile-ads 13.1.0-beta", "google-mobile-ads 13.1.0", "iOS 9.3", "iOS 10",
      "iPadOS 9",
    ]
    expectOrder(sorted)
  }

  /// The first eight are the example of Semantic Versioning 2.0.0, section 11.
  @Test func `Pre-releases compare as Semantic Versioning says, and digits as numbers everywhere`()
  {
    expectOrder([
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
      "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",
    ])
    expectOrder([
      "4.11.0-10", "4.11.0-9z", "4.11.0-beta.2", "4.11.0-beta2", "4.11.0-beta10",
      "4.11.0-rc.1+2", "4.11.0-rc.1+10", "4.11.0", "4.11.0+2", "4.11.0+10", "4.11.1-alpha",
    ])
  }

  @Test func `Days are in the order of the calendar`() {
    expectOrder(["2025-12-31", "2026-01-02", "2026-01-10", "2026-02-01", "2026-11-01"])
  }

  private func expectOrder(_ sorted: [String]) {
    for (index, one) in sorted.enumerated() {
      for (place, other) in sorted.enumerated() {
        #expect(NaturalOrder.precedes(one, other) == (index < place), "\(one) \(other)")
      }
    }
  }
}

import Testing

@testable import AdRules

/// Which sessions of an install follow each other, and how far back they are known.
struct InstallOrderTests {
  private static let day: Int64 = 86_400_000

  private static func span(
    _ first: Int64, _ last: Int64, _ launch: Int64?, latestFirst: Int64? = nil
  ) -> InstallOrder.Span {
    InstallOrder.Span(
      first: first, last: last, latestFirst: latestFirst ?? first, launchCount: launch)
  }

  private static func starts(_ spans: [InstallOrder.Span]) -> [Int] { InstallOrder(spans).starts }

  @Test func `Sessions follow each other while clocks and launches rise`() {
    #expect(
      Self.starts([Self.span(0, 5, 1), Self.span(5, 9, 2), Self.span(20, 30, 4)]) == [0, 0, 0])
    #expect(Self.starts([Self.span(0, 5, nil), Self.span(6, 9, nil)]) == [0, 0])
  }

  @Test func `A session that began before the end of an earlier one follows none`() {
    #expect(
      Self.starts([Self.span(0, 6, 1), Self.span(5, 9, 2), Self.span(9, 9, 3)]) == [0, 1, 1])
    #expect(
      Self.starts([Self.span(0, 50, 1), Self.span(5, 9, 2), Self.span(9, 9, 3)]) == [0, 1, 2])
  }

  @Test func `Sessions that began at the same time follow none, and none follows them`() {
    let spans = [Self.span(0, 0, 1), Self.span(0, 0, 2), Self.span(5, 6, 3), Self.span(7, 8, 4)]
    #expect(Self.starts(spans) == [0, 1, 2, 2])
  }

  @Test(arguments: [(2, 2), (3, 2), (nil, 2), (1, nil)] as [(Int64?, Int64?)])
  func `A launch that repeats, goes back or is not counted follows none`(
    earlier: Int64?, later: Int64?
  ) {
    #expect(Self.starts([Self.span(0, 5, earlier), Self.span(6, 9, later)]) == [0, 1])
  }

  @Test func `All launches back to the first are known on every day`() {
    let order = InstallOrder([Self.span(0, 5, 1), Self.span(6, 9, 2), Self.span(10, 11, 3)])
    #expect(order.completeFrom == [.max, .min, .min])
  }

  @Test func `All launches back to one that began 14 hours before a day are known on that day`() {
    let early = Self.day * 4 + 10 * 3_600_000
    for (first, known) in [(early - 1, Int64(5)), (early, 6)] {
      let order = InstallOrder([Self.span(first, early, 7), Self.span(early + 9, early + 10, 8)])
      #expect(order.completeFrom == [.max, known])
    }
  }

  @Test func `A launch that is missing leaves earlier shows unknown`() {
    #expect(InstallOrder([Self.span(0, 5, 1), Self.span(6, 9, 3)]).completeFrom == [.max, .max])
    let most = InstallOrder([Self.span(0, 5, .max), Self.span(6, 9, .min)])
    #expect(most.completeFrom == [.max, .max])
  }

  @Test func `A session whose clock was set began at the later of two times`() {
    let order = InstallOrder([
      Self.span(0, Self.day * 5, 7, latestFirst: Self.day * 5 - 9),
      Self.span(Self.day * 5 + 1, Self.day * 5 + 2, 8),
    ])
    #expect(order.completeFrom == [.max, 6])
  }
}

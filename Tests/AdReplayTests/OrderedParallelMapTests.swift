@testable import JournalInput
import Platform
import Testing

struct OrderedParallelMapTests {
  /// The numbers below a count, of which some take longer to map, doubled.
  private static func map(
    below count: Int, jobs: Int, ahead: Int, taken: Lock<Int> = Lock(0)
  ) -> OrderedParallelMap<Int, Int> {
    OrderedParallelMap(jobs: jobs, ahead: ahead) {
      taken.locked { next in
        guard next < count else { return nil }
        next += 1
        return next - 1
      }
    } makeMap: {
      { number in
        if number % 7 == 0 { System.sleep(milliseconds: 1) }
        return number * 2
      }
    }
  }

  @Test(arguments: [1, 2, 5], [1, 3, 64])
  func `results come in the order of the elements`(jobs: Int, ahead: Int) {
    for count in [0, 1, 2, 100] {
      let map = Self.map(below: count, jobs: jobs, ahead: ahead)
      var results: [Int] = []
      while let result = map.next() { results.append(result) }
      #expect(results == (0..<count).map { $0 * 2 })
      #expect(map.next() == nil)
    }
  }

  @Test(arguments: [1, 2, 5])
  func `no more elements are taken than may be ahead`(jobs: Int) {
    let taken = Lock(0)
    let map = Self.map(below: 1000, jobs: jobs, ahead: 6, taken: taken)
    for handedOut in 1...20 {
      _ = map.next()
      #expect(taken.locked { $0 } <= handedOut + (jobs == 1 ? 0 : 6))
    }
  }

  @Test(arguments: [1, 3])
  func `the threads end with the map`(jobs: Int) {
    let taken = Lock(0)
    _ = Self.map(below: 1_000_000_000, jobs: jobs, ahead: 6, taken: taken).next()
    let after = taken.locked { $0 }
    System.sleep(milliseconds: 10)
    #expect(taken.locked { $0 } == after && after <= 7)
  }

  @Test func `the calling thread maps with one job, when a result is asked for`() {
    let taken = Lock(0)
    let map = Self.map(below: 10, jobs: 1, ahead: 6, taken: taken)
    #expect(taken.locked { $0 } == 0)
    #expect(map.next() == 0 && taken.locked { $0 } == 1)
  }
}

import AdReport
import Testing

struct SpoolTests {
  @Test(arguments: [0, 16, 1 << 20])
  func `Reports come back whole, whatever waits in a file`(limit: Int) {
    let spool = Spool(limit: limit)
    for _ in 0..<3 {
      let reports = (0..<20).map { number in [UInt8](repeating: UInt8(number), count: number) }
      let places = reports.map { spool.put($0) }
      for number in [19, 3, 0, 7] { #expect(spool.take(places[number]) == reports[number]) }
      let rest = Set(0..<20).subtracting([19, 3, 0, 7])
      for number in rest { #expect(spool.take(places[number]) == reports[number]) }
    }
  }
}

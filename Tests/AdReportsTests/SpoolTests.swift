@testable import AdAudit
import AdReplay
import Testing

struct SpoolTests {
  @Test(arguments: [0, 16, 1 << 20])
  func `Reports come back whole, whatever waits in a file`(limit: Int) {
    let loss = DiskLoss()
    let spool = Spool(limit: limit, loss: loss)
    for _ in 0..<3 {
      let reports = (0..<20).map { number in [UInt8](repeating: UInt8(number), count: number) }
      let places = reports.map { spool.put($0) }
      for number in [19, 3, 0, 7] { #expect(spool.take(places[number]) == reports[number]) }
      let rest = Set(0..<20).subtracting([19, 3, 0, 7])
      for number in rest { #expect(spool.take(places[number]) == reports[number]) }
    }
    #expect(!loss.happened)
    #expect(loss.error == nil)
  }

  @Test func `What is greater than the limit is never in memory`() {
    let loss = DiskLoss()
    var file = SpillFile(limit: 1 << 10, loss: loss)
    let pieces = [10, 1 << 20, 20, 1 << 18].map { [UInt8](repeating: UInt8($0 % 251), count: $0) }
    let places = pieces.map { piece in piece.withUnsafeBytes { file.append($0) } }
    #expect(file.capacity < 1 << 14)
    for (place, piece) in zip(places, pieces) {
      #expect(Array(file.read(place, piece.count)) == piece)
    }
    #expect(!loss.happened)
  }

  @Test func `What the disk does not give back is noted`() {
    let loss = DiskLoss()
    // No file has this descriptor.
    let bytes = SpilledBytes(
      file: -1, spilled: 100, memory: UnsafeRawBufferPointer(start: nil, count: 0), loss: loss)
    var reader = SpilledBytes.Reader(bytes)
    #expect(reader.read(100, 10).isEmpty)
    #expect(!loss.happened)
    #expect(reader.read(40, 10).isEmpty)
    #expect(loss.happened)
    #expect(loss.error?.sentence.contains("could not be read back") == true)
  }

  @Test func `What the caller's disk loses is said once, with what the auditor's loses`() throws {
    let loss = DiskLoss()
    loss.note()
    var sentences: [String] = []
    let auditor = Auditor(reader: JournalReader(jobs: 1))
    try auditor.audit(
      ["\(Samples.root)/\(Samples.unlock)"], render: { _ in [] }, sumsUp: true, loss: loss,
      quiet: { _ in }
    ) { output in
      if case .failure(let error) = output { sentences.append(error.sentence) }
    }
    #expect(
      sentences == ["what waited there could not be read back: parts of this report are missing"])
  }

  @Test func `Records of caps that the disk does not give back are noted`() {
    let loss = DiskLoss()
    let bytes = SpilledBytes(
      file: -1, spilled: 100, memory: UnsafeRawBufferPointer(start: nil, count: 0), loss: loss)
    #expect(CapPart(0, of: 1, bytes).again().isEmpty)
    #expect(loss.happened)
  }
}

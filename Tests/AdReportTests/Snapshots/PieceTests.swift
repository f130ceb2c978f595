import AdJournal
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct `The pieces of a file` {
  private let key: DigestKey

  init() {
    var random = SeededNumbers(state: 7)
    key = DigestKey(&random)
  }

  private func bytes(_ count: Int) -> [UInt8] {
    var random = SeededNumbers(state: UInt64(count))
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private func pieces(of bytes: [UInt8], each count: Int) throws -> FilePieces {
    let collector = PieceCollector(key: key)
    bytes.withUnsafeBytes { all in
      for start in stride(from: 0, to: all.count, by: count) {
        let end = min(start + count, all.count)
        collector.add(UnsafeRawBufferPointer(rebasing: all[start..<end]), at: start, of: 0)
      }
    }
    return try #require(collector.take(0, after: FilePieces()))
  }

  @Test func `are told from others by each of their bytes, in whatever parts they are read`() throws
  {
    let place = try SnapshotPlace()
    for count in [1, 4095, 32_768, 131_072, 131_073, 400_000] {
      let whole = bytes(count)
      for each in [1000, 32_768, 200_000, 1 << 20] {
        let pieces = try pieces(of: whole, each: each)
        try place.write(whole)
        let file = try #require(JournalFile(path: place.journal))
        #expect(pieces.hold(file.bytes, key, jobs: 2), "\(count) \(each)")
        for at in stride(from: 0, to: count, by: max(1, count / 7)) {
          var other = whole
          other[at] ^= 1
          try place.write(other)
          let file = try #require(JournalFile(path: place.journal))
          #expect(!pieces.hold(file.bytes, key, jobs: 2), "\(count) \(each) \(at)")
        }
      }
    }
  }

  /// Pages that were looked at are given up, 16 MB at a time.
  @Test(arguments: 1...3)
  func `are compared in a file of which pages are given up meanwhile`(jobs: Int) throws {
    let place = try SnapshotPlace()
    var whole = [UInt8](repeating: 0x20, count: 40_000_000)
    let pieces = try pieces(of: whole, each: 500_001)
    for at in [nil, 1, 17_000_000, 39_999_999] {
      if let at { whole[at] ^= 1 }
      try place.write(whole)
      if let at { whole[at] ^= 1 }
      let file = try #require(JournalFile(path: place.journal))
      #expect(pieces.hold(file.bytes, key, jobs: jobs) == (at == nil), "\(at ?? -1)")
    }
  }

  #if os(Linux)
    /// What the system has not in memory is brought, one stretch after the other.
    @Test func `are compared with a file of which some or all pages are on disk alone`() throws {
      let place = try SnapshotPlace()
      let whole = bytes(1_000_000)
      try place.write(whole)
      let pieces = try pieces(of: whole, each: 300_001)
      let descriptor = open(place.journal, O_RDONLY | O_CLOEXEC)
      try #require(descriptor >= 0)
      defer { close(descriptor) }
      for (start, count) in [(0, 0), (4096, 4096), (65_536, 131_072), (700_000, 0)] {
        // Nothing that was not written goes from memory; to ask for it is no promise.
        #expect(fsync(descriptor) == 0)
        #expect(posix_fadvise(descriptor, off_t(start), off_t(count), POSIX_FADV_DONTNEED) == 0)
        let file = try #require(JournalFile(path: place.journal))
        #expect(pieces.hold(file.bytes, key, jobs: 2), "\(start) \(count)")
      }
    }
  #endif

  @Test func `are compared with a file that somebody has open for writing`() throws {
    let place = try SnapshotPlace()
    let whole = bytes(300_000)
    try place.write(whole)
    let pieces = try pieces(of: whole, each: 70_000)
    let writer = open(place.journal, O_WRONLY | O_CLOEXEC)
    try #require(writer >= 0)
    defer { close(writer) }
    let file = try #require(JournalFile(path: place.journal))
    #expect(pieces.hold(file.bytes, key, jobs: 2))
    var byte: UInt8 = whole[0] ^ 1
    #expect(pwrite(writer, &byte, 1, 0) == 1)
    #expect(!pieces.hold(file.bytes, key, jobs: 2))
  }

  @Test func `are compared to the end when somebody wants to write meanwhile`() throws {
    let place = try SnapshotPlace()
    let whole = bytes(5_000_000)
    try place.write(whole)
    let pieces = try pieces(of: whole, each: 70_000)
    let file = try #require(JournalFile(path: place.journal))
    for pause in 0..<20 {
      let comparison = pieces.comparison(with: file.bytes, key, jobs: 2)
      usleep(UInt32(pause * 20))
      // Where the file is leased this would wait; so it asks, and is told to come again.
      let early = open(place.journal, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      if early >= 0 { close(early) }
      #expect(comparison.finish())
      let late = open(place.journal, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      #expect(late >= 0)
      close(late)
    }
  }

  @Test func `can be cut off while they are compared, and kill nobody`() throws {
    let place = try SnapshotPlace()
    let whole = bytes(3_000_000)
    let pieces = try pieces(of: whole, each: 70_000)
    for _ in 0..<8 {
      try place.write(whole)
      let file = try #require(JournalFile(path: place.journal))
      let comparison = pieces.comparison(with: file.bytes, key, jobs: 2)
      let path = place.journal
      let cutter = Thread { truncate(path, 1) }
      cutter.start()
      _ = comparison.finish()
      while !cutter.isFinished { usleep(100) }
      #expect(!pieces.hold(file.bytes, key, jobs: 2))
    }
  }
}

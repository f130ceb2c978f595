/// Hashes pieces of a file: where their pages lie, or else as they are read.
struct PieceHasher: ~Copyable {
  private let file: JournalBytes
  private let pages: LeasedPages?
  /// A few spans, which stay in the cache until they are hashed.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 4 * BlockDigest.span, alignment: 16)

  init(_ file: JournalBytes, _ pages: LeasedPages?) {
    self.file = file
    self.pages = pages
  }

  deinit { buffer.deallocate() }

  /// The sums of so many bytes from a place on; nil where the file has fewer.
  func sums(at place: Int, _ count: Int, _ key: DigestKey) -> [UInt8]? {
    var digest = BlockDigest.Running(count, key)
    if let pages, pages.look(at: place, count, { digest.add($0) }) { return digest.sums }
    for start in stride(from: 0, to: count, by: buffer.count) {
      let bytes = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<min(buffer.count, count - start)])
      guard file.read(bytes, at: place + start) else { return nil }
      digest.add(UnsafeRawBufferPointer(bytes))
    }
    return digest.sums
  }
}

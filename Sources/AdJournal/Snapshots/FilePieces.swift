/// The bytes of a file as they were read: piece by piece, each with its hash.
///
/// A snapshot stands for the file only where every byte is what it was. Times and inodes are not
/// asked: they can be set, they are too coarse, and a mapped page changes the bytes before them.
package struct FilePieces: Equatable, Sendable {
  /// One piece.
  package struct Piece: Equatable, Sendable {
    var start: Int
    var count: Int
    var sums: [UInt8]
  }

  /// The pieces in the order of the file, without holes.
  package private(set) var pieces: [Piece] = []

  /// No pieces.
  package init() {}

  /// How many bytes they are.
  package var end: Int { pieces.last.map { $0.start + $0.count } ?? 0 }

  /// Adds the next piece; false where it does not follow the one before.
  mutating func append(_ piece: Piece) -> Bool {
    guard piece.start == end else { return false }
    if piece.count > 0 { pieces.append(piece) }
    return true
  }

  /// The pieces up to a place between two of them; nil where it lies in one.
  package func prefix(_ end: Int) -> FilePieces? {
    var part = FilePieces()
    part.pieces = Array(pieces.prefix { $0.start + $0.count <= end })
    return part.end == end ? part : nil
  }

  /// Whether a file has these bytes at its beginning: all of them are read and hashed.
  package func hold(_ file: JournalBytes, _ key: DigestKey, jobs: Int) -> Bool {
    comparison(with: file, key, jobs: jobs).finish()
  }

  /// Begins to compare a file with these bytes, on all threads but the one that will ask.
  package func comparison(with file: JournalBytes, _ key: DigestKey, jobs: Int) -> Comparison {
    Comparison(self, file, key, jobs: jobs)
  }

  /// Compares pieces on several threads, until one differs.
  package final class Comparison: @unchecked Sendable {
    private let pieces: [Piece]
    private let file: JournalBytes
    private let key: DigestKey
    private let monitor = Monitor()
    /// Leased when the first thread begins, and given back when no piece is left.
    private var pages: LeasedPages?
    private var hasAskedForPages = false
    private var next = 0
    private var holds = true
    private var threads: [WorkerThread] = []

    fileprivate init(_ pieces: FilePieces, _ file: JournalBytes, _ key: DigestKey, jobs: Int) {
      self.pieces = pieces.pieces
      self.file = file
      self.key = key
      threads = (1..<max(1, jobs)).compactMap { _ in WorkerThread { self.run() } }
    }

    /// Whether all are equal; to be asked once, before the file is closed.
    package func finish() -> Bool {
      run()
      for thread in threads { thread.join() }
      threads = []
      return holds
    }

    private func run() {
      let hasher = PieceHasher(file, sharedPages())
      while let piece = take() {
        if hasher.sums(at: piece.start, piece.count, key) != piece.sums { fail() }
      }
    }

    private func sharedPages() -> LeasedPages? {
      monitor.lock()
      defer { monitor.unlock() }
      if !hasAskedForPages { pages = LeasedPages(file) }
      hasAskedForPages = true
      return pages
    }

    private func take() -> Piece? {
      monitor.lock()
      defer { monitor.unlock() }
      guard holds, next < pieces.count else {
        pages = nil
        return nil
      }
      next += 1
      return pieces[next - 1]
    }

    private func fail() {
      monitor.lock()
      holds = false
      monitor.unlock()
    }
  }
}

/// The bytes of an open file by their places.
package struct JournalBytes: Sendable {
  let descriptor: Int32

  /// How many bytes the file has; nil where it is no regular file.
  package var count: Int? { System.size(descriptor: descriptor) }

  /// Fills a buffer from a place; false where the file has fewer bytes.
  package func read(_ buffer: UnsafeMutableRawBufferPointer, at place: Int) -> Bool {
    var done = 0
    while done < buffer.count {
      guard let start = buffer.baseAddress else { return false }
      let count = System.read(descriptor, start + done, buffer.count - done, at: place + done)
      if count <= 0 { return false }
      done += count
    }
    return true
  }
}

/// A plain journal that is open to compare its bytes.
package final class JournalFile {
  /// Its bytes.
  package let bytes: JournalBytes

  /// Opens a regular file; nil for anything else.
  package init?(path: String) {
    guard path != "-", let descriptor = System.open(path) else { return nil }
    bytes = JournalBytes(descriptor: descriptor)
    if bytes.count == nil {
      System.close(descriptor)
      return nil
    }
  }

  deinit { System.close(bytes.descriptor) }
}

/// Collects the pieces of inputs while they are read, on several threads in any order.
package final class PieceCollector: @unchecked Sendable {
  private let monitor = Monitor()
  private var pieces: [Int: [FilePieces.Piece]] = [:]
  /// The key of the hashes.
  package let key: DigestKey

  /// Makes a collector.
  package init(key: DigestKey) { self.key = key }

  /// Hashes what was read of an input.
  package func add(_ bytes: UnsafeRawBufferPointer, at start: Int, of input: Int) {
    var hash = BlockDigest.Running(bytes.count, key)
    hash.add(bytes)
    let piece = FilePieces.Piece(start: start, count: bytes.count, sums: hash.sums)
    monitor.lock()
    pieces[input, default: []].append(piece)
    monitor.unlock()
  }

  /// All that was read of an input behind the pieces that are known; nil where something is missing.
  package func take(_ input: Int, after known: FilePieces) -> FilePieces? {
    monitor.lock()
    let found = pieces.removeValue(forKey: input) ?? []
    monitor.unlock()
    var all = known
    for piece in found.sorted(by: { $0.start < $1.start }) {
      if !all.append(piece) { return nil }
    }
    return all
  }
}

extension ArchiveWriter {
  /// The pieces of a file.
  package mutating func pieces(_ all: FilePieces) {
    list(all.pieces) {
      $0.number(Int64($1.start))
      $0.number(Int64($1.count))
      $0.bytes($1.sums)
    }
  }
}

extension ArchiveReader {
  /// What ``ArchiveWriter/pieces(_:)`` wrote; nil where there are holes.
  package mutating func pieces() -> FilePieces? {
    var all = FilePieces()
    for _ in 0..<number() {
      let (start, count) = (Int(number()), Int(number()))
      if !all.append(FilePieces.Piece(start: start, count: count, sums: takeBytes())) { return nil }
    }
    return all
  }
}

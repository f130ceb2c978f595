#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The bytes of a ``SpillFile`` as they are until its next change, for several threads at once.
struct SpilledBytes: @unchecked Sendable {
  fileprivate let file: Int32
  fileprivate let spilled: Int
  /// Those that are in no file.
  fileprivate let memory: UnsafeRawBufferPointer
  fileprivate let loss: DiskLoss

  init(file: Int32, spilled: Int, memory: UnsafeRawBufferPointer, loss: DiskLoss) {
    self.file = file
    self.spilled = spilled
    self.memory = memory
    self.loss = loss
  }

  /// How many bytes there are.
  var count: Int { spilled + memory.count }

  /// Notes that what was read cannot be what was written.
  func noteLoss() { loss.note() }

  /// What one thread reads them by.
  struct Reader: ~Copyable {
    private let bytes: SpilledBytes
    private var window = SpillWindow()

    init(_ bytes: SpilledBytes) { self.bytes = bytes }

    /// Bytes from a place on, until the next call; fewer at the end, and where the disk lost some.
    mutating func read(_ place: Int, _ count: Int) -> UnsafeRawBufferPointer {
      if place < bytes.spilled {
        return window.read(bytes.file, place, count, end: bytes.spilled, bytes.loss)
      }
      let start = min(place - bytes.spilled, bytes.memory.count)
      let end = min(start + count, bytes.memory.count)
      return UnsafeRawBufferPointer(rebasing: bytes.memory[start..<end])
    }
  }
}

/// A piece of a file, for what is read in the order in which it was written.
struct SpillWindow: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer = .allocate(byteCount: 0, alignment: 1)
  /// How many bytes of it are there: fewer where the disk lost some.
  private var count = 0
  private var start = 0

  private static let size = 1 << 16

  deinit { memory.deallocate() }

  /// Bytes from a place on, until the next call.
  mutating func read(
    _ file: Int32, _ place: Int, _ wanted: Int, end: Int, _ loss: DiskLoss
  ) -> UnsafeRawBufferPointer {
    if place < start || place + wanted > start + count { fill(file, place, wanted, end, loss) }
    let first = min(place - start, count)
    return UnsafeRawBufferPointer(rebasing: memory[first..<min(first + wanted, count)])
  }

  /// Gives its memory back.
  mutating func clear() { if memory.count > 0 { setSize(0) } }

  private mutating func setSize(_ size: Int) {
    memory.deallocate()
    memory = .allocate(byteCount: size, alignment: 16)
    count = 0
  }

  /// Reads a piece that begins with what is asked for.
  private mutating func fill(
    _ file: Int32, _ place: Int, _ wanted: Int, _ end: Int, _ loss: DiskLoss
  ) {
    let wanted = min(max(wanted, Self.size), end - place)
    start = place
    if memory.count != wanted { setSize(wanted) }
    count = Self.read(file, into: memory, at: place)
    if count < wanted { loss.note() }
  }

  /// How many bytes could be read.
  private static func read(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = pread(file, start + done, buffer.count - done, off_t(offset + done))
      if count == 0 || count < 0 && errno != EINTR { break }
      done += max(0, count)
    }
    return done
  }
}

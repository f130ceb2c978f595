#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Bytes that only grow: the last ones in memory, those beyond a limit in a file without a name in
/// the temporary folder.
///
/// Without a file (no room, no folder) all of them stay in memory.
struct SpillFile: ~Copyable {
  /// The bytes that are in no file yet, in memory of its own: an array would cost more than they do.
  private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
  private(set) var capacity = 4096
  private var used = 0
  /// How many bytes went to the file.
  private var spilled = 0
  private var file: Int32 = -1
  private var canSpill = true
  private let limit: Int
  private var window = SpillWindow()
  private let loss: DiskLoss

  /// Makes a file that keeps about so many bytes in memory.
  init(limit: Int, loss: DiskLoss) {
    self.limit = limit
    self.loss = loss
  }

  deinit {
    if file >= 0 { close(file) }
    memory.deallocate()
  }

  /// How many bytes there are.
  var count: Int { spilled + used }

  /// Adds bytes and returns where they begin.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    let place = count
    add(bytes)
    spillIfMany()
    return place
  }

  /// Adds bytes that go to the file together with those that follow, up to ``spillIfMany()``, or at
  /// once where they are many themselves.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > limit, canSpill, spill(with: bytes) { return }
    if used + bytes.count > capacity { grow(used + bytes.count) }
    if let start = bytes.baseAddress {
      (memory + used).copyMemory(from: start, byteCount: bytes.count)
    }
    used += bytes.count
  }

  mutating func spillIfMany() { if used > limit, canSpill { spill() } }

  private mutating func grow(_ wanted: Int) {
    capacity = max(wanted, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: memory, byteCount: used)
    memory.deallocate()
    memory = larger
  }

  /// The bytes from a place on, until the next change; fewer where the disk lost some.
  mutating func read(_ place: Int, _ count: Int) -> UnsafeRawBufferPointer {
    if place >= spilled {
      return UnsafeRawBufferPointer(start: memory + (place - spilled), count: count)
    }
    return window.read(file, place, count, end: spilled, loss)
  }

  /// All bytes, until the next change.
  var bytes: SpilledBytes {
    SpilledBytes(
      file: file, spilled: spilled, memory: UnsafeRawBufferPointer(start: memory, count: used),
      loss: loss)
  }

  /// Forgets all bytes.
  mutating func removeAll() {
    used = 0
    spilled = 0
    window.clear()
  }

  private mutating func spill() {
    _ = spill(with: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Writes what is in memory, and more behind it; where that fails nothing of both counts as written.
  private mutating func spill(with more: UnsafeRawBufferPointer) -> Bool {
    if file < 0 { file = Self.open() }
    let bytes = UnsafeRawBufferPointer(start: memory, count: used)
    guard file >= 0, Self.write(bytes, to: file, at: spilled),
      Self.write(more, to: file, at: spilled + used)
    else {
      canSpill = false
      return false
    }
    spilled += used + more.count
    used = 0
    window.clear()
    return true
  }

  /// The temporary folder.
  static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  private static func open() -> Int32 {
    var template = Array((folder + "/adjournal-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    if file >= 0 { unlink(template) }
    return file
  }

  /// Writes all bytes; false where the system refuses some.
  private static func write(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, at offset: Int
  ) -> Bool {
    guard let start = bytes.baseAddress else { return true }
    var done = 0
    while done < bytes.count {
      let count = pwrite(file, start + done, bytes.count - done, off_t(offset + done))
      if count <= 0 && errno != EINTR { return false }
      done += max(0, count)
    }
    return true
  }
}

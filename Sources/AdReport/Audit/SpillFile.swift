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
  /// The bytes that are in no file yet.
  private var memory: [UInt8] = []
  /// How many bytes went to the file.
  private var spilled = 0
  private var file: Int32 = -1
  private var canSpill = true
  private let limit: Int
  /// A piece of the file, for what is read in the order in which it was written.
  private var window: [UInt8] = []
  private var windowStart = 0

  private static let windowSize = 1 << 16

  /// Makes a file that keeps about so many bytes in memory.
  init(limit: Int) { self.limit = limit }

  deinit { if file >= 0 { close(file) } }

  /// How many bytes there are.
  var count: Int { spilled + memory.count }

  /// Adds bytes and returns where they begin.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Int {
    let place = count
    memory.append(contentsOf: bytes)
    if memory.count > limit, canSpill { spill() }
    return place
  }

  /// The bytes from a place on.
  mutating func read(_ place: Int, _ count: Int) -> ArraySlice<UInt8> {
    if place >= spilled { return memory[place - spilled..<place - spilled + count] }
    if place < windowStart || place + count > windowStart + window.count { fill(place, count) }
    let start = min(place - windowStart, window.count)
    return window[start..<min(start + count, window.count)]
  }

  /// Forgets all bytes.
  mutating func removeAll() {
    memory.removeAll(keepingCapacity: true)
    window.removeAll(keepingCapacity: true)
    spilled = 0
  }

  private mutating func spill() {
    if file < 0 { file = Self.open() }
    guard file >= 0, Self.write(memory, to: file, at: spilled) else {
      canSpill = false
      return
    }
    spilled += memory.count
    memory.removeAll(keepingCapacity: true)
    window.removeAll(keepingCapacity: true)
  }

  /// Reads a piece of the file that begins with what is asked for.
  private mutating func fill(_ place: Int, _ count: Int) {
    let wanted = min(max(count, Self.windowSize), spilled - place)
    let file = file
    windowStart = place
    window.removeAll(keepingCapacity: true)
    window.append(contentsOf: repeatElement(0, count: wanted))
    let done = window.withUnsafeMutableBytes { Self.read(file, into: $0, at: place) }
    if done < wanted { window.removeLast(wanted - done) }
  }

  private static func open() -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((folder + "/adjournal-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    if file >= 0 { unlink(template) }
    return file
  }

  /// Writes all bytes; false where the system refuses some.
  private static func write(_ bytes: [UInt8], to file: Int32, at offset: Int) -> Bool {
    bytes.withUnsafeBytes { all in
      guard let start = all.baseAddress else { return true }
      var done = 0
      while done < all.count {
        let count = pwrite(file, start + done, all.count - done, off_t(offset + done))
        if count <= 0 && errno != EINTR { return false }
        done += max(0, count)
      }
      return true
    }
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

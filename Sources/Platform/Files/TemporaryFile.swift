#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A sequence of bytes that only grows: the last ones in memory, those beyond a limit in a file
/// without a name in the temporary folder.
///
/// If the file cannot be created or is full, all further bytes stay in memory. A read returns fewer
/// bytes than it was asked for where the disk lost some.
package struct TemporaryFile: ~Copyable {
  /// The bytes that are in no file yet, outside of any array: an array would copy them to grow.
  private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
  /// The size of the memory in bytes.
  package private(set) var capacity = 4096
  private var used = 0
  /// How many bytes went to the file.
  private var spilled = 0
  private var file: Int32?
  private var canSpill = true
  private let limit: Int
  private var window = FileWindow()

  /// Makes an empty sequence that keeps about `limit` bytes in memory.
  package init(limit: Int) { self.limit = limit }

  deinit {
    if let file { close(file) }
    memory.deallocate()
  }

  /// How many bytes there are.
  package var count: Int { spilled + used }

  /// Adds bytes and returns the offset of the first one.
  package mutating func append(_ bytes: [UInt8]) -> Int {
    let offset = count
    add(bytes)
    spillIfMany()
    return offset
  }

  /// Adds bytes without moving them to the file before ``spillIfMany()``, unless they exceed the
  /// limit themselves.
  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// Adds the bytes of an integer.
  @inlinable
  package mutating func add(integer: some FixedWidthInteger) {
    withUnsafeBytes(of: integer.littleEndian) { add($0) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > limit, canSpill, spill(with: bytes) { return }
    if used + bytes.count > capacity { grow(used + bytes.count) }
    if let start = bytes.baseAddress {
      (memory + used).copyMemory(from: start, byteCount: bytes.count)
    }
    used += bytes.count
  }

  /// Moves the bytes to the file if they are more than the limit.
  package mutating func spillIfMany() { if used > limit, canSpill { spill() } }

  private mutating func grow(_ wanted: Int) {
    capacity = max(wanted, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: memory, byteCount: used)
    memory.deallocate()
    memory = larger
  }

  /// Returns bytes from an offset on.
  package mutating func read(_ offset: Int, _ count: Int) -> [UInt8] {
    let ofFile = spilled - offset
    guard ofFile > 0, ofFile < count else { return Array(bytes(offset, count)) }
    let first = Array(bytes(offset, ofFile))
    return first.count < ofFile ? first : first + Array(bytes(spilled, count - ofFile))
  }

  /// Reads an integer at an offset; nil where bytes are missing.
  package mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type
  ) -> Value? {
    bytes(offset, MemoryLayout<Value>.size).integer(at: 0, as: type)
  }

  private mutating func bytes(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
    if offset < spilled { return window.read(file, offset, count, end: spilled) }
    let start = min(offset - spilled, used)
    return UnsafeRawBufferPointer(start: memory + start, count: min(count, used - start))
  }

  /// All bytes, until the next change.
  package var snapshot: TemporaryFileSnapshot {
    TemporaryFileSnapshot(
      file: file, spilled: spilled, memory: UnsafeRawBufferPointer(start: memory, count: used))
  }

  /// Removes all bytes.
  package mutating func removeAll() {
    used = 0
    spilled = 0
    window.clear()
  }

  private mutating func spill() {
    _ = spill(with: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Writes the bytes in memory and `more` after them; if that fails, neither counts as written.
  private mutating func spill(with more: UnsafeRawBufferPointer) -> Bool {
    if file == nil { file = Self.open() }
    let bytes = UnsafeRawBufferPointer(start: memory, count: used)
    guard let file, Self.write(bytes, to: file, at: spilled),
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
}

extension TemporaryFile {
  /// The temporary folder.
  package static var folder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }

  /// Opens a file and takes its name away at once, so that the system frees it when the process
  /// ends.
  ///
  /// If the process is killed between these two calls, an empty file stays. Nothing deletes it
  /// later: a name does not show whose file it is.
  private static func open() -> Int32? {
    var template = Array((folder + "/adjournal-XXXXXX").utf8CString)
    let file = mkstemp(&template)
    if file < 0 { return nil }
    unlink(template)
    return file
  }

  /// Writes all bytes; returns false if the system refuses some.
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

/// The bytes of a ``TemporaryFile`` until its next change, for several threads at once.
package struct TemporaryFileSnapshot: @unchecked Sendable {
  fileprivate let file: Int32?
  fileprivate let spilled: Int
  /// The bytes that are in no file.
  fileprivate let memory: UnsafeRawBufferPointer

  fileprivate init(file: Int32?, spilled: Int, memory: UnsafeRawBufferPointer) {
    self.file = file
    self.spilled = spilled
    self.memory = memory
  }

  /// A snapshot of a file that cannot be read, for tests.
  package static func unreadable(count: Int) -> TemporaryFileSnapshot {
    TemporaryFileSnapshot(
      file: nil, spilled: count, memory: UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// How many bytes there are.
  package var count: Int { spilled + memory.count }

  /// Reads a snapshot on one thread.
  package struct Reader: ~Copyable {
    private let snapshot: TemporaryFileSnapshot
    private var window = FileWindow()

    /// Makes a reader of a snapshot.
    package init(_ snapshot: TemporaryFileSnapshot) { self.snapshot = snapshot }

    /// Appends bytes from an offset on to an array; returns false where bytes are missing.
    package mutating func read(_ offset: Int, _ count: Int, to array: inout [UInt8]) -> Bool {
      let bytes = bytes(offset, count)
      guard bytes.count == count else { return false }
      array.append(contentsOf: bytes)
      return true
    }

    /// Reads an integer at an offset; nil where bytes are missing.
    package mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
      at offset: Int, as type: Value.Type
    ) -> Value? {
      bytes(offset, MemoryLayout<Value>.size).integer(at: 0, as: type)
    }

    private mutating func bytes(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
      if offset < snapshot.spilled {
        return window.read(snapshot.file, offset, count, end: snapshot.spilled)
      }
      let start = min(offset - snapshot.spilled, snapshot.memory.count)
      let end = min(start + count, snapshot.memory.count)
      return UnsafeRawBufferPointer(rebasing: snapshot.memory[start..<end])
    }
  }
}

/// A piece of a file in memory, for reads in the order of the bytes.
private struct FileWindow: ~Copyable {
  private var memory: UnsafeMutableRawBufferPointer = .allocate(byteCount: 0, alignment: 1)
  /// How many bytes of the memory are valid: fewer than its size where the disk lost some.
  private var count = 0
  private var start = 0

  private static let size = 1 << 16

  deinit { memory.deallocate() }

  /// Returns bytes from an offset on, until the next call.
  mutating func read(
    _ file: Int32?, _ offset: Int, _ wanted: Int, end: Int
  ) -> UnsafeRawBufferPointer {
    if offset < start || offset + wanted > start + count { fill(file, offset, wanted, end) }
    let first = min(offset - start, count)
    return UnsafeRawBufferPointer(rebasing: memory[first..<min(first + wanted, count)])
  }

  /// Frees the memory.
  mutating func clear() { if memory.count > 0 { setSize(0) } }

  private mutating func setSize(_ size: Int) {
    memory.deallocate()
    memory = .allocate(byteCount: size, alignment: 16)
    count = 0
  }

  /// Reads a piece that begins with the wanted bytes.
  private mutating func fill(_ file: Int32?, _ offset: Int, _ wanted: Int, _ end: Int) {
    let wanted = min(max(wanted, Self.size), end - offset)
    start = offset
    if memory.count != wanted { setSize(wanted) }
    count = file.map { Self.read($0, into: memory, at: offset) } ?? 0
  }

  /// Returns how many bytes could be read.
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

extension UnsafeRawBufferPointer {
  fileprivate func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type
  ) -> Value? {
    guard count - offset >= MemoryLayout<Value>.size else { return nil }
    return Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}

extension [UInt8] {
  /// Reads an integer at an offset; nil where bytes are missing.
  package func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type
  ) -> Value? {
    withUnsafeBytes { $0.integer(at: offset, as: type) }
  }

  /// Appends the bytes of an integer.
  @inlinable
  package mutating func append(integer: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
  }
}

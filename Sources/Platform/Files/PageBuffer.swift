/// A fixed amount of memory that bytes are appended to, in pages of 2 MB where the system has them.
///
/// A copy of a buffer has the same memory. The owner calls ``deallocate()`` once, after the last
/// use of any copy.
package struct PageBuffer {
  private let memory: UnsafeMutableRawPointer
  /// The number of bytes that fit.
  package let capacity: Int
  /// The number of bytes.
  package private(set) var count = 0

  /// The size of a large page.
  package static let largePage = 1 << 21

  /// Allocates an empty buffer.
  package init(capacity: Int) {
    self.capacity = capacity
    let isLarge = capacity == Self.largePage
    memory = .allocate(byteCount: capacity, alignment: isLarge ? capacity : 16)
    if isLarge { System.preferLargePages(memory, capacity) }
  }

  /// Frees the memory.
  package func deallocate() { memory.deallocate() }

  /// Removes all bytes and keeps the memory.
  package mutating func removeAll() { count = 0 }

  /// Appends bytes, which must fit.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    precondition(bytes.count <= capacity - count)
    if let start = bytes.baseAddress {
      (memory + count).copyMemory(from: start, byteCount: bytes.count)
    }
    count += bytes.count
  }

  /// The bytes, until the memory is freed.
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }
}

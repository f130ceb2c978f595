/// A view of bytes in memory that it does not own; valid as long as the memory is.
///
/// Offsets and counts are checked in debug builds only.
public struct ByteView: RandomAccessCollection {
  /// The memory, for calls of the C library.
  public let memory: UnsafeRawBufferPointer

  /// Creates a view of memory that must outlive it.
  @inlinable
  public init(_ memory: UnsafeRawBufferPointer) { self.memory = memory }

  /// Always 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of bytes.
  @inlinable
  public var endIndex: Int { memory.count }

  /// The byte at an offset.
  @inlinable
  public subscript(offset: Int) -> UInt8 { memory[offset] }

  /// Returns a view of the bytes from one offset up to another, whose offsets begin at 0 again.
  @inlinable
  public func part(_ start: Int, _ end: Int) -> ByteView {
    assert(start >= 0 && start <= end && end <= memory.count, "offsets out of range")
    return ByteView(UnsafeRawBufferPointer(rebasing: memory[start..<end]))
  }

  /// Calls a closure with the memory, which lets the standard library copy it at once.
  @inlinable
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try memory.withContiguousStorageIfAvailable(body)
  }
}

/// Memory for the fields of one event at a time, for events that do not go through the queue.
struct FieldMemory: ~Copyable {
  private let memory: UnsafeMutableRawPointer
  private let capacity: Int

  /// Allocates memory for a number of bytes.
  init(capacity: Int) {
    self.capacity = capacity
    memory = .allocate(byteCount: capacity + Self.padding, alignment: 8)
  }

  deinit { memory.deallocate() }

  /// The number of bytes after the fields that may be read.
  private static let padding = 24

  /// Returns the fields that a closure writes, in memory that is valid until the next call.
  func fields(_ body: (inout FieldWriter) -> Void) -> UnsafeRawBufferPointer {
    var fields = FieldWriter(memory, limit: capacity)
    body(&fields)
    return UnsafeRawBufferPointer(start: memory, count: fields.count)
  }

  /// Appends the fields of an event to an array.
  func append(_ event: some RecordedEvent, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: fields { event.write(to: &$0) })
  }
}

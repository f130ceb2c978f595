/// Fills an array whose greatest size is known: to append costs no more than to copy.
package struct ByteBuilder: ~Copyable {
  private let memory: UnsafeMutableRawBufferPointer
  private var count = 0

  private init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// Returns the bytes that `build` appends, or no bytes if it returns false.
  package static func array(
    capacity: Int, _ build: (inout ByteBuilder) -> Bool
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
      var builder = ByteBuilder(UnsafeMutableRawBufferPointer(memory))
      if build(&builder) { count = builder.count }
    }
  }

  /// Appends a part of an array.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    precondition(bytes.count <= memory.count - count, "capacity")
    bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress, let target = memory.baseAddress else { return }
      (target + count).copyMemory(from: source, byteCount: bytes.count)
    }
    count += bytes.count
  }

  /// Appends an array.
  package mutating func append(_ bytes: [UInt8]) { append(bytes[...]) }

  /// Appends a byte.
  package mutating func append(_ byte: UInt8) {
    precondition(count < memory.count, "capacity")
    memory[count] = byte
    count += 1
  }

  /// Appends the decimal digits of a number that is not negative.
  package mutating func append(decimal number: Int) {
    if number < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number)) }
    append(decimal: number / 10)
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

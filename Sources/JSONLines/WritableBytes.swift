/// Memory of another owner that bytes are written to.
package struct WritableBytes {
  package let start: UnsafeMutableRawPointer
  /// The number of bytes that fit.
  package let count: Int

  /// Writes to memory from an address on.
  package init(start: UnsafeMutableRawPointer, count: Int) {
    self.start = start
    self.count = count
  }

  /// The first bytes; all of them if there are fewer.
  package func prefix(_ most: Int) -> WritableBytes {
    WritableBytes(start: start, count: max(0, min(count, most)))
  }

  /// The bytes from an offset on.
  package func dropFirst(_ offset: Int) -> WritableBytes {
    precondition(offset >= 0 && offset <= count)
    return WritableBytes(start: start + offset, count: count - offset)
  }

  /// Copies the bytes of an array from an offset on, as many as fit, and returns their number.
  package func copy(_ bytes: [UInt8], from offset: Int) -> Int {
    precondition(offset >= 0 && offset <= bytes.count)
    let copied = min(count, bytes.count - offset)
    bytes.withUnsafeBytes { bytes in
      if let source = bytes.baseAddress {
        start.copyMemory(from: source + offset, byteCount: copied)
      }
    }
    return copied
  }
}

extension [UInt8] {
  /// What `fill` writes; `fill` returns the number of bytes.
  package init(atMost capacity: Int, fill: (WritableBytes) -> Int) {
    self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = fill(WritableBytes(start: start, count: capacity))
    }
  }
}

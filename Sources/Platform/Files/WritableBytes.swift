/// Memory of another owner that bytes are written to.
package struct WritableBytes {
  let start: UnsafeMutableRawPointer
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

extension System {
  /// Reads bytes and returns their number: 0 at the end, -1 on failure; retries after a signal.
  package static func read(_ descriptor: Int32, into bytes: WritableBytes) -> Int {
    read(descriptor, bytes.start, bytes.count)
  }

  /// The bytes of a regular file from an offset on; fewer than `count` at its end or after a
  /// failure.
  package static func bytes(of descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
    [UInt8](atMost: count) { bytes in
      var done = 0
      while done < count {
        let read = read(descriptor, bytes.start + done, count - done, at: offset + done)
        if read <= 0 { break }
        done += read
      }
      return done
    }
  }
}

extension Inflater {
  /// Decompresses into memory and returns the number of bytes; 0 at the end.
  ///
  /// - Parameter more: Reads compressed bytes and returns their number; 0 at the end.
  package func read(into bytes: WritableBytes, more: (WritableBytes) -> Int) -> Int {
    read(into: bytes.start, bytes.count) { more(WritableBytes(start: $0, count: $1)) }
  }
}

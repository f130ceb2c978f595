package import JSONLines

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

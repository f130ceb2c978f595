/// Bytes that the system's zlib made smaller, for what is kept in memory but rarely read.
package struct PackedBytes {
  private typealias Pack =
    @convention(c) (
      UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<CUnsignedLong>, UnsafePointer<UInt8>,
      CUnsignedLong, Int32
    ) -> Int32
  private typealias Unpack =
    @convention(c) (
      UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<CUnsignedLong>, UnsafePointer<UInt8>,
      CUnsignedLong
    ) -> Int32

  private static let pack = System.function("compress2", in: Inflater.libraries).map {
    unsafeBitCast($0, to: Pack.self)
  }
  private static let unpack = System.function("uncompress", in: Inflater.libraries).map {
    unsafeBitCast($0, to: Unpack.self)
  }
  /// The level of `compress2` that takes the least time.
  private static let fastest: Int32 = 1

  private let stored: [UInt8]
  /// The number of bytes before they were packed.
  private let count: Int

  /// Packs bytes; where that makes them no smaller, or the system has no zlib, they stay as they
  /// are.
  package init(_ bytes: [UInt8]) {
    count = bytes.count
    stored = Self.packed(bytes) ?? bytes
  }

  private static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let pack, unpack != nil, !bytes.isEmpty else { return nil }
    var size = CUnsignedLong(bytes.count - 1)
    let room = [UInt8](unsafeUninitializedCapacity: bytes.count) { buffer, used in
      guard let start = buffer.baseAddress else { return }
      let code = bytes.withUnsafeBufferPointer { source in
        source.baseAddress.map { pack(start, &size, $0, CUnsignedLong(source.count), fastest) }
      }
      used = code == 0 ? Int(size) : 0
    }
    if room.isEmpty { return nil }
    // The room has the size of the bytes before.
    var exact: [UInt8] = []
    exact.reserveCapacity(room.count)
    exact.append(contentsOf: room)
    return exact
  }

  /// The bytes as they were.
  package var unpacked: [UInt8] {
    guard stored.count < count, let unpack = Self.unpack else { return stored }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      var size = CUnsignedLong(count)
      guard let start = buffer.baseAddress else { return }
      let code = stored.withUnsafeBufferPointer { source in
        source.baseAddress.map { unpack(start, &size, $0, CUnsignedLong(source.count)) }
      }
      used = code == 0 ? Int(size) : 0
    }
  }
}

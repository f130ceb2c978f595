internal import CZlib

/// Compresses to gzip with the system's zlib, as small as it can.
///
/// The same bytes give the same archive: it has no name and no time.
package final class Deflater {
  private typealias Start =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>, Int32
    ) -> Int32
  private typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  private typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32

  /// The values of `zlib.h` that compression uses.
  private enum Zlib {
    static let ok: Int32 = 0
    static let noFlush: Int32 = 0
    static let finish: Int32 = 4
    static let bestCompression: Int32 = 9
    static let deflated: Int32 = 8
    /// The largest window, 15 bits, with a gzip header: plus 16.
    static let gzipWindow: Int32 = 15 + 16
    static let mostMemory: Int32 = 9
    static let defaultStrategy: Int32 = 0
  }

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let step: Step
  private let endStream: End

  /// Loads zlib; nil if the system has none.
  package init?() {
    guard let start = System.function("deflateInit2_", in: Inflater.libraries),
      let step = System.function("deflate", in: Inflater.libraries),
      let end = System.function("deflateEnd", in: Inflater.libraries)
    else { return nil }
    self.step = unsafeBitCast(step, to: Step.self)
    endStream = unsafeBitCast(end, to: End.self)
    stream.initialize(to: z_stream())
    let code = "1.2.11".withCString { version in
      unsafeBitCast(start, to: Start.self)(
        stream, Zlib.bestCompression, Zlib.deflated, Zlib.gzipWindow, Zlib.mostMemory,
        Zlib.defaultStrategy, version, Int32(MemoryLayout<z_stream>.size))
    }
    guard code == Zlib.ok else { return nil }
  }

  deinit {
    _ = endStream(stream)
    stream.deallocate()
  }

  /// Adds bytes and returns what is compressed of all bytes so far; it may be empty.
  package func add(_ bytes: [UInt8]) -> [UInt8] { run(bytes, Zlib.noFlush) }

  /// The rest of the archive; nothing may be added after it.
  package func finish() -> [UInt8] { run([], Zlib.finish) }

  private func run(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
    var packed: [UInt8] = []
    bytes.withUnsafeBufferPointer { bytes in
      stream.pointee.next_in = bytes.baseAddress
      stream.pointee.avail_in = UInt32(bytes.count)
      repeat { packed += piece(flush) } while stream.pointee.avail_out == 0
    }
    return packed
  }

  private static let pieceSize = 1 << 16

  /// Up to ``pieceSize`` bytes; a full piece means that there may be more.
  private func piece(_ flush: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { piece, count in
      stream.pointee.next_out = piece.baseAddress
      stream.pointee.avail_out = UInt32(piece.count)
      _ = step(stream, flush)
      count = piece.count - Int(stream.pointee.avail_out)
    }
  }
}

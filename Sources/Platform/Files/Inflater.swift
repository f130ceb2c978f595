internal import CZlib

/// Decompresses gzip with the system's zlib, which is loaded when the first archive is opened.
///
/// Several members in a row are one text. From an archive that ends early or is damaged you get the
/// text before the damage, and ``isTorn`` is true.
package final class Inflater {
  private typealias Start =
    @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
  private typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  private typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32

  static let libraries = [
    "libz.so.1", "libz.so", "libz.1.dylib", "/usr/lib/libz.1.dylib", "libz.dylib",
  ]

  /// The values of `zlib.h` that decompression uses.
  private enum Zlib {
    static let ok: Int32 = 0
    static let streamEnd: Int32 = 1
    static let noFlush: Int32 = 0
    /// The largest window, 15 bits, with a gzip header: plus 16.
    static let gzipWindow: Int32 = 15 + 16
  }

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let step: Step
  private let endStream: End
  private let reset: End
  private let input: UnsafeMutablePointer<UInt8>
  private static let inputSize = 1 << 16
  private var isInputEnded = false
  private var isMemberEnded = false
  private(set) var isEnded = false
  /// Whether the archive ended early or was damaged.
  package private(set) var isTorn = false

  /// Loads zlib; nil if the system has none.
  package init?() {
    guard let start = System.function("inflateInit2_", in: Self.libraries),
      let step = System.function("inflate", in: Self.libraries),
      let end = System.function("inflateEnd", in: Self.libraries),
      let reset = System.function("inflateReset", in: Self.libraries)
    else { return nil }
    self.step = unsafeBitCast(step, to: Step.self)
    endStream = unsafeBitCast(end, to: End.self)
    self.reset = unsafeBitCast(reset, to: End.self)
    input = .allocate(capacity: Self.inputSize)
    stream.initialize(to: z_stream())
    let code = "1.2.11".withCString { version in
      unsafeBitCast(start, to: Start.self)(
        stream, Zlib.gzipWindow, version, Int32(MemoryLayout<z_stream>.size))
    }
    guard code == Zlib.ok else { return nil }
  }

  deinit {
    _ = endStream(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// Decompresses into a buffer and returns the number of bytes; 0 at the end.
  ///
  /// - Parameter more: Reads compressed bytes into a buffer and returns their number; 0 at the end.
  package func read(
    into buffer: UnsafeMutableRawPointer, _ count: Int,
    more: (UnsafeMutableRawPointer, Int) -> Int
  ) -> Int {
    let wanted = UInt32(min(count, 1 << 30))
    stream.pointee.next_out = buffer.assumingMemoryBound(to: UInt8.self)
    stream.pointee.avail_out = wanted
    while !isEnded, stream.pointee.avail_out == wanted {
      if stream.pointee.avail_in == 0 { fill(more) }
      if stream.pointee.avail_in == 0 {
        end(isTorn: !isMemberEnded)
      } else if isMemberEnded {
        beginMember()
      } else {
        inflate()
      }
    }
    return Int(wanted - stream.pointee.avail_out)
  }

  private func fill(_ more: (UnsafeMutableRawPointer, Int) -> Int) {
    if isInputEnded { return }
    let read = more(input, Self.inputSize)
    if read <= 0 { isInputEnded = true }
    stream.pointee.next_in = UnsafePointer(input)
    stream.pointee.avail_in = UInt32(max(0, read))
  }

  private func end(isTorn: Bool) {
    isEnded = true
    self.isTorn = isTorn
  }

  /// After a member, zeros are padding; anything else starts the next member.
  private func beginMember() {
    if stream.pointee.next_in?.pointee == 0 { return end(isTorn: false) }
    _ = reset(stream)
    isMemberEnded = false
  }

  private func inflate() {
    switch step(stream, Zlib.noFlush) {
    case Zlib.ok: break
    case Zlib.streamEnd: isMemberEnded = true
    default: end(isTorn: true)
    }
  }
}

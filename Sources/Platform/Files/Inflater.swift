/// Decompresses gzip by the system's zlib, which is loaded when the first archive is met.
///
/// Members that follow each other are one text. What ends in the middle or is damaged gives what
/// comes before, and ``isTorn``.
package final class Inflater {
  private typealias Start =
    @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
  private typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  private typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32

  private static let libraries = [
    "libz.so.1", "libz.so", "libz.1.dylib", "/usr/lib/libz.1.dylib", "libz.dylib",
  ]

  /// zlib's `z_stream`: its fields by offset, on systems with 64-bit pointers.
  private enum Offset {
    static let input = 0
    static let inputCount = 8
    static let output = 24
    static let outputCount = 32
    static let size = 112
  }

  private let stream = UnsafeMutableRawPointer.allocate(byteCount: Offset.size, alignment: 16)
  private let step: Step
  private let endStream: End
  private let reset: End
  private let input: UnsafeMutableRawPointer
  private static let inputSize = 1 << 16
  private var isInputEnded = false
  private var isMemberEnded = false
  private(set) var isEnded = false
  /// Whether the archive ended in the middle or was damaged.
  package private(set) var isTorn = false

  /// Nil where the system has no zlib.
  package init?() {
    guard MemoryLayout<Int>.size == 8,
      let start = System.function("inflateInit2_", in: Self.libraries),
      let step = System.function("inflate", in: Self.libraries),
      let end = System.function("inflateEnd", in: Self.libraries),
      let reset = System.function("inflateReset", in: Self.libraries)
    else { return nil }
    self.step = unsafeBitCast(step, to: Step.self)
    endStream = unsafeBitCast(end, to: End.self)
    self.reset = unsafeBitCast(reset, to: End.self)
    input = .allocate(byteCount: Self.inputSize, alignment: 16)
    stream.initializeMemory(as: UInt8.self, repeating: 0, count: Offset.size)
    let automaticHeader: Int32 = 15 + 16
    let code = "1.2.11".withCString { version in
      unsafeBitCast(start, to: Start.self)(stream, automaticHeader, version, Int32(Offset.size))
    }
    guard code == 0 else { return nil }
  }

  deinit {
    _ = endStream(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// Decompresses into a buffer; 0 at the end.
  ///
  /// `more` gives compressed bytes, 0 at their end.
  package func read(
    into buffer: UnsafeMutableRawPointer, _ count: Int,
    more: (UnsafeMutableRawPointer, Int) -> Int
  ) -> Int {
    let wanted = UInt32(min(count, 1 << 30))
    stream.storeBytes(of: buffer, toByteOffset: Offset.output, as: UnsafeMutableRawPointer.self)
    stream.storeBytes(of: wanted, toByteOffset: Offset.outputCount, as: UInt32.self)
    while !isEnded, outputCount == wanted {
      if inputCount == 0 { fill(more) }
      if inputCount == 0 {
        end(isTorn: !isMemberEnded)
      } else if isMemberEnded {
        beginMember()
      } else {
        inflate()
      }
    }
    return Int(wanted - outputCount)
  }

  private var inputCount: UInt32 { stream.load(fromByteOffset: Offset.inputCount, as: UInt32.self) }
  private var outputCount: UInt32 {
    stream.load(fromByteOffset: Offset.outputCount, as: UInt32.self)
  }

  private func fill(_ more: (UnsafeMutableRawPointer, Int) -> Int) {
    if isInputEnded { return }
    let read = more(input, Self.inputSize)
    if read <= 0 { isInputEnded = true }
    stream.storeBytes(of: input, toByteOffset: Offset.input, as: UnsafeMutableRawPointer.self)
    stream.storeBytes(
      of: UInt32(max(0, read)), toByteOffset: Offset.inputCount, as: UInt32.self)
  }

  private func end(isTorn: Bool) {
    isEnded = true
    self.isTorn = isTorn
  }

  /// After a member: zeros are padding, anything else is the next member.
  private func beginMember() {
    let next = stream.load(fromByteOffset: Offset.input, as: UnsafeMutableRawPointer.self)
    if next.load(as: UInt8.self) == 0 { return end(isTorn: false) }
    _ = reset(stream)
    isMemberEnded = false
  }

  private func inflate() {
    switch step(stream, 0) {
    case 0: break
    case 1: isMemberEnded = true
    default: end(isTorn: true)
    }
  }
}

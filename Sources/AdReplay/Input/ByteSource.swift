internal import Platform

/// The bytes of one input from its beginning to its end: a file, a pipe, an archive, or memory.
final class ByteSource {
  let path: String
  /// Whether the bytes can be had a second time.
  let canReadAgain: Bool
  /// Whether a place of the text is a place of the file.
  var isPlainFile: Bool { canReadAgain && inflater == nil && descriptor >= 0 }
  private let descriptor: Int32
  private let closesDescriptor: Bool
  /// Bytes that come before those of the descriptor.
  private var head: [UInt8]
  private var headUsed = 0
  /// The beginning of the text, read to see what it is.
  private var beginning: [UInt8] = []
  private var beginningUsed = 0
  private var inflater: Inflater?
  /// Where the first read begins.
  private(set) var start = 0
  /// How many bytes a regular file had when it was opened.
  private var size: Int?
  /// Where the next read of the descriptor begins.
  private var place = 0
  /// Whether a read has shown that nothing is behind ``place``.
  private var isAtEnd = false
  /// How many bytes of the text may still be read; nil for all that there are.
  private var left: Int?
  /// The system's sentence for what went wrong in reading.
  private(set) var failure: String?

  /// Bytes in memory.
  init(bytes: [UInt8], path: String) {
    self.path = path
    head = bytes
    descriptor = -1
    closesDescriptor = false
    canReadAgain = true
  }

  /// A file, a named pipe, or `-` for standard input.
  init(path: String) throws(InputError) {
    self.path = path
    head = []
    if path == "-" {
      descriptor = 0
      closesDescriptor = false
      canReadAgain = false
    } else {
      descriptor = try Self.open(path, &head, &size)
      closesDescriptor = true
      canReadAgain = size != nil
    }
    if let error = prepare() ?? sniff() { throw error }
  }

  deinit {
    if closesDescriptor { System.close(descriptor) }
  }

  private static func open(
    _ path: String, _ head: inout [UInt8], _ size: inout Int?
  ) throws(InputError) -> Int32 {
    guard let descriptor = System.open(path) else {
      throw System.isMissing
        ? InputError(path, .missing, missing(path))
        : InputError(path, .unreadable, "it cannot be opened: \(System.failure)")
    }
    let status = System.status(descriptor: descriptor)
    switch status?.type {
    case .regular:
      // Its reads wait for nobody, whatever was asked for.
      size = status?.size
      return descriptor
    case .pipe where !hasWriter(descriptor, &head):
      System.close(descriptor)
      throw InputError(
        path, .noWriter, "it is a named pipe, and no process has opened it for writing")
    case .folder:
      System.close(descriptor)
      throw InputError(path, .unreadable, "it is a folder")
    default:
      System.block(descriptor)
      return descriptor
    }
  }

  /// What is said of a file that is not there, or whose name no text can hold.
  private static func missing(_ path: String) -> String {
    path.unicodeScalars.contains("\u{FFFD}")
      ? "there is no such file or folder (one whose name is not UTF-8 cannot be opened)"
      : "there is no such file or folder"
  }

  /// How long a named pipe may be without a writer, in milliseconds.
  static let patience: Int32 = 2000

  /// Waits a little for a process that opens the pipe for writing.
  private static func hasWriter(_ descriptor: Int32, _ head: inout [UInt8]) -> Bool {
    var waited: Int32 = 0
    while waited < patience {
      switch System.firstByte(descriptor) {
      case .byte(let byte):
        head = [byte]
        return true
      case .notYet: return true
      case .noWriter: System.sleep(milliseconds: 20)
      }
      waited += 20
    }
    return false
  }

  /// So many bytes are read to see what a file is: of most journals they are all that it takes.
  private static let firstCount = 4096
  /// A file of fewer bytes is read at once.
  private static let fewBytes = 1 << 16

  /// Reads the first bytes: an archive is told by them, whatever its name is.
  private func prepare() -> InputError? {
    // One byte more than the file has: so the first read shows that it is the last.
    let few = size.flatMap { $0 < Self.fewBytes ? $0 + 1 : nil } ?? 0
    let room = max(Self.firstCount, few)
    var read = 1
    head = [UInt8](unsafeUninitializedCapacity: room) { [head] buffer, count in
      for byte in head {
        buffer[count] = byte
        count += 1
      }
      while count < 2, read > 0, let start = buffer.baseAddress {
        read = readOn(UnsafeMutableRawPointer(start + count), room - count)
        count += max(0, read)
      }
    }
    if read < 0 { return InputError(path, .unreadable, "it cannot be read: \(System.failure)") }
    guard head.starts(with: [0x1F, 0x8B]) else { return nil }
    inflater = Inflater()
    return inflater == nil
      ? InputError(
        path, .noDecompressor,
        "it is compressed, and this system has no zlib to decompress it; use gunzip first") : nil
  }

  /// Reads as much of the text as it takes to see whether it is a journal's.
  private func sniff() -> InputError? {
    if inflater == nil, !Sniffer.isTar(head), head.withUnsafeBytes(Sniffer.showsJournal) {
      return nil
    }
    var sniffer = Sniffer()
    var buffer = [UInt8](repeating: 0, count: Self.firstCount)
    var count = 0
    repeat {
      count = buffer.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { read(into: $0, bytes.count) } ?? 0
      }
    } while count > 0 && sniffer.add(buffer[..<count])
    beginning = sniffer.bytes
    if let failure { return InputError(path, .unreadable, "it cannot be read: \(failure)") }
    return sniffer.objection.map { InputError(path, .notAJournal, $0) }
  }

  /// Ends the text after so many bytes, though more may be there: a file can grow while it is read.
  ///
  /// Nothing of it must have been read. An archive is read to its end, which alone tells whether it
  /// is whole.
  func end(after count: Int) { if inflater == nil { left = count } }

  /// Whether an archive ended in the middle, or before its first byte.
  var isTorn: Bool { inflater?.isTorn ?? (head.isEmpty && path.hasSuffix(".gz")) }

  /// Whether the next bytes are there, so that a read waits for nobody.
  var isReady: Bool {
    canReadAgain || beginningUsed < beginning.count || headUsed < head.count
      || System.isReadable(descriptor)
  }

  /// Bytes of the text; 0 at its end or after a failure.
  func read(into buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    guard let left else { return readText(into: buffer, count) }
    let read = left > 0 ? readText(into: buffer, min(count, left)) : 0
    self.left = left - read
    return read
  }

  private func readText(into buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    if beginningUsed < beginning.count {
      return Self.take(from: beginning, &beginningUsed, into: buffer, count)
    }
    guard let inflater else { return readRaw(buffer, count) }
    return inflater.read(into: buffer, count) { self.readRaw($0, $1) }
  }

  private func readRaw(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    if headUsed < head.count { return Self.take(from: head, &headUsed, into: buffer, count) }
    guard descriptor >= 0 else { return 0 }
    let read = readOn(buffer, count)
    if read < 0 { failure = System.failure }
    return max(0, read)
  }

  /// Bytes of the descriptor; 0 at its end, -1 on failure.
  private func readOn(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    if isAtEnd { return 0 }
    let read = System.read(descriptor, buffer, count)
    place += max(0, read)
    // A file gives less than it was asked for where it ends, and that is there: asked once more, it
    // would give nothing.
    isAtEnd = read >= 0 && read < count && place == size
    return read
  }

  private static func take(
    from bytes: [UInt8], _ used: inout Int, into buffer: UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    let taken = min(count, bytes.count - used)
    bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { buffer.copyMemory(from: start + used, byteCount: taken) }
    }
    used += taken
    return taken
  }
}

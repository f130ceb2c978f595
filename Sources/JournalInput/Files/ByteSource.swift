internal import AdReplay
internal import JSONLines
internal import Platform

/// The bytes of one input from its beginning to its end: a file, a pipe, an archive, or memory.
final class ByteSource {
  let path: String
  /// Whether the input can be read a second time.
  let canReadAgain: Bool
  /// Whether an offset in the text is the same offset in the file.
  var isPlainFile: Bool {
    canReadAgain && inflater == nil && descriptor != nil && originalLines == nil
  }
  /// The lines of the text from which the journal was made; nil if it is the text itself.
  private(set) var originalLines: OriginalLines?
  /// The open file; nil for bytes in memory.
  private let descriptor: Int32?
  private let closesDescriptor: Bool
  /// The bytes before those of the descriptor.
  private var head: [UInt8]
  private var headUsed = 0
  /// The beginning of the text, which was read to recognise the kind of file.
  private var beginning: [UInt8] = []
  private var beginningUsed = 0
  private var inflater: Inflater?
  /// The offset of the first read.
  private(set) var start = 0
  /// The size of a regular file in bytes when it was opened.
  private var size: Int?
  /// The offset of the next read of the descriptor.
  private var offset = 0
  /// Whether a read has reached the end of the file.
  private var isAtEnd = false
  /// Why the input may be no journal, by its beginning.
  private(set) var doubt: InputError?
  /// The system's message for a failed read.
  private(set) var failure: String?
  /// Receives the text of an input that cannot be read again, piece by piece.
  private var copy: JournalReader.StreamCopy?

  /// Bytes in memory.
  init(bytes: [UInt8], path: String) {
    self.path = path
    head = bytes
    descriptor = nil
    closesDescriptor = false
    canReadAgain = true
  }

  /// The text of an input that was read already; throws if it cannot be a journal.
  init(text: [UInt8], path: String) throws(InputError) {
    self.path = path
    head = text
    descriptor = nil
    closesDescriptor = false
    canReadAgain = true
    if let error = sniff(false) { throw error }
  }

  /// A file, a named pipe, or `-` for standard input.
  ///
  /// - Parameters:
  ///   - isLenient: Whether a tar archive is read as it is, too.
  ///   - copy: Receives the text of an input that cannot be read again.
  init(
    path: String, isLenient: Bool = false, copy: JournalReader.StreamCopy? = nil
  ) throws(InputError) {
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
    if !canReadAgain { self.copy = copy }
    if let error = prepare() ?? refuseEmptyStream() ?? sniff(isLenient) { throw error }
  }

  deinit {
    if closesDescriptor, let descriptor { System.close(descriptor) }
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
      // A read of a regular file never waits for a writer.
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

  /// The message for a file that does not exist, or whose name is not UTF-8.
  private static func missing(_ path: String) -> String {
    path.unicodeScalars.contains("\u{FFFD}")
      ? "there is no such file or folder (one whose name is not UTF-8 cannot be opened)"
      : "there is no such file or folder"
  }

  /// The time in milliseconds that a named pipe may be without a writer.
  static let patience: Int32 = 2000

  /// Waits up to ``patience`` for a process that opens the pipe for writing.
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

  /// The number of bytes read to recognise the kind of file; enough for most journals.
  private static let firstCount = 4096
  /// A smaller file is read at once, in bytes.
  private static let fewBytes = 1 << 16

  /// Reads the first bytes, which show whether the file is an archive.
  private func prepare() -> InputError? {
    // One byte more than the file has, so that the first read shows the end of the file.
    let few = size.flatMap { $0 < Self.fewBytes ? $0 + 1 : nil } ?? 0
    let room = max(Self.firstCount, few)
    var read = 1
    head = [UInt8](atMost: room) { [head] buffer in
      var count = buffer.copy(head, from: 0)
      while count < 2, read > 0 {
        read = readDescriptor(into: buffer.dropFirst(count))
        count += max(0, read)
      }
      return count
    }
    if read < 0 { return InputError(path, .unreadable, "it cannot be read: \(System.failure)") }
    guard head.starts(with: [0x1F, 0x8B]) else { return nil }
    inflater = Inflater()
    return inflater == nil
      ? InputError(
        path, .noDecompressor,
        "it is compressed, and this system has no zlib to decompress it; use gunzip first") : nil
  }

  /// An empty standard input is a failure: the command before the pipe has failed.
  private func refuseEmptyStream() -> InputError? {
    path == "-" && head.isEmpty
      ? InputError(
        path, .notAJournal,
        "standard input is empty (did the command before the pipe fail?)") : nil
  }

  /// Reads the text until it is known whether it is a journal.
  ///
  /// A journal can lack its beginning: only the end of the text rules a journal out.
  private func sniff(_ isLenient: Bool) -> InputError? {
    if inflater == nil, !Sniffer.isTar(head), Sniffer.showsJournal(head) { return nil }
    var sniffer = Sniffer()
    var bytes: [UInt8] = []
    repeat {
      bytes = [UInt8](atMost: Self.firstCount) { read(into: $0) }
    } while !bytes.isEmpty && sniffer.add(bytes[...])
    beginning = sniffer.bytes
    if let failure { return InputError(path, .unreadable, "it cannot be read: \(failure)") }
    doubt = sniffer.objection.map { InputError(path, .notAJournal, $0) }
    return Sniffer.isTar(sniffer.bytes) && !isLenient ? doubt : nil
  }

  /// Whether an archive ended early, or has no bytes at all.
  var isTorn: Bool { inflater?.isTorn ?? (head.isEmpty && path.hasSuffix(".gz")) }

  /// Reads bytes of the text and returns their number; 0 at its end or after a failure.
  func read(into buffer: WritableBytes) -> Int {
    if beginningUsed < beginning.count {
      return Self.take(from: beginning, &beginningUsed, into: buffer)
    }
    return readText(into: buffer)
  }

  /// Reads bytes of the text behind its ``beginning``.
  private func readText(into buffer: WritableBytes) -> Int {
    let read = inflater?.read(into: buffer) { self.readRaw(into: $0) } ?? readRaw(into: buffer)
    copy?(path, ByteView(start: buffer.start, count: read))
    return read
  }

  /// Reads bytes of the file, which are compressed in an archive.
  private func readRaw(into buffer: WritableBytes) -> Int {
    if headUsed < head.count { return Self.take(from: head, &headUsed, into: buffer) }
    let read = readDescriptor(into: buffer)
    if read < 0 { failure = System.failure }
    return max(0, read)
  }

  /// Reads bytes of the descriptor and returns their number; 0 at its end, less than 0 on failure.
  private func readDescriptor(into buffer: WritableBytes) -> Int {
    guard let descriptor, !isAtEnd else { return 0 }
    let read = System.read(descriptor, into: buffer)
    offset += max(0, read)
    // A short read at the end of a regular file is the last one: another would return nothing.
    isAtEnd = read >= 0 && read < buffer.count && offset == size
    return read
  }

  /// The number of bytes that show whether a text can become a journal.
  static let convertible = 1 << 18

  /// Makes a journal from the text if its first line is no JSON object.
  func convert(_ convert: JournalReader.Converter) {
    if !Sniffer.beginsWithText(beginning.isEmpty ? head[...] : beginning[...]) { return }
    var piece = beginning.isEmpty ? readFurther() : []
    repeat {
      beginning += piece
      piece = beginning.count < Self.convertible ? readFurther() : []
    } while !piece.isEmpty
    switch convert(path, beginning, readFurther) {
    case .journal(let journal, let lines):
      beginning = journal
      originalLines = OriginalLines(lines)
      doubt = nil
    case .unknown(let hint): if let hint { doubt?.sentence += "; \(hint)" }
    case .failed(let reason): doubt = InputError(path, .notAJournal, reason)
    }
  }

  /// Reads bytes behind the ``beginning``; none at the end.
  private func readFurther() -> [UInt8] {
    [UInt8](atMost: Self.fewBytes) { readText(into: $0) }
  }

  private static func take(
    from bytes: [UInt8], _ used: inout Int, into buffer: WritableBytes
  ) -> Int {
    let taken = buffer.copy(bytes, from: used)
    used += taken
    return taken
  }
}

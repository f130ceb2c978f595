/// Validates one line completely, as RFC 8259 and I-JSON demand, and lists its top-level fields.
///
/// A fast pass reads well-formed lines; whatever it does not understand goes to a careful pass that
/// says what is wrong (``Fault``). Both accept exactly the same lines. No input makes it trap, and
/// it does not recurse. It allocates for the first lines only, then uses its memory again.
///
/// Use one scanner for each thread. A copy gets memory of its own at its next scan.
public struct LineScanner: @unchecked Sendable {
  private var owner: ScannerOwner
  private var memory: UnsafeMutablePointer<ScannerMemory>
  private var count = 0

  /// A scanner with memory for lines of up to 128 fields; it grows when a line has more.
  public init() {
    self.init(numbering: [])
  }

  /// A scanner that puts numbers into ``Field/keyNumber``, so that nobody needs to look keys up.
  ///
  /// - Parameter keys: At most 200 keys of plain text, each of at most 22 bytes.
  public init(numbering keys: [(name: String, number: UInt8)]) {
    precondition(keys.count <= 200, "too many keys to number")
    owner = ScannerOwner(keys)
    memory = owner.memory
  }

  /// The fields of the line scanned last.
  ///
  /// After a fault: those that were complete before the fast pass stopped, as a hint whose line
  /// this was; they have not been checked against what follows.
  public var fields: FieldList {
    FieldList(base: memory.pointee.fields, count: count)
  }

  /// Scans one line that has no line feed; returns `nil` if it is one valid object.
  ///
  /// - Parameter line: A carriage return at its end is white space. The caller guarantees that
  ///   ``Limits/padding`` bytes after its end are readable; what they hold does not matter. It is
  ///   fastest if the first of them is the line feed or NUL.
  public mutating func scan(_ line: UnsafeRawBufferPointer) -> Fault? {
    count = 0
    guard line.count <= Limits.lineBytes, let start = line.baseAddress, line.count > 0 else {
      return Classification.fault(in: line)
    }
    own()
    let base = start.assumingMemoryBound(to: UInt8.self)
    let next = base[line.count]
    guard next == Byte.lineFeed || next == 0 else { return scanCopy(of: line) }
    let pass = FastPass.run(base, memory)
    count = pass.count
    guard pass.end == base + line.count else { return Classification.fault(in: line) }
    return pass.keysNeedCheck ? DuplicateKeys.fault(in: line) : nil
  }

  /// Scans one line from an array, which is copied to get the room that the fast pass needs.
  public mutating func scan(bytes: [UInt8]) -> Fault? {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count > 0, bytes.count <= Limits.lineBytes else { return scan(bytes) }
      count = 0
      own()
      return scanCopy(of: bytes)
    }
  }

  /// Finds and scans the line that begins at an offset of a block: one pass instead of two.
  ///
  /// - Parameters:
  ///   - block: Any number of lines. ``Limits/padding`` bytes after its end must be readable; one
  ///     pass suffices only if the first of them is a line feed or NUL.
  ///   - offset: Where the line begins, at most `block.count`.
  /// - Returns: Where the line ends (the offset of its line feed, or of the end of the block if it
  ///   has none), and its fault. The field offsets count from the beginning of the line.
  public mutating func scanLine(
    in block: UnsafeRawBufferPointer, at offset: Int
  ) -> (end: Int, fault: Fault?) {
    count = 0
    guard let start = block.baseAddress, offset < block.count else { return (offset, scan([])) }
    own()
    let base = start.assumingMemoryBound(to: UInt8.self) + offset
    let limit = block.count &- offset
    if base[limit] == Byte.lineFeed || base[limit] == 0 {
      let pass = FastPass.run(base, memory)
      count = pass.count
      if let end = pass.end, !pass.keysNeedCheck {
        let length = end - base
        let complete = length == limit || end.pointee == Byte.lineFeed
        if complete, length <= Limits.lineBytes { return (offset &+ length, nil) }
      }
    }
    let rest = UnsafeRawBufferPointer(start: base, count: limit)
    let length = LineFinder.next(in: rest) ?? limit
    return (offset &+ length, scan(UnsafeRawBufferPointer(rebasing: rest[..<length])))
  }

  /// Scans an object that is no line of a journal and so can have any length; `nil` if it is valid.
  ///
  /// All else is asked of it that is asked of a line. It is read carefully where it is longer than one.
  public static func fault(ofAnyLength bytes: [UInt8]) -> Fault? {
    if bytes.count > Limits.lineBytes {
      return bytes.withUnsafeBytes { Classification.fault(in: $0, atMost: .max) }
    }
    var scanner = LineScanner()
    return scanner.scan(bytes: bytes)
  }

  private mutating func scan(_ nothing: [UInt8]) -> Fault? {
    nothing.withUnsafeBytes { Classification.fault(in: $0) }
  }

  private mutating func scanCopy(of line: UnsafeRawBufferPointer) -> Fault? {
    let base = memory.pointee.padded(line)
    let pass = FastPass.run(base, memory)
    count = pass.count
    guard pass.end == base + line.count else { return Classification.fault(in: line) }
    return pass.keysNeedCheck ? DuplicateKeys.fault(in: line) : nil
  }

  private mutating func own() {
    if isKnownUniquelyReferenced(&owner) { return }
    owner = owner.another()
    memory = owner.memory
  }
}

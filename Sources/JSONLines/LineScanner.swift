/// Validates a line by RFC 8259 and I-JSON and lists its top-level fields.
///
/// A fast pass reads valid lines. Any other line goes to a careful pass, which determines the
/// ``JSONFault``. Both accept exactly the same lines. The time is linear in the length of the line.
/// No input causes a trap, and there is no recursion. Memory is allocated for the first lines and
/// then reused.
///
/// Use one scanner per thread. A copy gets its own memory at its next scan.
public struct LineScanner: @unchecked Sendable {
  private var owner: ScannerOwner
  private var memory: UnsafeMutablePointer<ScannerMemory>
  private var count = 0

  /// Creates a scanner that numbers no keys.
  public init() {
    self.init(numbering: [])
  }

  /// Creates a scanner that sets ``Field/keyNumber`` of known keys, so that readers need not
  /// compare keys.
  ///
  /// - Parameter keys: At most 200 keys of at most 22 bytes, without escapes.
  public init(numbering keys: [(name: String, number: UInt8)]) {
    precondition(keys.count <= 200, "too many keys to number")
    owner = ScannerOwner(keys)
    memory = owner.memory
  }

  /// The fields of the line that was scanned last.
  ///
  /// After a fault, these are the fields before the byte where the fast pass stopped. Use them only
  /// as a hint, for example to which session a damaged line belongs.
  public var fields: FieldList {
    FieldList(base: memory.pointee.fields, count: count)
  }

  /// Scans one line without its line feed; returns `nil` if it is a valid object.
  ///
  /// - Parameter line: A carriage return at its end counts as white space. The ``Limits/padding``
  ///   bytes after its end must be readable; their content does not matter. The scan is fastest if
  ///   the first of them is a line feed or NUL.
  public mutating func scan(_ line: UnsafeRawBufferPointer) -> JSONFault? {
    count = 0
    guard line.count <= Limits.lineBytes, let start = line.baseAddress, line.count > 0 else {
      return Classification.fault(in: line)
    }
    makeMemoryUnique()
    let base = start.assumingMemoryBound(to: UInt8.self)
    let next = base[line.count]
    guard next == Byte.lineFeed || next == 0 else { return scanCopy(of: line) }
    let pass = FastPass.run(base, memory)
    count = pass.count
    guard pass.end == base + line.count else { return Classification.fault(in: line) }
    return pass.keysNeedCheck ? DuplicateKeys.fault(in: line) : nil
  }

  /// Scans one line from an array, after copying it to add the padding.
  public mutating func scan(bytes: [UInt8]) -> JSONFault? {
    bytes.withUnsafeBytes { bytes in
      guard bytes.count > 0, bytes.count <= Limits.lineBytes else { return scan(bytes) }
      count = 0
      makeMemoryUnique()
      return scanCopy(of: bytes)
    }
  }

  /// Scans the line that begins at an offset of a block and finds its end in the same pass.
  ///
  /// - Parameters:
  ///   - block: Any number of lines. ``Limits/padding`` bytes after its end must be readable. The
  ///     fast pass is used only if the first of them is a line feed or NUL.
  ///   - offset: The offset of the line's first byte, at most `block.count`.
  /// - Returns: The offset of the line's line feed (of the end of the block if it has none) and the
  ///   line's fault. The offsets in ``fields`` count from the beginning of the line.
  public mutating func scanLine(
    in block: UnsafeRawBufferPointer, at offset: Int
  ) -> (end: Int, fault: JSONFault?) {
    count = 0
    guard let start = block.baseAddress, offset < block.count else { return (offset, scan([])) }
    makeMemoryUnique()
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

  /// Validates an object that is not a line of a journal; it may have any length.
  ///
  /// All other limits of a line apply. Returns `nil` if the object is valid.
  public static func fault(ofAnyLength bytes: [UInt8]) -> JSONFault? {
    if bytes.count > Limits.lineBytes {
      return bytes.withUnsafeBytes { Classification.fault(in: $0, atMost: .max) }
    }
    var scanner = LineScanner()
    return scanner.scan(bytes: bytes)
  }

  private mutating func scan(_ nothing: [UInt8]) -> JSONFault? {
    nothing.withUnsafeBytes { Classification.fault(in: $0) }
  }

  private mutating func scanCopy(of line: UnsafeRawBufferPointer) -> JSONFault? {
    let base = memory.pointee.padded(line)
    let pass = FastPass.run(base, memory)
    count = pass.count
    guard pass.end == base + line.count else { return Classification.fault(in: line) }
    return pass.keysNeedCheck ? DuplicateKeys.fault(in: line) : nil
  }

  private mutating func makeMemoryUnique() {
    if isKnownUniquelyReferenced(&owner) { return }
    owner = owner.another()
    memory = owner.memory
  }
}

/// The fast pass over a line: accepts only valid lines.
///
/// All other lines are left to the careful pass (``Classification``), which decides and explains.
///
/// It needs no bounds checks because the byte after the line is a line feed or NUL. No token
/// contains either, so every loop ends there at the latest, and multi-byte loads that begin within
/// the line stay within the padding.
struct FastPass {
  struct Result {
    /// The end of the line's object and the white space after it; `nil` if the pass gave up.
    var end: Bytes?
    /// The number of complete fields.
    var count: Int
    /// Whether ``DuplicateKeys`` must compare the keys, because some may be equal.
    var keysNeedCheck: Bool
  }

  private let line: Bytes
  private let memory: UnsafeMutablePointer<ScannerMemory>
  private let entries: UnsafeMutablePointer<KeyEntry>
  private let stamp: UInt32
  private var previous: UnsafeMutablePointer<KeyEntry>
  private var fields: UnsafeMutablePointer<Field>
  private var capacity: Int
  private var count = 0
  private var needCheck = false

  @inline(never)
  static func run(_ line: Bytes, _ memory: UnsafeMutablePointer<ScannerMemory>) -> Result {
    var nested = NestedKeys(memory.pointee.nested)
    var pass = FastPass(line, memory)
    let end = pass.object(&nested)
    return Result(
      end: end, count: pass.count, keysNeedCheck: pass.needCheck || nested.needCheck)
  }

  @inline(__always)
  private init(_ line: Bytes, _ memory: UnsafeMutablePointer<ScannerMemory>) {
    self.line = line
    self.memory = memory
    entries = memory.pointee.keys.entries
    stamp = memory.pointee.keys.nextStamp()
    previous = entries
    fields = memory.pointee.fields
    capacity = memory.pointee.capacity
  }

  /// Reads the line's object and returns where the line ends; `nil` if the pass gives up.
  @inline(__always)
  private mutating func object(_ nested: inout NestedKeys) -> Bytes? {
    var p = FastToken.skipSpace(line)
    guard p.pointee == Byte.openBrace else { return nil }
    p = FastToken.skipSpace(p + 1)
    if p.pointee == Byte.closeBrace { return FastToken.skipSpace(p + 1) }
    guard p.pointee == Byte.quote else { return nil }
    while true {
      guard let end = member(p + 1, &nested) else { return nil }
      if SWAR.loadPair(end) == 0x222C {  // `,"`
        p = end + 1
        continue
      }
      p = FastToken.skipSpace(end)
      if p.pointee == Byte.closeBrace { return FastToken.skipSpace(p + 1) }
      guard p.pointee == Byte.comma else { return nil }
      p = FastToken.skipSpace(p + 1)
      guard p.pointee == Byte.quote else { return nil }
    }
  }

  /// Reads one member from the first byte of its key and adds its field; returns where its value
  /// ends.
  @inline(__always)
  private mutating func member(_ keyStart: Bytes, _ nested: inout NestedKeys) -> Bytes? {
    let key = key(keyStart)
    guard let start = key.valueStart else { return nil }
    let value = FastToken.value(start, &nested)
    guard let end = value.end, makeRoom() else { return nil }
    let inset = value.type == .string ? 1 : 0
    fields[count] = Field(
      keyStart: offset(keyStart), keyEnd: offset(key.end), valueStart: offset(start + inset),
      valueEnd: offset(end - inset), type: value.type, keyHasEscapes: key.hasEscapes,
      valueHasEscapes: value.hasEscapes, keyNumber: key.number)
    count &+= 1
    return end
  }

  private struct Key {
    var end: Bytes
    var valueStart: Bytes?
    var number: UInt8
    var hasEscapes: Bool
  }

  /// Reads a key and its colon: first compares the key that followed the previous one last time.
  @inline(__always)
  private mutating func key(_ start: Bytes) -> Key {
    let guess = entries + Int(previous.pointee.next)
    guard guess.pointee.matches(at: start) else { return otherKey(start) }
    if guess.pointee.stamp == stamp { needCheck = true }
    guess.pointee.stamp = stamp
    previous = guess
    let end = start + Int(guess.pointee.count)
    return Key(
      end: end, valueStart: FastToken.skipSpace(end + 2), number: guess.pointee.number,
      hasEscapes: false)
  }

  @inline(__always)
  private mutating func otherKey(_ start: Bytes) -> Key {
    let found = memory.pointee.keys.find(start, after: previous)
    guard let end = found.end else {
      return Key(end: start, valueStart: nil, number: Field.noNumber, hasEscapes: false)
    }
    previous = found.entry
    if found.needsCheck { needCheck = true }
    return Key(
      end: end, valueStart: FastToken.valueStart(afterKey: end), number: found.number,
      hasEscapes: found.hasEscapes)
  }

  /// Makes room for one more field if needed; false if the line has more fields than allowed.
  @inline(__always)
  private mutating func makeRoom() -> Bool {
    if count < capacity { return true }
    guard memory.pointee.grow() else { return false }
    fields = memory.pointee.fields
    capacity = memory.pointee.capacity
    return true
  }

  @inline(__always)
  private func offset(_ position: Bytes) -> Int32 {
    Int32(truncatingIfNeeded: position - line)
  }
}

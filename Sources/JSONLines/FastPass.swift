/// The fast pass over a line: it may only say yes, and every no is for the careful pass to explain.
///
/// It needs no bounds check because the byte after the line is a line feed or NUL: no token of the
/// grammar contains one, so each loop ends there at the latest, and loads of a few words that begin
/// within the line stay within the padding.
struct FastPass {
  /// How far the pass came.
  struct Result {
    /// Where the object ended and only white space followed; `nil` where the pass gave up.
    var end: Bytes?
    var count: Int
    /// Whether ``DuplicateKeys`` must compare the keys.
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

  /// Reads the line's object and returns where the line ends; `nil` is doubt.
  @inline(__always)
  private mutating func object(_ nested: inout NestedKeys) -> Bytes? {
    var p = FastToken.skipSpace(line)
    guard p.pointee == Byte.openBrace else { return nil }
    p = FastToken.skipSpace(p + 1)
    if p.pointee == Byte.closeBrace { return FastToken.skipSpace(p + 1) }
    guard p.pointee == Byte.quote else { return nil }
    while true {
      guard let end = member(p + 1, &nested) else { return nil }
      if Octets.loadPair(end) == 0x222C {  // `,"`
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

  /// Reads and lists one member from the first byte of its key; returns where its value ends.
  @inline(__always)
  private mutating func member(_ keyStart: Bytes, _ nested: inout NestedKeys) -> Bytes? {
    let key = key(keyStart)
    guard let start = key.valueStart else { return nil }
    let value = FastToken.value(start, &nested)
    guard let end = value.end, hasRoom() else { return nil }
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

  /// Reads a key and its colon: the guessed one if it stands here.
  @inline(__always)
  private mutating func key(_ start: Bytes) -> Key {
    let guess = entries + Int(previous.pointee.next)
    guard guess.pointee.stands(at: start) else { return otherKey(start) }
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

  /// Whether there is room for one more field, which is made if need be.
  @inline(__always)
  private mutating func hasRoom() -> Bool {
    if count < capacity { return true }
    guard memory.pointee.grow() else { return false }
    fields = memory.pointee.fields
    capacity = memory.pointee.capacity
    return true
  }

  @inline(__always)
  private func offset(_ place: Bytes) -> Int32 {
    Int32(truncatingIfNeeded: place - line)
  }
}

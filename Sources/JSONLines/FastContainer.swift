/// Validates objects and arrays within the line's object, with a stack of bits instead of
/// recursion.
enum FastContainer {
  /// Returns the byte after a container, given its opening bracket; `nil` if it is not accepted.
  @inline(never)
  static func end(_ start: Bytes, _ keys: inout NestedKeys) -> Bytes? {
    var p = start
    var stack = ContainerStack()
    while true {
      let first = p.pointee
      if first == Byte.openBrace || first == Byte.openBracket {
        guard stack.push(isObject: first == Byte.openBrace) else { return nil }
        p = FastToken.skipSpace(p + 1)
        if p.pointee != first &+ 2 {  // a closing bracket is two after its opening one
          guard let value = nextValue(p, stack, &keys) else { return nil }
          p = value
          continue
        }
      } else {
        guard let next = FastToken.scalarEnd(p) else { return nil }
        p = FastToken.skipSpace(next)
      }
      while p.pointee == stack.closing {
        if stack.isObject { keys.close(level: stack.level) }
        stack.pop()
        if stack.level == 0 { return p + 1 }
        p = FastToken.skipSpace(p + 1)
      }
      guard p.pointee == Byte.comma,
        let value = nextValue(FastToken.skipSpace(p + 1), stack, &keys)
      else { return nil }
      p = value
    }
  }

  /// Returns the start of the next value in the innermost container, after the key and colon if
  /// that is an object.
  @inline(__always)
  private static func nextValue(
    _ p: Bytes, _ stack: ContainerStack, _ keys: inout NestedKeys
  ) -> Bytes? {
    guard stack.isObject else { return p }
    guard p.pointee == Byte.quote else { return nil }
    let key = FastToken.stringEnd(p + 1)
    guard let end = key.end else { return nil }
    keys.add(p + 1, end, escaped: key.hasEscapes, level: stack.level)
    return FastToken.valueStart(afterKey: end)
  }
}

/// The open containers, one bit each.
///
/// The bit of an object is set. The lowest bit is the innermost container.
struct ContainerStack {
  private var kinds: UInt64 = 0
  private(set) var level = 0

  var isObject: Bool {
    @inline(__always) get { kinds & 1 != 0 }
  }

  var closing: UInt8 {
    @inline(__always) get { isObject ? Byte.closeBrace : Byte.closeBracket }
  }

  /// Opens a container; returns false if the line is too deeply nested.
  ///
  /// The line's object is one more level, which this stack does not contain.
  @inline(__always)
  mutating func push(isObject: Bool) -> Bool {
    kinds = kinds &<< 1 | (isObject ? 1 : 0)
    level &+= 1
    return level < Limits.levels
  }

  @inline(__always)
  mutating func pop() {
    kinds &>>= 1
    level &-= 1
  }
}

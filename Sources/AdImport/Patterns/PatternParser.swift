/// A fault in an expression.
package struct PatternFault: Error {
  /// The byte of the expression at which the fault is, from 0.
  package let offset: Int
  /// What is wrong and what is allowed.
  package let sentence: String
  /// The unknown name; empty if the fault is another one.
  package var name = ""
  /// The names that are allowed instead of the unknown one.
  package var known: [String] = []

  /// The fault of an expression within a longer text.
  func moved(by distance: Int) -> PatternFault {
    PatternFault(offset: offset + distance, sentence: sentence, name: name, known: known)
  }
}

/// A named part of expressions.
struct PatternLet {
  let name: String
  /// The line of its definition.
  let line: Int
  /// The expression.
  fileprivate let node: PatternNode
  /// The number of its parts, and of the groups within each other.
  fileprivate let (count, depth): (Int, Int)

  /// Parses the expression of a name.
  init(_ name: String, line: Int, _ text: [UInt8], _ lets: [PatternLet]) throws(PatternFault) {
    var parser = PatternParser(text, lets)
    node = try parser.parse()
    (count, depth) = (parser.count, parser.deepestSoFar)
    (self.name, self.line) = (name, line)
  }
}

/// Parses an expression.
///
/// The recursion is at most 4 functions for a group within another.
struct PatternParser {
  private let text: [UInt8]
  private var index = 0
  private let lets: [PatternLet]
  /// The number of groups around the current part.
  private var depth = 0
  /// The largest number of groups within each other so far.
  fileprivate var deepestSoFar = 0
  /// The number of parts so far.
  fileprivate var count = 0

  /// The number of groups that can be within each other.
  static let deepest = 20
  /// The largest number of a repetition.
  static let mostTimes = 100
  /// The number of parts of an expression.
  static let mostParts = 5000

  init(_ text: [UInt8], _ lets: [PatternLet]) {
    self.text = text
    self.lets = lets
  }

  /// Parses the whole expression.
  mutating func parse() throws(PatternFault) -> PatternNode {
    let node = try choice()
    if index < text.count { throw fault(index, "')' without '('; write '\\)' for the character") }
    return node
  }

  // MARK: Structure

  private mutating func choice() throws(PatternFault) -> PatternNode {
    var branches = [try sequence()]
    while skip("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(PatternFault) -> PatternNode {
    var parts: [PatternNode] = []
    while let byte = current, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
      parts.append(try repeated())
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repeated() throws(PatternFault) -> PatternNode {
    try add(parts: 1, at: index)
    let part = try atom()
    let start = index
    guard let times = try times() else { return part }
    let isLazy = skip("?")
    let second = index
    if try self.times() != nil {
      throw fault(second, "a repetition after a repetition; put the first into a group '(?: )'")
    }
    switch part {
    case .start, .end, .boundary:
      throw fault(start, "nothing to repeat; '^', '$' and '\\b' match no character")
    default:
      return .repetition(part, least: times.least, most: times.most, isLazy: isLazy)
    }
  }

  /// Reads `*`, `+`, `?`, `{m}`, `{m,}` or `{m,n}`; nil if none of them is next.
  private mutating func times() throws(PatternFault) -> (least: Int, most: Int?)? {
    if skip("*") { return (0, nil) }
    if skip("+") { return (1, nil) }
    if skip("?") { return (0, 1) }
    guard current == UInt8(ascii: "{"), index + 1 < text.count, text[index + 1] &- 48 < 10 else {
      return nil
    }
    let start = index
    index += 1
    let least = number()
    var most: Int? = least
    if skip(",") { most = current.map { $0 &- 48 < 10 } ?? false ? number() : nil }
    guard skip("}") else {
      throw fault(start, "unfinished repetition; write '{m}', '{m,}' or '{m,n}'")
    }
    guard least <= Self.mostTimes, most ?? 0 <= Self.mostTimes else {
      throw fault(start, "a repetition of more than \(Self.mostTimes) times")
    }
    if let most, most < least {
      throw fault(start, "the larger number of a repetition comes last: '{\(most),\(least)}'")
    }
    return (least, most)
  }

  /// Reads digits; a number above the limit is the limit plus 1.
  private mutating func number() -> Int {
    var value = 0
    while let byte = current, byte &- 48 < 10 {
      value = min(value * 10 + Int(byte &- 48), Self.mostTimes + 1)
      index += 1
    }
    return value
  }

  // MARK: Parts

  private mutating func atom() throws(PatternFault) -> PatternNode {
    let start = index
    let (scalar, length) = text.scalar(at: index, before: text.count)
    index += length
    guard scalar < 128 else { return .scalar(scalar) }
    switch UInt8(scalar) {
    case UInt8(ascii: "."): return .any
    case UInt8(ascii: "^"): return .start
    case UInt8(ascii: "$"): return .end
    case UInt8(ascii: "("): return try group(start)
    case UInt8(ascii: "["): return try set(start)
    case UInt8(ascii: "{"): return try reference(start)
    case UInt8(ascii: "\\"): return try escape(start)
    case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
      let mark = text.text(start..<index)
      throw fault(start, "nothing to repeat; write '\\\(mark)' for the character")
    default: return .scalar(ScalarSet.small(scalar))
    }
  }

  private mutating func group(_ start: Int) throws(PatternFault) -> PatternNode {
    var field: PatternField?
    if skip("?") {
      if skip("<"), current != UInt8(ascii: "="), current != UInt8(ascii: "!") {
        field = try groupName()
      } else if text[index - 1] == UInt8(ascii: "<") || !skip(":") {
        throw fault(
          start, "unknown kind of group; allowed: '(…)', '(?:…)', '(?<name>…)'")
      }
    }
    try enter(groups: 1, at: start)
    let node = try choice()
    depth -= 1
    guard skip(")") else { throw fault(start, "'(' without ')'; write '\\(' for the character") }
    return field.map { .group($0, node) } ?? node
  }

  private mutating func enter(groups: Int, at start: Int) throws(PatternFault) {
    depth += groups
    deepestSoFar = max(deepestSoFar, depth)
    if depth > Self.deepest {
      throw fault(start, "groups nested too deep; at most \(Self.deepest) within each other")
    }
  }

  private mutating func add(parts: Int, at start: Int) throws(PatternFault) {
    count += parts
    if count > Self.mostParts {
      throw fault(start, "expression too long; at most \(Self.mostParts) parts")
    }
  }

  private mutating func groupName() throws(PatternFault) -> PatternField {
    let start = index
    let name = word()
    guard !name.isEmpty, skip(">") else {
      throw fault(start, "unfinished name of a group; write '(?<name>…)'")
    }
    guard let field = PatternField.named(name) else {
      let known = PatternField.names
      throw PatternFault(
        offset: start,
        sentence: "unknown group '\(name)'; allowed: \(known.joined(separator: ", "))",
        name: name, known: known)
    }
    return field
  }

  /// Reads `{name}`.
  private mutating func reference(_ start: Int) throws(PatternFault) -> PatternNode {
    let name = word()
    guard !name.isEmpty, skip("}") else {
      throw fault(start, "'{' without the name of a 'let' and '}'; write '\\{' for the character")
    }
    guard let found = lets.first(where: { $0.name == name }) else {
      let known = lets.map { $0.name }
      let sentence =
        known.isEmpty
        ? "unknown name '{\(name)}'; no 'let' is above"
        : "unknown name '{\(name)}'; defined above: \(known.joined(separator: ", "))"
      throw PatternFault(offset: start, sentence: sentence, name: name, known: known)
    }
    try add(parts: found.count, at: start)
    try enter(groups: found.depth + 1, at: start)
    depth -= found.depth + 1
    return found.node
  }

  private mutating func word() -> String {
    let start = index
    while let byte = current, ScalarSet.isWord(UInt32(byte)) { index += 1 }
    return text.text(start..<index)
  }

  private mutating func escape(_ start: Int) throws(PatternFault) -> PatternNode {
    if skip("b") { return .boundary }
    var set = ScalarSet()
    if let kind = skipKind() {
      set.insert(kind: kind)
      return .set(set)
    }
    return .scalar(try escaped(start))
  }

  // MARK: Characters

  /// Reads `d`, `w`, `s` or one of their capitals.
  private mutating func skipKind() -> UInt8? {
    guard let byte = current, "dwsDWS".utf8.contains(byte) else { return nil }
    index += 1
    return byte
  }

  /// Reads the character behind `\`: a mark or `t`.
  private mutating func escaped(_ start: Int) throws(PatternFault) -> UInt32 {
    if skip("t") { return 9 }
    guard let byte = current else {
      throw fault(start, "'\\' at the end; write '\\\\' for the character")
    }
    guard byte > 0x20, byte < 0x7F, byte == 0x5F || !ScalarSet.isWord(UInt32(byte)) else {
      throw fault(
        start, "unknown escape; allowed: \\d \\w \\s \\D \\W \\S \\b \\t and '\\' before a mark")
    }
    index += 1
    return UInt32(byte)
  }

  private mutating func set(_ start: Int) throws(PatternFault) -> PatternNode {
    var set = ScalarSet()
    let isInverted = skip("^")
    var isEmpty = true
    while !skip("]") {
      try member(of: &set, start)
      isEmpty = false
    }
    if isEmpty { throw fault(start, "empty class; write '\\]' for the character") }
    if !isInverted, let only = set.only { return .scalar(only) }
    if isInverted { set.invert() }
    return .set(set)
  }

  /// Reads a character, a range or an escape in a class.
  private mutating func member(of set: inout ScalarSet, _ start: Int) throws(PatternFault) {
    let place = index
    guard let first = try character(start) else {
      guard let kind = skipKind() else { return }
      set.insert(kind: kind)
      return
    }
    guard current == UInt8(ascii: "-"), index + 1 < text.count, text[index + 1] != UInt8(ascii: "]")
    else { return set.insert(first...first) }
    index += 1
    guard let last = try character(start), first <= last else {
      throw fault(place, "a range in a class goes from a smaller to a larger character")
    }
    set.insert(first...last)
  }

  /// Reads a character in a class; nil before the letter of an escape such as `\d`.
  private mutating func character(_ start: Int) throws(PatternFault) -> UInt32? {
    guard index < text.count else {
      throw fault(start, "'[' without ']'; write '\\[' for the character")
    }
    let place = index
    let (scalar, length) = text.scalar(at: index, before: text.count)
    index += length
    if scalar == 0x5B { throw fault(place, "'[' in a class; write '\\[' for the character") }
    guard scalar == 0x5C else { return scalar }
    if let byte = current, "dwsDWS".utf8.contains(byte) { return nil }
    return try escaped(place)
  }

  // MARK: Text

  private var current: UInt8? { index < text.count ? text[index] : nil }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private func fault(_ offset: Int, _ sentence: String) -> PatternFault {
    PatternFault(offset: offset, sentence: sentence)
  }
}

/// A step of a compiled expression.
enum PatternInstruction {
  /// Matches one character.
  case scalar(UInt32)
  /// Matches any character.
  case any
  /// Matches a character of a set, by its index.
  case set(Int)
  /// Continues at both instructions; the first one is preferred.
  case split(Int, Int)
  /// Continues at another instruction.
  case jump(Int)
  /// Stores the current index in a slot.
  case save(Int)
  case start, end, boundary
  /// The expression matches.
  case match
}

/// A regular expression for the message of one line.
///
/// ASCII letters match in both cases. The expression is searched anywhere in the message; of
/// several matches the leftmost counts, and of those the one that a backtracking engine prefers. A
/// name may occur in several groups: the last one that took part gives the text.
struct LinePattern {
  /// The instructions; the first one is the start.
  let instructions: [PatternInstruction]
  let sets: [ScalarSet]
  /// The fields of the named groups.
  ///
  /// Slots 0 and 1 are the whole match, 2 and 3 the first field.
  let fields: [PatternField]
  /// Whether the expression matches only at the start of the message.
  let isAnchored: Bool
  /// Whether the expression matches without a character.
  let isEmptyMatch: Bool
  /// Texts of which a message must contain one, in small letters; empty if there are none.
  let literals: [[UInt8]]

  /// Parses and compiles an expression; O(parts + instructions).
  init(_ text: [UInt8], lets: [PatternLet] = []) throws(PatternFault) {
    var parser = PatternParser(text, lets)
    let node = try parser.parse()
    var compiler = PatternCompiler()
    compiler.addWhole(node)
    if compiler.isFull {
      throw PatternFault(
        offset: 0,
        sentence: "expression too long; at most \(PatternCompiler.most) instructions")
    }
    instructions = compiler.instructions
    sets = compiler.sets
    fields = compiler.fields
    isAnchored = node.isAnchored
    isEmptyMatch = node.isEmptyMatch
    literals = PatternLiterals.required(by: node)
  }

  /// Whether an instruction matches a character.
  func accepts(_ place: Int, _ scalar: UInt32) -> Bool {
    switch instructions[place] {
    case .scalar(let wanted): wanted == ScalarSet.small(scalar)
    case .set(let set): sets[set].contains(scalar)
    default: true
    }
  }

  /// The number of slots.
  var slotCount: Int { 2 * fields.count + 2 }

  /// The slots of the match in a part of a line, nil for groups that took no part; nil if there is
  /// no match.
  ///
  /// O(length × instructions).
  func match(in bytes: [UInt8], _ part: Range<Int>) -> [Int?]? {
    var machine = PatternMachine(self)
    return machine.run(bytes, part)
  }
}

/// Translates an expression to instructions.
struct PatternCompiler {
  /// The number of instructions of an expression.
  static let most = 5000

  private(set) var instructions: [PatternInstruction] = []
  private(set) var sets: [ScalarSet] = []
  /// The fields of the named groups, in order.
  private(set) var fields: [PatternField] = []

  /// Whether there are too many instructions; the expression then is not complete.
  var isFull: Bool { instructions.count > Self.most }

  /// Adds the instructions of a whole expression.
  mutating func addWhole(_ node: PatternNode) {
    instructions.append(.save(0))
    add(node)
    instructions.append(.save(1))
    instructions.append(.match)
  }

  private mutating func add(_ node: PatternNode) {
    if isFull { return }
    switch node {
    case .scalar(let scalar): instructions.append(.scalar(scalar))
    case .any: instructions.append(.any)
    case .set(let set):
      let index = sets.firstIndex(of: set) ?? sets.count
      if index == sets.count { sets.append(set) }
      instructions.append(.set(index))
    case .start: instructions.append(.start)
    case .end: instructions.append(.end)
    case .boundary: instructions.append(.boundary)
    case .sequence(let parts): for part in parts { add(part) }
    case .choice(let parts): addChoice(parts)
    case .repetition(let part, let least, let most, let isLazy):
      addRepetition(part, least, most, isLazy)
    case .group(let field, let part):
      let slot = slot(of: field)
      instructions.append(.save(slot))
      add(part)
      instructions.append(.save(slot + 1))
    }
  }

  /// The first slot of a field.
  private mutating func slot(of field: PatternField) -> Int {
    let index = fields.firstIndex(of: field) ?? fields.count
    if index == fields.count { fields.append(field) }
    return 2 * index + 2
  }

  private mutating func addChoice(_ parts: [PatternNode]) {
    var jumps: [Int] = []
    for part in parts.dropLast() {
      let split = reserve()
      add(part)
      jumps.append(reserve())
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = parts.last { add(last) }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  private mutating func addRepetition(
    _ part: PatternNode, _ least: Int, _ most: Int?, _ isLazy: Bool
  ) {
    let fixed = most == nil ? max(least - 1, 0) : least
    guard addCopies(of: part, fixed) else { return }
    guard let most else { return addLoop(part, isOptional: least == 0, isLazy) }
    var splits: [Int] = []
    for _ in least..<most where !isFull {
      splits.append(reserve())
      add(part)
    }
    for split in splits { set(split, split + 1, instructions.count, isLazy) }
  }

  /// Adds a part several times; false if it has no instructions.
  private mutating func addCopies(of part: PatternNode, _ count: Int) -> Bool {
    for _ in 0..<count where !isFull {
      let start = instructions.count
      add(part)
      if instructions.count == start { return false }
    }
    return true
  }

  /// Adds a part at least once.
  ///
  /// `x*` is `(x+)?` because a single loop would go on after an empty `x`.
  private mutating func addLoop(_ part: PatternNode, isOptional: Bool, _ isLazy: Bool) {
    let skip = isOptional ? reserve() : nil
    let start = instructions.count
    add(part)
    let end = reserve()
    set(end, start, end + 1, isLazy)
    if let skip { set(skip, start, end + 1, isLazy) }
  }

  private mutating func set(_ index: Int, _ first: Int, _ second: Int, _ isLazy: Bool) {
    instructions[index] = isLazy ? .split(second, first) : .split(first, second)
  }

  private mutating func reserve() -> Int {
    instructions.append(.match)
    return instructions.count - 1
  }
}

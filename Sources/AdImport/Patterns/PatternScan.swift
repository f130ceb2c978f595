/// Tells quickly whether an expression matches a message, without the places of its groups.
///
/// It is a deterministic automaton whose states are made when they are first needed: O(length) for
/// known states, and O(length × instructions) at most. A state is the set of instructions behind
/// the characters that were read.
struct PatternScan {
  private let pattern: LinePattern
  private let classes: CharacterClasses
  /// For each state, the next state for each class and for the end; see ``unknown``, ``accepting``
  /// and ``dead``.
  private var table: [Int32] = []
  /// For each state, the instructions behind the last character, in order, and what it was.
  private var states: [State] = []
  private var numbers: [State: Int32] = [:]
  private var round = 0
  /// The number of cells of a state.
  private var width: Int { classes.count + 1 }
  private var visited: [Int]

  private struct State: Hashable {
    var places: [Int32]
    var before: Neighbour
  }

  /// What is beside a place in a message.
  private enum Neighbour {
    case none, word, other
  }

  private static let unknown: Int32 = -2
  private static let accepting: Int32 = -3
  private static let dead: Int32 = -4
  /// The number of states that are kept; with more, all are forgotten.
  private static let most = 256

  init(_ pattern: LinePattern) {
    self.pattern = pattern
    classes = CharacterClasses(pattern)
    visited = [Int](repeating: 0, count: pattern.instructions.count)
    forget()
  }

  /// Forgets all states but the first one, with which each message begins.
  private mutating func forget() {
    (table, states, numbers) = ([], [], [:])
    _ = number(of: State(places: [0], before: .none))
  }

  /// Whether the expression matches in a part of a line.
  mutating func matches(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
    var state: Int32 = 0
    var index = part.lowerBound
    while index < part.upperBound {
      let byte = bytes[index]
      var (column, count) = (Int(classes.ofASCII[Int(byte & 0x7F)]), 1)
      var scalar = UInt32(byte)
      if byte >= 0x80 {
        (scalar, count) = bytes.scalar(at: index, before: part.upperBound)
        column = classes.column(of: scalar)
      }
      var next = table[Int(state) * width + column]
      if next == Self.unknown { next = follow(state, scalar, column) }
      if next == Self.accepting { return true }
      if next == Self.dead { return false }
      state = next
      index += count
    }
    return isMatchAtEnd(state)
  }

  /// Whether the expression matches if the message ends in a state.
  private mutating func isMatchAtEnd(_ state: Int32) -> Bool {
    let cell = Int(state) * width + classes.count
    if table[cell] == Self.unknown {
      table[cell] = step(states[Int(state)], nil) == nil ? Self.accepting : Self.dead
    }
    return table[cell] == Self.accepting
  }

  private mutating func follow(_ state: Int32, _ scalar: UInt32, _ column: Int) -> Int32 {
    let from = states[Int(state)]
    guard let places = step(from, scalar) else {
      table[Int(state) * width + column] = Self.accepting
      return Self.accepting
    }
    if places.isEmpty && pattern.isAnchored {
      table[Int(state) * width + column] = Self.dead
      return Self.dead
    }
    let before: Neighbour = ScalarSet.isWord(scalar) ? .word : .other
    if states.count >= Self.most {
      forget()
      return number(of: State(places: places, before: before))
    }
    let next = number(of: State(places: places, before: before))
    table[Int(state) * width + column] = next
    return next
  }

  private mutating func number(of state: State) -> Int32 {
    if let number = numbers[state] { return number }
    let number = Int32(states.count)
    numbers[state] = number
    states.append(state)
    table.append(contentsOf: repeatElement(Self.unknown, count: width))
    return number
  }

  /// The instructions behind a character, or none at the end; nil if the expression matches before.
  private mutating func step(_ state: State, _ scalar: UInt32?) -> [Int32]? {
    round += 1
    let behind = scalar.map { ScalarSet.isWord($0) ? Neighbour.word : .other } ?? .none
    var places: [Int32] = []
    var tasks = state.places.map { Int($0) }
    if !pattern.isAnchored { tasks.append(0) }
    while let place = tasks.popLast() {
      if visited[place] == round { continue }
      visited[place] = round
      switch pattern.instructions[place] {
      case .jump(let target): tasks.append(target)
      case .split(let first, let second): tasks += [first, second]
      case .save: tasks.append(place + 1)
      case .start: if state.before == .none { tasks.append(place + 1) }
      case .end: if behind == .none { tasks.append(place + 1) }
      case .boundary:
        if (state.before == .word) != (behind == .word) { tasks.append(place + 1) }
      case .match: return nil
      case .scalar, .any, .set:
        if let scalar, pattern.accepts(place, scalar) { places.append(Int32(place + 1)) }
      }
    }
    return places.sorted()
  }
}

/// The characters between which an expression does not distinguish.
private struct CharacterClasses {
  /// The class of each ASCII character.
  private(set) var ofASCII = [UInt8](repeating: 0, count: 128)
  /// The first characters of the classes outside of ASCII, in order.
  private var starts: [UInt32] = [128]
  private var asciiCount = 0

  /// The number of classes.
  var count: Int { asciiCount + starts.count }

  init(_ pattern: LinePattern) {
    var scalars: Set<UInt32> = []
    for instruction in pattern.instructions {
      guard case .scalar(let scalar) = instruction else { continue }
      scalars.insert(scalar)
      if scalar >= 128 { starts += [scalar, scalar + 1] }
    }
    for set in pattern.sets { starts += set.boundaries }
    starts = Set(starts).sorted()
    var known: [[UInt64]: UInt8] = [:]
    for scalar in UInt32(0)..<128 {
      let small = ScalarSet.small(scalar)
      var signature: [UInt64] = [UInt64(scalars.contains(small) ? small : 128)]
      if ScalarSet.isWord(scalar) { signature[0] += 256 }
      for (index, set) in pattern.sets.enumerated() {
        if index % 64 == 0 { signature.append(0) }
        if set.contains(scalar) { signature[signature.count - 1] |= 1 << UInt64(index % 64) }
      }
      let number = known[signature] ?? UInt8(known.count)
      known[signature] = number
      ofASCII[Int(scalar)] = number
    }
    asciiCount = known.count
  }

  /// The class of a character outside of ASCII.
  func column(of scalar: UInt32) -> Int {
    asciiCount + (starts.lastIndex { $0 <= scalar } ?? 0)
  }
}

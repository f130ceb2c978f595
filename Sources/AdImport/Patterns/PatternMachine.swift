/// Runs an expression over a message: all threads at once, character by character.
///
/// Each instruction is visited at most once for each character, so the time is at most
/// O(length × instructions), and the memory O(instructions × slots).
struct PatternMachine {
  /// Threads in the order of preference.
  private struct Threads {
    /// The instruction of each thread.
    var places: [Int] = []
    /// The slots of the threads, one after the other.
    var slots: [Int?] = []
  }

  /// A task of ``visit(_:at:)``.
  private enum Task {
    case visit(Int)
    case restore(slot: Int, Int?)
  }

  private let pattern: LinePattern
  private let width: Int
  /// The number of visited instructions.
  private(set) var steps = 0
  private var bytes: [UInt8] = []
  private var part = 0..<0
  private var next = Threads()
  /// For each instruction, the last round in which it was visited.
  private var visited: [Int]
  private var round = 0
  /// The slots of the thread that moves.
  private var slots: [Int?]
  private var tasks: [Task] = []

  init(_ pattern: LinePattern) {
    self.pattern = pattern
    width = pattern.slotCount
    visited = [Int](repeating: 0, count: pattern.instructions.count)
    slots = [Int?](repeating: nil, count: width)
  }

  /// Searches a part of a line; see ``LinePattern/match(in:_:)``.
  mutating func run(_ bytes: [UInt8], _ part: Range<Int>) -> [Int?]? {
    (self.bytes, self.part, round, next) = (bytes, part, 1, Threads())
    for index in visited.indices { visited[index] = 0 }
    var found: [Int?]?
    var current = Threads()
    var index = part.lowerBound
    while true {
      if found == nil, index == part.lowerBound || !pattern.isAnchored {
        for slot in 0..<width { slots[slot] = nil }
        visit(0, at: index)
      }
      (current, next) = (next, current)
      if current.places.isEmpty, found != nil || pattern.isAnchored { return found }
      next.places.removeAll(keepingCapacity: true)
      next.slots.removeAll(keepingCapacity: true)
      round += 1
      let isEnd = index == part.upperBound
      let (scalar, count) = isEnd ? (0, 0) : bytes.scalar(at: index, before: part.upperBound)
      for thread in current.places.indices {
        let place = current.places[thread]
        if case .match = pattern.instructions[place] {
          found = Array(current.slots[thread * width..<(thread + 1) * width])
          break
        }
        if isEnd || !pattern.accepts(place, scalar) { continue }
        for slot in 0..<width { slots[slot] = current.slots[thread * width + slot] }
        visit(place + 1, at: index + count)
      }
      if isEnd { return found }
      index += count
    }
  }

  /// Adds the threads that an instruction leads to without a character.
  private mutating func visit(_ place: Int, at index: Int) {
    tasks.append(.visit(place))
    while let task = tasks.popLast() {
      switch task {
      case .restore(let slot, let value): slots[slot] = value
      case .visit(let place):
        if visited[place] == round { continue }
        visited[place] = round
        steps += 1
        follow(place, at: index)
      }
    }
  }

  private mutating func follow(_ place: Int, at index: Int) {
    switch pattern.instructions[place] {
    case .jump(let target): tasks.append(.visit(target))
    case .split(let first, let second):
      tasks.append(.visit(second))
      tasks.append(.visit(first))
    case .save(let slot):
      tasks.append(.restore(slot: slot, slots[slot]))
      slots[slot] = index
      tasks.append(.visit(place + 1))
    case .start: if index == part.lowerBound { tasks.append(.visit(place + 1)) }
    case .end: if index == part.upperBound { tasks.append(.visit(place + 1)) }
    case .boundary: if isBoundary(index) { tasks.append(.visit(place + 1)) }
    case .scalar, .any, .set, .match:
      next.places.append(place)
      next.slots += slots
    }
  }

  private func isBoundary(_ index: Int) -> Bool {
    let isBefore = index > part.lowerBound && ScalarSet.isWord(UInt32(bytes[index - 1]))
    let isBehind = index < part.upperBound && ScalarSet.isWord(UInt32(bytes[index]))
    return isBefore != isBehind
  }
}

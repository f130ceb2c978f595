/// Finds which of many texts occur in a message, in one pass (Aho and Corasick).
///
/// The table has one row for each state and one column for each byte that occurs in the texts; all
/// other bytes share a column. ASCII letters match in both cases.
struct LiteralAutomaton {
  /// The column of each byte.
  private var columns = [UInt8](repeating: 0, count: 256)
  private var width = 1
  /// The start of the next row; inverted if texts end there.
  private var table: [Int32] = []
  /// For each state, the range in ``found`` of the texts that end there.
  private var ends: [Range<Int32>] = []
  /// The numbers of texts, state by state.
  private var found: [Int32] = []

  /// Builds the automaton of texts in small letters; O(bytes of the texts × columns).
  init(_ texts: [[UInt8]]) {
    addColumns(texts)
    var (trie, last) = makeTrie(texts)
    let order = link(&trie, &last)
    var begin: [Int] = Array(repeating: 0, count: last.count)
    ends = Array(repeating: 0..<0, count: last.count)
    for state in order {
      begin[state] = found.count
      for text in last[state] { found.append(Int32(text)) }
      ends[state] = Int32(begin[state])..<Int32(found.count)
    }
    table = trie.map { next in
      let row = Int32(next * width)
      return last[next].isEmpty ? row : ~row
    }
  }

  private mutating func addColumns(_ texts: [[UInt8]]) {
    for text in texts {
      for byte in text where columns[Int(byte)] == 0 {
        columns[Int(byte)] = UInt8(width)
        if byte &- 97 < 26 { columns[Int(byte ^ 32)] = UInt8(width) }
        width += 1
      }
    }
  }

  /// The tree of the texts, 0 where a child is missing, and the texts that end at each state.
  private func makeTrie(_ texts: [[UInt8]]) -> (trie: [Int], last: [[Int]]) {
    var trie = [Int](repeating: 0, count: width)
    var last: [[Int]] = [[]]
    for (number, text) in texts.enumerated() {
      var state = 0
      for byte in text {
        let cell = state * width + Int(columns[Int(byte)])
        if trie[cell] == 0 {
          trie[cell] = last.count
          last.append([])
          trie.append(contentsOf: repeatElement(0, count: width))
        }
        state = trie[cell]
      }
      last[state].append(number)
    }
    return (trie, last)
  }

  /// Fills the cells of missing children, and adds the texts that end within others.
  ///
  /// Returns the states in the order of their depths.
  private func link(_ trie: inout [Int], _ last: inout [[Int]]) -> [Int] {
    var order = [0]
    var fallback = [Int](repeating: 0, count: last.count)
    var index = 0
    while index < order.count {
      let state = order[index]
      index += 1
      for column in 0..<width {
        let cell = state * width + column
        let other = state == 0 ? 0 : trie[fallback[state] * width + column]
        let next = trie[cell]
        if next == 0 {
          trie[cell] = other
        } else {
          fallback[next] = other
          last[next] += last[other]
          order.append(next)
        }
      }
    }
    return order
  }

  /// Calls `body` with the number of each text that ends in a part of a line; O(length + calls).
  @inline(__always)
  func search(_ bytes: [UInt8], _ part: Range<Int>, _ body: (Int) -> Void) {
    var row = 0
    for index in part {
      let next = Int(table[row + Int(columns[Int(bytes[index])])])
      if next >= 0 {
        row = next
        continue
      }
      row = ~next
      for number in ends[row / width] { body(Int(found[Int(number)])) }
    }
  }
}

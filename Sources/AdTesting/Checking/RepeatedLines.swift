/// The lines of a timeline, in which equal groups of lines that follow each other are written once.
///
/// Lines are equal if they differ only in their times and in the numbers of ads.
struct RepeatedLines {
  /// A line of a timeline, with its time in front.
  struct Line {
    let time: Int64
    let depth: Int
    let text: String
  }

  private let lines: [Line]
  private let keys: [Int]
  /// The longest group, in lines.
  private static let longest = 80

  init(_ lines: [Line]) {
    self.lines = lines
    var numbers: [String: Int] = [:]
    keys = lines.map { line in
      let key = "\(line.depth) " + Self.withoutNumbers(line.text)
      return numbers[key]
        ?? {
          numbers[key] = numbers.count; return numbers.count - 1
        }()
    }
  }

  /// Replaces the number of each ad by a sign: `a-12.present` and `a-7.present` become equal.
  private static func withoutNumbers(_ text: String) -> String {
    var kept: [Character] = []
    for character in text {
      if character.isNumber && (kept.suffix(2) == ["a", "-"] || kept.suffix(3) == ["a", "-", "#"]) {
        if kept.last == "-" { kept.append("#") }
      } else {
        kept.append(character)
      }
    }
    return String(kept)
  }

  /// The number of lines from which calls in which nothing happens take less space.
  private static let isLong = 40

  /// The lines with their times, as few as possible.
  ///
  /// In a long timeline, scheduled calls in which nothing happened are left out, and callbacks at
  /// the same time in which nothing happened share a line.
  var text: [String] {
    let all = folded
    if all.count <= Self.isLong { return all }
    let useful = lines.indices.filter { !isIdle($0) || lines[$0].text != Self.scheduledCall }
    let short = RepeatedLines(RepeatedLines(useful.map { lines[$0] }).merged).folded
    if useful.count == lines.count { return short }
    let note = "// scheduled calls in which nothing happened are left out"
    return [String(repeating: " ", count: 15) + note] + short
  }

  /// Whether nothing happened in the call of a line.
  private func isIdle(_ index: Int) -> Bool {
    index + 1 == lines.count || lines[index + 1].depth <= lines[index].depth
  }

  /// The lines, with idle callbacks of the manager at the same time in one line.
  private var merged: [Line] {
    var merged: [Line] = []
    var last: Int?
    for (index, line) in lines.enumerated() {
      let isCallback = isIdle(index) && line.text.hasPrefix(Self.callback)
      if isCallback, let before = last, lines[before].time == line.time,
        lines[before].depth == line.depth
      {
        let text = merged[merged.count - 1].text + ", " + line.text.dropFirst(Self.callback.count)
        merged[merged.count - 1] = Line(time: line.time, depth: line.depth, text: text)
      } else {
        merged.append(line)
      }
      last = isCallback ? index : nil
    }
    return merged
  }

  /// The beginning of the line of a callback.
  private static let callback = "manager."

  /// The line of a call that ``SimulatedPhone/after(milliseconds:_:)`` scheduled.
  static let scheduledCall = "scheduled call"

  private var folded: [String] {
    let groups = groups
    var text: [String] = []
    var position = 0
    while position < lines.count {
      let (length, count) = groups[position]
      for line in lines[position..<position + length] { text.append(Self.printed(line)) }
      position += length * count
      if count > 1 {
        let above = length == 1 ? "the line above" : "the \(length) lines above"
        let times = count == 2 ? "once more" : "\(count - 1) times more"
        let note = "// \(above) \(times), until \(CaseClock.time(lines[position - 1].time))"
        text.append(String(repeating: " ", count: 15) + note)
      }
    }
    return text
  }

  private static func printed(_ line: Line) -> String {
    let time = CaseClock.time(line.time)
    let padding = String(repeating: " ", count: max(0, 13 - time.count))
    return padding + time + "  " + String(repeating: "  ", count: line.depth) + line.text
  }

  /// The group that begins at each line, and how often it is repeated, for the shortest text.
  ///
  /// A repetition costs one line more than it has, so that it saves at least two.
  private var groups: [(length: Int, count: Int)] {
    var costs = [Int](repeating: 0, count: lines.count + 1)
    var best = [(length: Int, count: Int)](repeating: (1, 1), count: lines.count)
    for start in lines.indices.reversed() {
      costs[start] = 1 + costs[start + 1]
      for length in 1...Self.longest where start + 2 * length <= lines.count {
        let count = repetitions(at: start, length)
        guard count > 1, length + 2 + costs[start + length * count] < costs[start] else {
          continue
        }
        costs[start] = length + 2 + costs[start + length * count]
        best[start] = (length, count)
      }
    }
    return best
  }

  /// The number of equal groups that follow each other.
  private func repetitions(at start: Int, _ length: Int) -> Int {
    var end = start + length
    while end < lines.count, keys[end] == keys[end - length] { end += 1 }
    return (end - start) / length
  }
}

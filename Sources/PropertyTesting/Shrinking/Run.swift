/// One execution of a property: what was drawn, in which parts, and how it ended.
struct Run {
  let choices: [Choice]
  let spans: [Span]
  /// What failed; nil where nothing did, or where the case was rejected.
  let failure: PropertyFailure?
  /// Spans with the same parent and label, where there are at least two: by number, in order.
  let siblings: [[Int]]

  init(choices: [Choice], spans: [Span], failure: PropertyFailure?) {
    self.choices = choices
    self.spans = spans
    self.failure = failure
    siblings = failure == nil ? [] : Run.siblings(spans)
  }

  var indexes: [UInt64] { choices.map(\.index) }

  func span(_ group: Int, _ member: Int) -> Span { spans[siblings[group][member]] }

  /// The indexes without those of a stretch.
  func without(_ range: Range<Int>) -> [UInt64] {
    var rest = indexes
    rest.removeSubrange(range)
    return rest
  }

  private struct Family: Hashable {
    let parent: Int
    let label: SpanLabel
  }

  private static func siblings(_ spans: [Span]) -> [[Int]] {
    var places: [Family: Int] = [:]
    var groups: [[Int]] = []
    for (number, span) in spans.enumerated() where span.count > 0 {
      let family = Family(parent: span.parent, label: span.label)
      if let place = places[family] {
        groups[place].append(number)
      } else {
        places[family] = groups.count
        groups.append([number])
      }
    }
    return groups.filter { $0.count > 1 }
  }
}

/// Whether a list of indexes is simpler: shorter, or as long and smaller at the first difference.
func isSimpler(_ one: [UInt64], than other: [UInt64]) -> Bool {
  if one.count != other.count { return one.count < other.count }
  for place in one.indices where one[place] != other[place] { return one[place] < other[place] }
  return false
}

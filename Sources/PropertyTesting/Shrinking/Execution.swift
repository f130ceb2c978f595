/// One execution of a property: the choices it drew, their spans, and its failure.
struct Execution {
  let choices: [Choice]
  let spans: [Span]
  /// The first failure; nil if the case passed or was rejected.
  let failure: PropertyFailure?
  /// Groups of at least two spans with the same parent and label, as indexes into ``spans``.
  let siblings: [[Int]]

  init(choices: [Choice], spans: [Span], failure: PropertyFailure?) {
    self.choices = choices
    self.spans = spans
    self.failure = failure
    siblings = failure == nil ? [] : Execution.siblings(spans)
  }

  var indexes: [UInt64] { choices.map(\.index) }

  func span(_ group: Int, _ member: Int) -> Span { spans[siblings[group][member]] }

  /// The choice indexes without those at some positions.
  func without(_ range: Range<Int>) -> [UInt64] {
    var rest = indexes
    rest.removeSubrange(range)
    return rest
  }

  private struct Family: Hashable {
    let parent: Int?
    let label: SpanLabel
  }

  private static func siblings(_ spans: [Span]) -> [[Int]] {
    var groupNumbers: [Family: Int] = [:]
    var groups: [[Int]] = []
    for (number, span) in spans.enumerated() where span.count > 0 {
      let family = Family(parent: span.parent, label: span.label)
      if let group = groupNumbers[family] {
        groups[group].append(number)
      } else {
        groupNumbers[family] = groups.count
        groups.append([number])
      }
    }
    return groups.filter { $0.count > 1 }
  }
}

/// Whether a recording is simpler than another: shorter, or equally long and smaller at the first
/// difference.
func isSimpler(_ one: [UInt64], than other: [UInt64]) -> Bool {
  if one.count != other.count { return one.count < other.count }
  for position in one.indices where one[position] != other[position] {
    return one[position] < other[position]
  }
  return false
}

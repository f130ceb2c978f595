extension PositionPass {
  /// Sorts sibling spans, the simplest first.
  static var ordering: PositionPass {
    PositionPass(
      count: { $0.siblings.count },
      step: { best, position, number in
        let members = best.siblings[position]
        if number == 0 { return .propose(sorted(members, best)) }
        guard number < members.count else { return .leave }
        let (one, other) = (best.spans[members[number - 1]], best.spans[members[number]])
        let (left, right) = (contents(one, best), contents(other, best))
        guard one.end <= other.start, comesBefore(right, left) else { return .skip }
        var indexes = best.indexes
        indexes.replaceSubrange(other.start..<other.end, with: left)
        indexes.replaceSubrange(one.start..<one.end, with: right)
        return .propose(indexes)
      })
  }

  /// Makes siblings alike: replaces all that are less simple than one of them by that one.
  ///
  /// Only in groups of at least four that take many choices each: what is repeated often then
  /// becomes smaller together, and is written as a repetition.
  static var levelling: PositionPass {
    PositionPass(
      afterSuccess: .advance, count: { $0.siblings.count },
      step: { best, position, number in
        let members = best.siblings[position].map { best.spans[$0] }
        guard members.count >= 4 else { return .leave }
        let patterns = Set(members.map { contents($0, best) }).filter { $0.count >= 6 }
          .sorted { isSimpler($0, than: $1) }
        guard number + 1 < patterns.count else { return .leave }
        var indexes = best.indexes
        for span in members.reversed() where isSimpler(patterns[number], than: contents(span, best))
        {
          indexes.replaceSubrange(span.start..<span.end, with: patterns[number])
        }
        return .propose(indexes)
      })
  }

  /// Replaces a span by a simpler neighbour, if they take many choices.
  static var copying: PositionPass {
    PositionPass(
      afterSuccess: .advance, count: { $0.siblings.reduce(0) { $0 + $1.count } },
      step: { best, position, number in
        guard let (group, member) = locate(position, best), number < 2,
          best.siblings[group].count >= 4
        else { return .leave }
        let other = number == 0 ? member - 1 : member + 1
        guard best.siblings[group].indices.contains(other) else { return .skip }
        let copy = contents(best.span(group, other), best)
        let span = best.span(group, member)
        guard copy.count >= 6, isSimpler(copy, than: contents(span, best)) else { return .skip }
        var indexes = best.indexes
        indexes.replaceSubrange(span.start..<span.end, with: copy)
        return .propose(indexes)
      })
  }

  /// Moves a span behind one of the siblings after its neighbour.
  static var moving: PositionPass {
    PositionPass(
      count: { $0.siblings.reduce(0) { $0 + $1.count } },
      step: { best, position, number in
        guard let (group, member) = locate(position, best), number < 4,
          member + 2 + number < best.siblings[group].count
        else { return .leave }
        let moved = best.span(group, member)
        let last = best.span(group, member + 2 + number)
        guard moved.end <= last.start else { return .skip }
        var indexes = best.indexes
        indexes.insert(contentsOf: contents(moved, best), at: last.end)
        indexes.removeSubrange(moved.start..<moved.end)
        return isSimpler(indexes, than: best.indexes) ? .propose(indexes) : .skip
      })
  }

  /// Merges a span into the sibling before it by adding one of their numbers: two waits become one.
  static var merging: PositionPass {
    PositionPass(
      isDescending: true, count: { $0.siblings.reduce(0) { $0 + $1.count } },
      step: { best, position, number in
        guard let (group, member) = locate(position, best), member > 0 else { return .leave }
        let (left, right) = (best.span(group, member - 1), best.span(group, member))
        guard left.count == right.count, number < left.count else { return .leave }
        let one = best.choices[left.start + number]
        let other = best.choices[right.start + number]
        guard one.domain == other.domain, one.domain.lastIndex > 1,
          let sum = wrappedSum(one, other)
        else { return .skip }
        var indexes = best.indexes
        indexes[left.start + number] = one.domain.index(of: sum)
        indexes.removeSubrange(right.start..<right.end)
        return .propose(indexes)
      })
  }

  /// Deletes a span and adjusts numbers that may count it or refer to a later sibling.
  ///
  /// Lowers all numbers above the index of the span, or changes a single number after it by one.
  static var retargeting: PositionPass {
    PositionPass(
      isDescending: true, count: { $0.siblings.reduce(0) { $0 + $1.count } },
      step: { best, position, number in
        guard let (group, member) = locate(position, best) else { return .leave }
        let span = best.span(group, member)
        var indexes = best.indexes
        if number < 2 {
          guard lowerReferences(&indexes, best, around: span, above: number == 0 ? member : nil)
          else { return .skip }
        } else {
          guard let (at, index) = shifted(best, after: span.end, number - 2) else { return .leave }
          indexes[at] = index
        }
        indexes.removeSubrange(span.start..<span.end)
        return .propose(indexes)
      })
  }

  /// Converts a position among the members of all groups into a group and a member of it.
  private static func locate(_ position: Int, _ best: Execution) -> (group: Int, member: Int)? {
    var rest = position
    for (group, members) in best.siblings.enumerated() {
      if rest < members.count { return (group, rest) }
      rest -= members.count
    }
    return nil
  }

  private static func contents(_ span: Span, _ best: Execution) -> [UInt64] {
    best.choices[span.start..<span.end].map(\.index)
  }

  /// Whether a recording with the first span before the second is simpler than the other order.
  private static func comesBefore(_ one: [UInt64], _ other: [UInt64]) -> Bool {
    (one + other).lexicographicallyPrecedes(other + one)
  }

  private static func sorted(_ members: [Int], _ best: Execution) -> [UInt64] {
    let parts = members.map { contents(best.spans[$0], best) }
    let ordered = parts.enumerated().sorted { one, other in
      one.element == other.element
        ? one.offset < other.offset : comesBefore(one.element, other.element)
    }
    var indexes = best.indexes
    for (part, number) in zip(ordered, members).reversed() {
      indexes.replaceSubrange(best.spans[number].start..<best.spans[number].end, with: part.element)
    }
    return indexes
  }

  /// The sum of two choices of one domain, wrapped around if it lies outside.
  ///
  /// - Returns: Nil if the sum overflows or the domain is too wide to wrap around.
  private static func wrappedSum(_ one: Choice, _ other: Choice) -> Int64? {
    let domain = one.domain
    let (sum, isOver) = one.value.addingReportingOverflow(other.value)
    if isOver { return nil }
    if domain.contains(sum) { return sum }
    guard domain.lastIndex < UInt64(Int64.max) else { return nil }
    let width = Int64(domain.lastIndex) + 1
    let (wrapped, isStillOver) =
      sum > domain.upperBound
      ? sum.subtractingReportingOverflow(width) : sum.addingReportingOverflow(width)
    return !isStillOver && domain.contains(wrapped) ? wrapped : nil
  }

  /// Lowers every number outside a span that is above a bound; returns whether there was one.
  private static func lowerReferences(
    _ indexes: inout [UInt64], _ best: Execution, around span: Span, above bound: Int?
  ) -> Bool {
    var isChanged = false
    for (position, choice) in best.choices.enumerated()
    where (position < span.start || position >= span.end) && choice.domain.lastIndex > 1 {
      let bound = bound.map(Int64.init) ?? choice.domain.origin
      guard choice.value > bound, choice.value > choice.domain.lowerBound else { continue }
      indexes[position] = choice.domain.index(of: choice.value - 1)
      isChanged = true
    }
    return isChanged
  }

  /// Changes one of the next twelve numbers by one: down if `number` is even, up if it is odd.
  private static func shifted(
    _ best: Execution, after start: Int, _ number: Int
  ) -> (position: Int, index: UInt64)? {
    var left = number / 2
    guard left < 12 else { return nil }
    for position in start..<max(start, best.choices.count)
    where best.choices[position].domain.lastIndex > 1 {
      if left > 0 {
        left -= 1
        continue
      }
      let choice = best.choices[position]
      let value = number % 2 == 0 ? choice.value &- 1 : choice.value &+ 1
      let isInside = choice.domain.contains(value) && abs(value &- choice.value) == 1
      return (position, isInside ? choice.domain.index(of: value) : choice.index)
    }
    return nil
  }
}

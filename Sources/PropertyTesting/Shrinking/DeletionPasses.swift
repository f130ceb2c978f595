extension PositionPass {
  /// Deletes all discarded spans at once.
  static var discarded: PositionPass {
    PositionPass(
      afterSuccess: .advance, count: { _ in 1 },
      step: { best, _, attempt in
        guard attempt == 0 else { return .leave }
        var kept = best.indexes
        for span in best.spans.reversed() where span.isDiscarded && span.end <= kept.count {
          kept.removeSubrange(span.start..<span.end)
        }
        return kept.count < best.choices.count ? .propose(kept) : .leave
      })
  }

  /// Replaces all choices of a span by the simplest ones.
  static var zeroing: PositionPass {
    PositionPass(
      afterSuccess: .advance, count: { $0.spans.count },
      step: { best, position, attempt in
        let span = best.spans[position]
        let isZero = best.choices[span.start..<span.end].allSatisfy { $0.index == 0 }
        guard attempt == 0 && !isZero else { return .leave }
        var indexes = best.indexes
        for position in span.start..<span.end { indexes[position] = 0 }
        return .propose(indexes)
      })
  }

  /// Deletes one span after the other, from the last to the first.
  static var deletion: PositionPass {
    PositionPass(
      isDescending: true, afterSuccess: .advance, count: { $0.spans.count },
      step: { best, position, attempt in
        let span = best.spans[position]
        guard attempt == 0 && span.count > 0 && span.count < best.choices.count else {
          return .leave
        }
        return .propose(best.without(span.start..<span.end))
      })
  }

  /// Replaces a span by a span with the same label inside it.
  static var descendants: PositionPass {
    PositionPass(
      count: { $0.spans.count },
      step: { best, position, attempt in
        let outer = best.spans[position]
        let candidate = position + 1 + attempt
        guard candidate < best.spans.count, best.spans[candidate].start <= outer.end,
          outer.count > 1
        else { return .leave }
        let inner = best.spans[candidate]
        guard inner.label == outer.label, inner.end <= outer.end, inner.count < outer.count,
          inner.count > 0
        else { return .skip }
        var indexes = best.indexes
        indexes.replaceSubrange(outer.start..<outer.end, with: indexes[inner.start..<inner.end])
        return .propose(indexes)
      })
  }

  /// Deletes neighbouring choices; if that fails, also lowers a count before them by one.
  static func window(_ width: Int) -> PositionPass {
    PositionPass(
      isDescending: true, afterSuccess: .advance, count: { $0.choices.count - width + 1 },
      step: { best, position, attempt in
        var rest = best.without(position..<(position + width))
        if attempt == 0 { return .propose(rest) }
        guard attempt <= 2 else { return .leave }
        let counter = attempt == 1 ? position - 1 : 0
        guard counter >= 0 && counter < position && (attempt == 1 || position > 1),
          rest[counter] > 0 && best.choices[counter].domain.lastIndex < 4096
        else { return .skip }
        rest[counter] -= 1
        return .propose(rest)
      })
  }

  /// Lowers a number drawn inside a filter by 2 to 9, because the next lower number that passes the
  /// filter is often not adjacent.
  static var filtered: PositionPass {
    PositionPass(
      count: { $0.choices.count },
      step: { best, position, attempt in
        let choice = best.choices[position]
        let isFiltered = best.spans.contains {
          $0.label == .attempt && $0.start <= position && position < $0.end
        }
        let down = Int64(attempt) + 2
        guard isFiltered, attempt < 8, choice.index > 1,
          ChoiceDomain.distance(choice.value, choice.domain.origin) >= UInt64(down)
        else { return .leave }
        var indexes = best.indexes
        let isAbove = choice.value > choice.domain.origin
        let value = isAbove ? choice.value - down : choice.value + down
        indexes[position] = choice.domain.index(of: value)
        return .propose(indexes)
      })
  }
}

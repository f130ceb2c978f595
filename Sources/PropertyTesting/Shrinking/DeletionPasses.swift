extension PlacePass {
  /// Drops at once every part that the property itself threw away.
  static var discarded: PlacePass {
    PlacePass(
      afterSuccess: .advance, count: { _ in 1 },
      step: { best, _, number in
        guard number == 0 else { return .leave }
        var kept = best.indexes
        for span in best.spans.reversed() where span.isDiscarded && span.end <= kept.count {
          kept.removeSubrange(span.start..<span.end)
        }
        return kept.count < best.choices.count ? .propose(kept) : .leave
      })
  }

  /// Makes each part the simplest of its kind.
  static var zeroing: PlacePass {
    PlacePass(
      afterSuccess: .advance, count: { $0.spans.count },
      step: { best, place, number in
        let span = best.spans[place]
        let isZero = best.choices[span.start..<span.end].allSatisfy { $0.index == 0 }
        guard number == 0 && !isZero else { return .leave }
        var indexes = best.indexes
        for position in span.start..<span.end { indexes[position] = 0 }
        return .propose(indexes)
      })
  }

  /// Deletes each part, from the last to the first.
  static var deletion: PlacePass {
    PlacePass(
      isDescending: true, afterSuccess: .advance, count: { $0.spans.count },
      step: { best, place, number in
        let span = best.spans[place]
        guard number == 0 && span.count > 0 && span.count < best.choices.count else {
          return .leave
        }
        return .propose(best.without(span.start..<span.end))
      })
  }

  /// Replaces a part by a part of the same kind inside it.
  static var descendants: PlacePass {
    PlacePass(
      count: { $0.spans.count },
      step: { best, place, number in
        let outer = best.spans[place]
        let candidate = place + 1 + number
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

  /// Deletes a window of choices; where that fails, lowers a count before it as well.
  static func window(_ width: Int) -> PlacePass {
    PlacePass(
      isDescending: true, afterSuccess: .advance, count: { $0.choices.count - width + 1 },
      step: { best, place, number in
        var rest = best.without(place..<(place + width))
        if number == 0 { return .propose(rest) }
        guard number <= 2 else { return .leave }
        let counter = number == 1 ? place - 1 : 0
        guard counter >= 0 && counter < place && (number == 1 || place > 1),
          rest[counter] > 0 && best.choices[counter].domain.lastIndex < 4096
        else { return .skip }
        rest[counter] -= 1
        return .propose(rest)
      })
  }

  /// Lowers a number that a filter looked at by steps of two to nine: what fits is not dense.
  static var filtered: PlacePass {
    PlacePass(
      count: { $0.choices.count },
      step: { best, place, number in
        let choice = best.choices[place]
        let isFiltered = best.spans.contains {
          $0.label == .attempt && $0.start <= place && place < $0.end
        }
        let down = Int64(number) + 2
        guard isFiltered, number < 8, choice.index > 1,
          ChoiceDomain.distance(choice.value, choice.domain.origin) >= UInt64(down)
        else { return .leave }
        var indexes = best.indexes
        let isAbove = choice.value > choice.domain.origin
        let value = isAbove ? choice.value - down : choice.value + down
        indexes[place] = choice.domain.index(of: value)
        return .propose(indexes)
      })
  }
}

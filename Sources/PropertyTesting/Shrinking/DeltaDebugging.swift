/// Deletes runs of neighbouring parts of one kind: halves, quarters, …, single ones.
struct DeltaDebugging: Pass {
  private var group = 0
  private var chunk = 0
  private var end = 0
  private var isInGroup = false

  mutating func propose(_ best: Run) -> [UInt64]? {
    while group < best.siblings.count {
      let members = best.siblings[group]
      if !isInGroup {
        (chunk, end, isInGroup) = (members.count / 2, members.count, true)
      }
      end = min(end, members.count)
      if end > 0 && chunk > 0 { return without(members, best) }
      chunk /= 2
      end = members.count
      if chunk == 0 { leaveGroup() }
    }
    return nil
  }

  mutating func learn(_ wasTaken: Bool, _ best: Run) { end -= chunk }

  private func without(_ members: [Int], _ best: Run) -> [UInt64] {
    var indexes = best.indexes
    for number in members[max(0, end - chunk)..<end].reversed() {
      indexes.removeSubrange(best.spans[number].start..<best.spans[number].end)
    }
    return indexes
  }

  private mutating func leaveGroup() {
    isInGroup = false
    group += 1
  }
}

/// Lowers a count and deletes as many choices after it: for data that says its length first.
struct CountedDeletion: Pass {
  private var counter = 0
  private var removed = 0
  private var place = 0
  private var isAtCounter = false

  mutating func propose(_ best: Run) -> [UInt64]? {
    while counter < best.choices.count {
      let choice = best.choices[counter]
      guard choice.domain.origin == choice.domain.lowerBound, choice.index > 1,
        choice.domain.lastIndex < 4096
      else {
        leave()
        continue
      }
      if !isAtCounter { enter(Int(choice.index) / 2, best) }
      place = min(place, best.choices.count - removed)
      if removed > 0 && place > counter && choice.index >= UInt64(removed) {
        var rest = best.without(place..<(place + removed))
        rest[counter] -= UInt64(removed)
        return rest
      }
      enter(removed / 2, best)
      if removed == 0 { leave() }
    }
    return nil
  }

  mutating func learn(_ wasTaken: Bool, _ best: Run) {
    place -= wasTaken ? 1 : removed
  }

  private mutating func enter(_ count: Int, _ best: Run) {
    (removed, place, isAtCounter) = (count, best.choices.count - count, true)
  }

  private mutating func leave() {
    isAtCounter = false
    counter += 1
  }
}

/// Deletes neighbouring sibling spans in chunks: half of them, a quarter, …, one.
struct DeltaDebugging: ShrinkingPass {
  private var group = 0
  private var chunk = 0
  private var end = 0
  private var isInGroup = false

  mutating func propose(_ best: Execution) -> [UInt64]? {
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

  mutating func learn(_ isAccepted: Bool, _ best: Execution) { end -= chunk }

  private func without(_ members: [Int], _ best: Execution) -> [UInt64] {
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

/// Lowers a count by some amount and deletes as many choices after it.
///
/// For generators that draw the length of a list before its elements.
struct CountedDeletion: ShrinkingPass {
  private var counter = 0
  private var removed = 0
  private var position = 0
  private var isAtCounter = false

  mutating func propose(_ best: Execution) -> [UInt64]? {
    while counter < best.choices.count {
      let choice = best.choices[counter]
      guard choice.domain.origin == choice.domain.lowerBound, choice.index > 1,
        choice.domain.lastIndex < 4096
      else {
        leave()
        continue
      }
      if !isAtCounter { enter(Int(choice.index) / 2, best) }
      position = min(position, best.choices.count - removed)
      if removed > 0 && position > counter && choice.index >= UInt64(removed) {
        var rest = best.without(position..<(position + removed))
        rest[counter] -= UInt64(removed)
        return rest
      }
      enter(removed / 2, best)
      if removed == 0 { leave() }
    }
    return nil
  }

  mutating func learn(_ isAccepted: Bool, _ best: Execution) {
    position -= isAccepted ? 1 : removed
  }

  private mutating func enter(_ count: Int, _ best: Execution) {
    (removed, position, isAtCounter) = (count, best.choices.count - count, true)
  }

  private mutating func leave() {
    isAtCounter = false
    counter += 1
  }
}

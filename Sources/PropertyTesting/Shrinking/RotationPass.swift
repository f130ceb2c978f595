extension PlacePass {
  /// Moves parts of a tree to other places of the tree: the third part comes to the place of the
  /// first, the first to that of the second, the second to that of the third.
  ///
  /// A subtree that is needed, but not where it stands, cannot be moved by deleting or by swapping
  /// neighbours. Only parts whose kind contains itself are moved; where second and third are the
  /// same, two parts change places.
  static var rotation: PlacePass {
    PlacePass(
      count: { $0.spans.count },
      step: { best, place, number in
        let later = min(best.spans.count - place - 1, widest)
        guard number < later * later, number > 0 || isRecursive(best.spans[place], best)
        else { return .leave }
        let one = best.spans[place]
        let two = best.spans[place + 1 + number / later]
        let three = best.spans[place + 1 + number % later]
        return rotated(one, two, three, best).map(Step.propose) ?? .skip
      })
  }

  private static let widest = 40

  private static func isRecursive(_ span: Span, _ best: Run) -> Bool {
    best.spans.contains { inner in
      inner.label == span.label && inner.parent >= 0
        && best.spans[inner.parent].label == span.label
    }
  }

  private static func rotated(
    _ one: Span, _ two: Span, _ three: Span, _ best: Run
  ) -> [UInt64]? {
    let isSwap = two.start == three.start && two.end == three.end
    let isApart = one.end <= two.start && (isSwap || two.end <= three.start)
    guard isApart, one.label == two.label, one.label == three.label else { return nil }
    let first = best.indexes[one.start..<one.end]
    let second = best.indexes[two.start..<two.end]
    let third = best.indexes[three.start..<three.end]
    guard isSimpler(Array(third), than: Array(first)) else { return nil }
    var indexes = best.indexes
    if !isSwap { indexes.replaceSubrange(three.start..<three.end, with: second) }
    indexes.replaceSubrange(two.start..<two.end, with: first)
    indexes.replaceSubrange(one.start..<one.end, with: third)
    return indexes
  }
}

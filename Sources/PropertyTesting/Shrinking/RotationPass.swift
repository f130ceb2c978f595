extension PositionPass {
  /// Rotates three spans of a recursive value: the third replaces the first, the first the second,
  /// and the second the third.
  ///
  /// Moves a subtree that is needed elsewhere, which deleting and swapping neighbours cannot do.
  /// Only spans nested in a span with the same label take part. If the second and the third are the
  /// same span, two spans are swapped.
  static var rotation: PositionPass {
    PositionPass(
      count: { $0.spans.count },
      step: { best, position, attempt in
        let later = min(best.spans.count - position - 1, widest)
        guard attempt < later * later, attempt > 0 || isRecursive(best.spans[position], best)
        else { return .leave }
        let one = best.spans[position]
        let two = best.spans[position + 1 + attempt / later]
        let three = best.spans[position + 1 + attempt % later]
        return rotated(one, two, three, best).map(Step.propose) ?? .skip
      })
  }

  private static let widest = 40

  private static func isRecursive(_ span: Span, _ best: Execution) -> Bool {
    best.spans.contains { inner in
      guard inner.label == span.label, let parent = inner.parent else { return false }
      return best.spans[parent].label == span.label
    }
  }

  private static func rotated(
    _ one: Span, _ two: Span, _ three: Span, _ best: Execution
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

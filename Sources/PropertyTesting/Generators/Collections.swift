extension Choices {
  /// An array of a count within a range, about `average` long where nothing limits it.
  ///
  /// Each element is a part of its own: shrinking deletes, sorts and joins elements.
  public func array<Element>(
    _ counts: ClosedRange<Int> = 0...50, average: Int = 6, of element: () -> Element
  ) -> [Element] {
    var elements: [Element] = []
    repeating(counts, average: average) { elements.append(element()) }
    return elements
  }

  /// Does something a number of times within a range, each time as a part of its own.
  public func repeating(
    _ counts: ClosedRange<Int>, average: Int = 6, label: SpanLabel = "element", _ body: () -> Void
  ) {
    let more = Double(max(average, 1)) / Double(max(average, 1) + 1)
    begin(.elements)
    defer { end() }
    var count = 0
    while true {
      begin(label)
      defer { end() }
      let isFree = counts.contains(count) && count < counts.upperBound
      let goesOn = isFree ? bool(probability: more) : forced(count < counts.lowerBound)
      if !goesOn { return }
      body()
      count += 1
    }
  }

  /// The first of a few tries that fits; where none does, the case is rejected and the last answered.
  public func filter<Value>(
    tries: Int = 8, _ value: () -> Value, _ fits: (Value) -> Bool
  ) -> Value {
    var tried = 1
    while true {
      begin(.attempt)
      let made = value()
      let isFit = fits(made)
      end(discarding: !isFit)
      if isFit { return made }
      if tried >= tries {
        reject()
        return made
      }
      tried += 1
    }
  }

  /// One of some ways, as often as their weights say; the first is the simplest.
  ///
  /// - Precondition: There is at least one.
  public func oneOf<Value>(_ ways: [(weight: Int, draw: () -> Value)]) -> Value {
    span(.node) { ways[weighted(ways.map(\.weight))].draw() }
  }

  /// A random order of some values; the given order is the simplest.
  public func shuffled<Value>(_ values: [Value]) -> [Value] {
    var rest = values
    var order: [Value] = []
    while !rest.isEmpty { order.append(rest.remove(at: pick(rest.count))) }
    return order
  }
}

extension Choices {
  /// Draws an array.
  ///
  /// Each element is a span of its own, so shrinking can delete, sort and merge elements.
  ///
  /// - Parameters:
  ///   - counts: The allowed number of elements.
  ///   - average: The approximate mean number of elements, before `counts` limits it; at least 1.
  ///   - element: Draws one element.
  public func array<Element>(
    _ counts: ClosedRange<Int> = 0...50, average: Int = 6, of element: () -> Element
  ) -> [Element] {
    var elements: [Element] = []
    repeating(counts, average: average) { elements.append(element()) }
    return elements
  }

  /// Calls a closure repeatedly; each call is a span of its own.
  ///
  /// - Parameters:
  ///   - counts: The allowed number of calls.
  ///   - average: The approximate mean number of calls, before `counts` limits it; at least 1.
  ///   - label: The label of the span of each call.
  ///   - body: The closure to call.
  public func repeating(
    _ counts: ClosedRange<Int>, average: Int = 6, label: SpanLabel = "element", _ body: () -> Void
  ) {
    let more = Double(max(average, 1)) / Double(max(average, 1) + 1)
    repeating(counts, probability: more, label: label, body)
  }

  /// Calls a closure repeatedly; each call is a span of its own.
  ///
  /// - Parameters:
  ///   - counts: The allowed number of calls.
  ///   - probability: The probability of another call, where `counts` leaves the choice.
  ///   - label: The label of the span of each call.
  ///   - body: The closure to call.
  public func repeating(
    _ counts: ClosedRange<Int>, probability: Double, label: SpanLabel, _ body: () -> Void
  ) {
    begin(.elements)
    defer { end() }
    var count = 0
    while true {
      begin(label)
      defer { end() }
      let isFree = counts.contains(count) && count < counts.upperBound
      let continues = isFree ? bool(probability: probability) : forced(count < counts.lowerBound)
      if !continues { return }
      body()
      count += 1
    }
  }

  /// Calls a closure, as a span of its own that shrinking can leave out.
  ///
  /// - Returns: Whether it was called; true for new choices.
  @discardableResult public func part(_ label: SpanLabel, _ body: () -> Void) -> Bool {
    span(label) {
      let isCalled = bool(probability: 1)
      if isCalled { body() }
      return isCalled
    }
  }

  /// Draws a value until it satisfies a predicate.
  ///
  /// Rejects the case and returns the last value if none of `tries` values satisfies the predicate.
  public func filter<Value>(
    tries: Int = 8, _ draw: () -> Value, _ isValid: (Value) -> Bool
  ) -> Value {
    var attempts = 1
    while true {
      begin(.attempt)
      let value = draw()
      let isAccepted = isValid(value)
      end(discarding: !isAccepted)
      if isAccepted { return value }
      if attempts >= tries {
        reject()
        return value
      }
      attempts += 1
    }
  }

  /// Calls one of several closures, chosen by weight; the first is the simplest.
  ///
  /// - Precondition: There is at least one alternative.
  public func oneOf<Value>(_ alternatives: [(weight: Int, draw: () -> Value)]) -> Value {
    span(.node) { alternatives[weighted(alternatives.map(\.weight))].draw() }
  }

  /// Draws a permutation of an array; the given order is the simplest.
  public func shuffled<Value>(_ values: [Value]) -> [Value] {
    var rest = values
    var order: [Value] = []
    while !rest.isEmpty { order.append(rest.remove(at: pick(rest.count))) }
    return order
  }
}

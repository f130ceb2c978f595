/// A reusable way to draw values.
///
/// Optional: a property can call the methods of ``Choices`` directly. Use a generator for values
/// that several properties draw.
public struct Generator<Value>: Sendable {
  /// Draws one value from a source of choices.
  public let draw: @Sendable (Choices) -> Value

  /// Creates a generator from a function that draws a value.
  public init(_ draw: @escaping @Sendable (Choices) -> Value) { self.draw = draw }

  /// Transforms each drawn value.
  public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Generator<Other> {
    Generator<Other> { transform(draw($0)) }
  }

  /// Draws from a generator that depends on a drawn value.
  public func flatMap<Other>(
    _ next: @escaping @Sendable (Value) -> Generator<Other>
  ) -> Generator<Other> {
    Generator<Other> { next(draw($0)).draw($0) }
  }

  /// Draws until a value satisfies a predicate; rejects the case after `tries` values.
  public func filter(
    tries: Int = 8, _ isValid: @escaping @Sendable (Value) -> Bool
  ) -> Generator<Value> {
    Generator { choices in choices.filter(tries: tries, { draw(choices) }, isValid) }
  }

  /// Draws nil or a value with equal probability; nil is the simplest.
  public var optional: Generator<Value?> {
    Generator<Value?> { $0.bool() ? draw($0) : nil }
  }

  /// Draws arrays; see ``Choices/array(_:average:of:)``.
  public func array(_ counts: ClosedRange<Int> = 0...50, average: Int = 6) -> Generator<[Value]> {
    Generator<[Value]> { choices in
      choices.array(counts, average: average) { draw(choices) }
    }
  }
}

extension Generator {
  /// Always returns the same value and draws nothing.
  public static func constant(_ value: Value) -> Generator where Value: Sendable {
    Generator { _ in value }
  }

  /// Draws an element of an array with equal probability; the first is the simplest.
  ///
  /// - Precondition: The array is not empty.
  public static func one(of values: [Value]) -> Generator where Value: Sendable {
    Generator { $0.pick(values) }
  }

  /// Draws from one of several generators, chosen by weight; the first is the simplest.
  ///
  /// - Precondition: There is at least one alternative.
  public static func frequency(_ alternatives: [(weight: Int, generator: Generator)]) -> Generator {
    Generator { choices in
      choices.oneOf(
        alternatives.map { alternative in
          (alternative.weight, { alternative.generator.draw(choices) })
        })
    }
  }

  /// Draws recursive values, nested at most `depth` levels deep; a leaf is the simplest.
  ///
  /// All levels have the same span label, so shrinking can replace a value by one nested in it.
  public static func recursive(
    depth: Int, leaf: Generator,
    node: @escaping @Sendable (_ inner: Generator) -> Generator
  ) -> Generator {
    Generator { choices in
      choices.span(.node) {
        let isNode = depth > 0 ? choices.bool() : choices.forced(false)
        guard isNode else { return leaf.draw(choices) }
        return node(recursive(depth: depth - 1, leaf: leaf, node: node)).draw(choices)
      }
    }
  }
}

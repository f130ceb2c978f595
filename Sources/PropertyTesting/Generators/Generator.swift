/// A way to draw values that has a name and can be passed on.
///
/// Nothing needs one: drawing is a call of ``Choices``. It is for what is drawn in many places.
public struct Generator<Value>: Sendable {
  /// Draws one value.
  public let draw: @Sendable (Choices) -> Value

  /// A generator of what a function draws.
  public init(_ draw: @escaping @Sendable (Choices) -> Value) { self.draw = draw }

  /// Makes something of what is drawn.
  public func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Generator<Other> {
    Generator<Other> { transform(draw($0)) }
  }

  /// Draws what depends on what was drawn.
  public func flatMap<Other>(
    _ next: @escaping @Sendable (Value) -> Generator<Other>
  ) -> Generator<Other> {
    Generator<Other> { next(draw($0)).draw($0) }
  }

  /// Draws until something fits, a few times; else the case is rejected, and nothing is thrown.
  public func filter(
    tries: Int = 8, _ fits: @escaping @Sendable (Value) -> Bool
  ) -> Generator<Value> {
    Generator { choices in choices.filter(tries: tries, { draw(choices) }, fits) }
  }

  /// Nil, the simplest, or a value.
  public var optional: Generator<Value?> {
    Generator<Value?> { $0.bool() ? draw($0) : nil }
  }

  /// Arrays of a count within a range.
  public func array(_ counts: ClosedRange<Int> = 0...50, average: Int = 6) -> Generator<[Value]> {
    Generator<[Value]> { choices in
      choices.array(counts, average: average) { draw(choices) }
    }
  }
}

extension Generator {
  /// Always the same.
  public static func constant(_ value: Value) -> Generator where Value: Sendable {
    Generator { _ in value }
  }

  /// One of some values, the first the simplest.
  ///
  /// - Precondition: There is at least one.
  public static func one(of values: [Value]) -> Generator where Value: Sendable {
    Generator { $0.pick(values) }
  }

  /// One of some generators, as often as their weights say; the first is the simplest.
  ///
  /// - Precondition: There is at least one.
  public static func frequency(_ ways: [(weight: Int, generator: Generator)]) -> Generator {
    Generator { choices in
      choices.oneOf(ways.map { way in (way.weight, { way.generator.draw(choices) }) })
    }
  }

  /// Values that contain values of their kind, at most `depth` deep; the leaf is the simplest.
  ///
  /// Each is a part of one kind, so shrinking can put an inner one in the place of an outer one.
  public static func recursive(
    depth: Int, leaf: Generator,
    node: @escaping @Sendable (_ inner: Generator) -> Generator
  ) -> Generator {
    Generator { choices in
      choices.span(.node) {
        let goesOn = depth > 0 ? choices.bool() : choices.forced(false)
        guard goesOn else { return leaf.draw(choices) }
        return node(recursive(depth: depth - 1, leaf: leaf, node: node)).draw(choices)
      }
    }
  }
}

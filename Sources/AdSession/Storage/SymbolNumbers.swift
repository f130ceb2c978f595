/// The row that a symbol has in each table of the state.
///
/// There is one row per symbol, so that a new session clears one block of memory.
@usableFromInline
struct SymbolNumbers: Sendable {
  /// The tables whose rows are named by symbols.
  @usableFromInline
  enum Space: Int {
    case ad, request, unit, scene, load, mapped
  }

  @usableFromInline static var width: Int { 6 }
  @usableFromInline var numbers = Table<OptionalIndex<Symbol>>()

  /// Removes every number; symbols have ids below `symbols`.
  mutating func clear(_ symbols: Int) {
    numbers.removeAll()
    _ = numbers.append(repeating: .none, count: symbols &* Self.width)
  }

  @inlinable @inline(__always)
  func number(_ symbol: Symbol, in space: Space) -> Int? {
    let index = Int(symbol.id) &* Self.width &+ space.rawValue
    return index < numbers.count ? numbers[index].index : nil
  }

  mutating func set(_ symbol: Symbol, in space: Space, to number: Int) {
    let index = Int(symbol.id) &* Self.width &+ space.rawValue
    // A session that is still being recorded gains symbols.
    if index >= numbers.count {
      _ = numbers.append(repeating: .none, count: index &+ Self.width &- numbers.count)
    }
    numbers[index] = OptionalIndex(number)
  }
}

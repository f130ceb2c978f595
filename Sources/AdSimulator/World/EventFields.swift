public import AdSession

extension Event {
  /// Sets a flag; nil leaves it absent.
  mutating func set(_ flag: UInt16, _ value: Bool?) {
    guard let value else { return }
    flagsPresent |= flag
    if value { flags |= flag } else { flags &= ~flag }
  }

  /// Sets the first number of the kind; nil leaves it absent.
  mutating func setFirst(_ number: Int64?) {
    guard let number else { return }
    numberA = number
    numbersPresent |= 1
  }

  /// Sets the second number of the kind; nil leaves it absent.
  mutating func setSecond(_ number: Int64?) {
    guard let number else { return }
    numberB = number
    numbersPresent |= 2
  }
}

/// A place for ads: a unit with its format, in a scene.
public struct AdPlace: Hashable, Sendable {
  /// The ad unit, as a symbol of the trace.
  public var unit: Symbol
  /// The format of the unit.
  public var format: Word
  /// The scene; absent in an app with a single window.
  public var scene: Symbol

  /// Creates a place, by default in an app with a single window.
  public init(unit: Symbol, format: Word, scene: Symbol = .absent) {
    self.unit = unit
    self.format = format
    self.scene = scene
  }
}

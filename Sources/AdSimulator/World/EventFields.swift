public import AdSession

extension Event {
  /// Sets a truth value.
  mutating func set(_ flag: UInt16, _ value: Bool?) {
    guard let value else { return }
    flagsPresent |= flag
    if value { flags |= flag } else { flags &= ~flag }
  }

  /// Sets the first number of the kind.
  mutating func setFirst(_ number: Int64?) {
    guard let number else { return }
    numberA = number
    numbersPresent |= 1
  }

  /// Sets the second number of the kind.
  mutating func setSecond(_ number: Int64?) {
    guard let number else { return }
    numberB = number
    numbersPresent |= 2
  }
}

/// Where an ad of a unit is shown: the unit with its format, in a scene.
public struct AdPlace: Hashable, Sendable {
  /// The ad unit.
  public var unit: Symbol
  /// The format.
  public var format: Word
  /// The scene; absent: the only one.
  public var scene: Symbol

  /// Makes a place.
  public init(unit: Symbol, format: Word, scene: Symbol = .absent) {
    self.unit = unit
    self.format = format
    self.scene = scene
  }
}

public import AdSession

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

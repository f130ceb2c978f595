public import AdSession

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

public import AdSession

/// Where ads of one unit are shown: the unit with its format, in a scene.
public struct Place: Hashable, Sendable {
  /// The ad unit.
  public var unit: Symbol
  /// The format; a unit has one format for good.
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

/// A moment on both clocks.
public struct Instant: Equatable, Sendable {
  /// Milliseconds since the session began, on the clock that goes on in sleep.
  public var t: Int64
  /// The wall clock, milliseconds since 1970-01-01T00:00:00Z.
  public var wall: Int64

  /// Makes a moment.
  public init(t: Int64, wall: Int64) {
    self.t = t
    self.wall = wall
  }
}

/// An app-open show of an earlier session of the install: what a daily cap outlives a process by.
public struct PastShow: Equatable, Sendable {
  /// The wall clock, milliseconds since 1970-01-01T00:00:00Z.
  public var wall: Int64
  /// Its local day, by the zone that was in force, as days since 1970-01-01.
  public var day: Int64

  /// Makes the record of a show on a local day.
  public init(wall: Int64, day: Int64) {
    self.wall = wall
    self.day = day
  }
}

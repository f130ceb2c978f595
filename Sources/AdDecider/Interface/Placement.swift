public import AdSession

/// An ad unit in a scene.
public struct Placement: Hashable, Sendable {
  /// The ad unit ID.
  public var unit: Symbol
  /// The ad format; a unit has one format, which never changes.
  public var format: Word
  /// The scene; absent in an app with a single scene.
  public var scene: Symbol

  /// Creates the placement of a unit; without a scene, for an app with a single scene.
  public init(unit: Symbol, format: Word, scene: Symbol = .absent) {
    self.unit = unit
    self.format = format
    self.scene = scene
  }

  /// The placement of the unit of an event, in the scene of the event.
  package init(of event: Event) {
    self.init(unit: event.unit, format: event.format, scene: event.scene)
  }
}

/// A point in time on both clocks of a journal.
public struct Instant: Equatable, Sendable {
  /// Milliseconds since the session began, by a monotonic clock that includes sleep.
  public var t: Int64
  /// The wall clock in milliseconds since 1970-01-01T00:00:00Z.
  public var wall: Int64

  /// Creates a point in time from both clocks, in milliseconds.
  public init(t: Int64, wall: Int64) {
    self.t = t
    self.wall = wall
  }
}

/// An app-open show of an earlier session of the same install, which counts for the daily cap.
public struct PastShow: Equatable, Sendable {
  /// The wall clock in milliseconds since 1970-01-01T00:00:00Z.
  public var wall: Int64
  /// The local day by the time zone of that session, as days since 1970-01-01.
  public var day: Int64

  /// Creates a show at a wall-clock time in milliseconds, on a local day since 1970-01-01.
  public init(wall: Int64, day: Int64) {
    self.wall = wall
    self.day = day
  }
}

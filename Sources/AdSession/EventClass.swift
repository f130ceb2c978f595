/// The classes of events; a session says in `captures` which of them its app records.
public enum EventClass: UInt8, CaseIterable, Sendable {
  /// `session`
  case session
  /// `app`
  case app
  /// `lock`
  case lock
  /// `splash`
  case splash
  /// `user`
  case user
  /// `suppress`
  case suppress
  /// `scene`
  case scene
  /// `window`
  case window
  /// `consent`
  case consent
  /// `load`
  case load
  /// `present`
  case present
  /// `decision`
  case decision
  /// `fit`
  case fit
  /// `delegate`
  case delegate
  /// `handler`
  case handler
  /// `revenue`
  case revenue
  /// `reward`
  case reward
  /// `grant`
  case grant
  /// `video`
  case video
  /// `native`
  case native
  /// `visibility`
  case visibility
  /// `adapter`
  case adapter

  /// The name in a journal.
  public var name: String { Self.names[Int(rawValue)] }

  static let names = [
    "session", "app", "lock", "splash", "user", "suppress", "scene", "window", "consent", "load",
    "present", "decision", "fit", "delegate", "handler", "revenue", "reward", "grant", "video",
    "native", "visibility", "adapter",
  ]
}

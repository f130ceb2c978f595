/// Filters the life-cycle notifications of app and scenes, so that each change is recorded once.
///
/// An app with scenes receives each change from the app and from every scene, in no guaranteed
/// order, and perhaps also from the app's own calls. If one scene leaves the foreground and another
/// stays, the app does not change. Notifications of scenes count only if the app itself has sent
/// none.
public struct AppPhases: Sendable {
  /// The phase of the app or of one scene.
  public enum Phase: Int, Comparable, Sendable {
    /// Not visible.
    case background
    /// Visible, without input.
    case inactive
    /// Visible, with input.
    case active

    /// Orders the phases from background to active.
    public static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
  }

  /// A life-cycle notification.
  public enum Signal: Sendable {
    /// The app or scene became active.
    case becameActive
    /// The app or scene will resign active.
    case resignedActive
    /// The app or scene entered the background.
    case enteredBackground
    /// The app or scene will enter the foreground.
    case enteringForeground

    /// The phase after this notification.
    public var phase: Phase {
      switch self {
      case .becameActive: .active
      case .resignedActive, .enteringForeground: .inactive
      case .enteredBackground: .background
      }
    }
  }

  /// The current phase of the app; `nil` if it is unknown.
  public private(set) var phase: Phase?
  private var scenes: [String: Phase] = [:]
  private var receivedFromApp = false

  /// Creates a filter for an app in a phase; `nil` if it is unknown, as during a launch.
  public init(phase: Phase? = nil) { self.phase = phase }

  /// Handles a notification of the app; returns whether it is a change.
  public mutating func handleApp(_ signal: Signal) -> Bool {
    receivedFromApp = true
    return enter(signal)
  }

  /// Handles a notification of a scene; returns the change of the app, `nil` for none.
  public mutating func handleScene(_ name: String, _ signal: Signal) -> Signal? {
    // During a launch the first scene enters the foreground before the app's phase is known.
    if signal == .enteringForeground, phase == nil, !receivedFromApp {
      scenes[name] = signal.phase
      return nil
    }
    return move(name, to: signal.phase)
  }

  /// Sets the phase of a scene, `nil` if it disconnected; returns the change of the app, `nil` for
  /// none.
  public mutating func move(_ name: String, to phase: Phase?) -> Signal? {
    scenes[name] = phase
    guard !receivedFromApp, let foremost = scenes.values.max() else { return nil }
    let signal = Self.signal(from: self.phase, to: foremost)
    return signal.flatMap { enter($0) ? $0 : nil }
  }

  private static func signal(from old: Phase?, to new: Phase) -> Signal? {
    switch new {
    case .active: .becameActive
    case .background: .enteredBackground
    case .inactive: old == .background ? .enteringForeground : .resignedActive
    }
  }

  /// Enters the phase of a notification; returns whether that is a change.
  ///
  /// An `enteringForeground` without a background before it belongs to a launch and is ignored. A
  /// `resignedActive` in an unknown phase is a change: the app was active before recording began.
  private mutating func enter(_ signal: Signal) -> Bool {
    switch signal {
    case .becameActive where phase == .active: return false
    case .resignedActive where phase == .inactive || phase == .background: return false
    case .enteredBackground where phase == .background: return false
    case .enteringForeground where phase != .background: return false
    default: break
    }
    phase = signal.phase
    return true
  }
}

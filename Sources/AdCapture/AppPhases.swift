/// Tells which notifications of app and scenes are news, so that each change is recorded once.
///
/// An app with scenes gets each change from the app and from every scene, in an order that nobody
/// promises, and perhaps from the app's own calls, too. One scene that leaves while another stays
/// is no change of the app. What an app says itself outweighs its scenes: they speak for it only
/// where it was never heard.
public struct AppPhases: Sendable {
  /// Where the app, or one scene, is.
  public enum Phase: Int, Comparable, Sendable {
    /// Not visible.
    case background
    /// Visible, not taking input.
    case inactive
    /// In use.
    case active

    /// Whether it is further from the user.
    public static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
  }

  /// What a notification says.
  public enum Signal: Sendable {
    /// Did become active.
    case becameActive
    /// Will resign active.
    case resignedActive
    /// Did enter background.
    case enteredBackground
    /// Will enter foreground.
    case enteringForeground

    /// The phase that begins with it.
    public var phase: Phase {
      switch self {
      case .becameActive: .active
      case .resignedActive, .enteringForeground: .inactive
      case .enteredBackground: .background
      }
    }
  }

  /// Where the app is; nil before anybody said it.
  public private(set) var phase: Phase?
  private var scenes: [String: Phase] = [:]
  private var heardApp = false

  /// Begins where the app is; nil where that is not known, as while it is launched.
  public init(phase: Phase? = nil) { self.phase = phase }

  /// What the app itself says; whether that is news.
  public mutating func app(_ signal: Signal) -> Bool {
    heardApp = true
    return enter(signal)
  }

  /// What a scene says; what that means for the app, nil for nothing new.
  public mutating func scene(_ name: String, _ signal: Signal) -> Signal? {
    // The first scene of a launch comes to the foreground before anything is known of the app.
    if signal == .enteringForeground, phase == nil, !heardApp {
      scenes[name] = signal.phase
      return nil
    }
    return move(name, to: signal.phase)
  }

  /// A scene that is there, or is gone; what that means for the app, nil for nothing new.
  public mutating func move(_ name: String, to phase: Phase?) -> Signal? {
    scenes[name] = phase
    guard !heardApp, let foremost = scenes.values.max() else { return nil }
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

  /// A launch ends in an `enteringForeground` that follows no background, and in a `resignedActive`
  /// only where the app was active before anybody listened.
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

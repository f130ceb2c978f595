/// The running app.
@MainActor open class UIApplication: UIResponder {
  /// Whether the app is in front.
  public enum State: Int, Sendable {
    /// In front, taking input.
    case active = 0
    /// In front, not taking input.
    case inactive = 1
    /// Not visible.
    case background = 2
  }

  /// The one of the process.
  public static let shared = UIApplication()
  /// Whether it is in front; tests set it.
  public var applicationState = State.inactive
  /// Its scenes; tests set them.
  public var connectedScenes: Set<UIScene> = []
  /// Whether files can be read that are protected while the device is locked; tests set it.
  public var isProtectedDataAvailable = true
  /// Whether the app can have several scenes; tests set it.
  public var supportsMultipleScenes = false

  /// Posted when launching is done.
  public nonisolated static let didFinishLaunchingNotification =
    Notification.Name("UIApplicationDidFinishLaunching")
  /// Posted when the app has become active.
  public nonisolated static let didBecomeActiveNotification =
    Notification.Name("UIApplicationDidBecomeActive")
  /// Posted before the app stops being active.
  public nonisolated static let willResignActiveNotification =
    Notification.Name("UIApplicationWillResignActive")
  /// Posted when the app can be seen no more.
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UIApplicationDidEnterBackground")
  /// Posted before the app can be seen.
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UIApplicationWillEnterForeground")
  /// Posted before the app ends.
  public nonisolated static let willTerminateNotification =
    Notification.Name("UIApplicationWillTerminate")
  /// Posted when memory is short.
  public nonisolated static let didReceiveMemoryWarningNotification =
    Notification.Name("UIApplicationDidReceiveMemoryWarning")
  /// Posted at midnight, and when clock or zone are changed.
  public nonisolated static let significantTimeChangeNotification =
    Notification.Name("UIApplicationSignificantTimeChange")
  /// Posted before protected files become unreadable: the device was locked.
  public nonisolated static let protectedDataWillBecomeUnavailableNotification =
    Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
  /// Posted when protected files are readable again.
  public nonisolated static let protectedDataDidBecomeAvailableNotification =
    Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")

  /// Names a piece of work that may go on for a while in the background.
  public typealias BackgroundTask = UIBackgroundTaskIdentifier
  private var newestTask = 0
  /// The pieces of work that have begun and not ended.
  public private(set) var backgroundTasks: Set<UIBackgroundTaskIdentifier> = []

  /// Asks for time in the background.
  public func beginBackgroundTask(
    withName name: String?, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    newestTask += 1
    let task = UIBackgroundTaskIdentifier(rawValue: newestTask)
    backgroundTasks.insert(task)
    return task
  }

  /// Gives that time back.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks.remove(identifier)
  }
}

/// Names a piece of work that may go on for a while in the background.
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
  /// Its number.
  public var rawValue: Int
  /// Makes a name.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// No piece of work.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The device.
@MainActor open class UIDevice: NSObject {
  /// The one that the app runs on.
  public static let current = UIDevice()
  /// The name of its system.
  public var systemName: String { "iOS" }
  /// The version of its system.
  public var systemVersion: String { "26.1" }
}

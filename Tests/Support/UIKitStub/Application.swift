/// The application object.
@MainActor open class UIApplication: UIResponder {
  /// The state of the app.
  public enum State: Int, Sendable {
    /// Visible, with input.
    case active = 0
    /// Visible, without input.
    case inactive = 1
    /// Not visible.
    case background = 2
  }

  /// The application of the process.
  public static let shared = UIApplication()
  /// The state of the app; tests set it.
  public var applicationState = State.inactive
  /// The connected scenes; tests set them.
  public var connectedScenes: Set<UIScene> = []
  /// Whether protected files are readable; tests set it.
  public var isProtectedDataAvailable = true
  /// Whether the app supports several scenes; tests set it.
  public var supportsMultipleScenes = false

  /// Posted after the launch.
  public nonisolated static let didFinishLaunchingNotification =
    Notification.Name("UIApplicationDidFinishLaunching")
  /// Posted after the app became active.
  public nonisolated static let didBecomeActiveNotification =
    Notification.Name("UIApplicationDidBecomeActive")
  /// Posted before the app resigns active.
  public nonisolated static let willResignActiveNotification =
    Notification.Name("UIApplicationWillResignActive")
  /// Posted after the app entered the background.
  public nonisolated static let didEnterBackgroundNotification =
    Notification.Name("UIApplicationDidEnterBackground")
  /// Posted before the app enters the foreground.
  public nonisolated static let willEnterForegroundNotification =
    Notification.Name("UIApplicationWillEnterForeground")
  /// Posted before the app terminates.
  public nonisolated static let willTerminateNotification =
    Notification.Name("UIApplicationWillTerminate")
  /// Posted on a memory warning.
  public nonisolated static let didReceiveMemoryWarningNotification =
    Notification.Name("UIApplicationDidReceiveMemoryWarning")
  /// Posted at midnight and after changes of clock or time zone.
  public nonisolated static let significantTimeChangeNotification =
    Notification.Name("UIApplicationSignificantTimeChange")
  /// Posted before protected files become unreadable because the device was locked.
  public nonisolated static let protectedDataWillBecomeUnavailableNotification =
    Notification.Name("UIApplicationProtectedDataWillBecomeUnavailable")
  /// Posted after protected files became readable.
  public nonisolated static let protectedDataDidBecomeAvailableNotification =
    Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")

  /// The identifier of a background task.
  public typealias BackgroundTask = UIBackgroundTaskIdentifier
  private var newestTask = 0
  /// The background tasks that have not ended.
  public private(set) var backgroundTasks: Set<UIBackgroundTaskIdentifier> = []

  /// Begins a background task.
  public func beginBackgroundTask(
    withName name: String?, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    newestTask += 1
    let task = UIBackgroundTaskIdentifier(rawValue: newestTask)
    backgroundTasks.insert(task)
    return task
  }

  /// Ends a background task.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    backgroundTasks.remove(identifier)
  }
}

/// The identifier of a background task.
public struct UIBackgroundTaskIdentifier: Hashable, Sendable {
  /// The number of the task.
  public var rawValue: Int
  /// Creates an identifier from text.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The identifier of no task.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// The device.
@MainActor open class UIDevice: NSObject {
  /// The current device.
  public static let current = UIDevice()
  /// The name of the operating system.
  public var systemName: String { "iOS" }
  /// The version of the operating system.
  public var systemVersion: String { "26.1" }
}

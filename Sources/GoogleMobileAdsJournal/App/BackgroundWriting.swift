internal import AdRecording

#if canImport(GoogleMobileAds) && canImport(UIKit)
  internal import UIKit

  /// Has the journal written before the system suspends the app.
  @MainActor enum BackgroundWriting {
    /// Asks for time, writes, and gives the time back, once.
    static func begin(_ application: UIApplication, _ session: SessionRecorder) {
      let task = TaskName()
      task.name = application.beginBackgroundTask(withName: "adjournal") {
        task.end(application)
      }
      Task {
        _ = await session.drain()
        task.end(application)
      }
    }

    /// The name of the work, until it has ended.
    @MainActor private final class TaskName {
      var name = UIBackgroundTaskIdentifier.invalid

      func end(_ application: UIApplication) {
        if name != .invalid { application.endBackgroundTask(name) }
        name = .invalid
      }
    }
  }
#endif

internal import AdRecording

#if canImport(UIKit)
  internal import UIKit

  /// Writes the journal before the system suspends the app.
  @MainActor enum BackgroundWriting {
    /// Starts a background task, writes all records and ends the task.
    static func begin(_ application: UIApplication, _ session: SessionRecorder) {
      let task = BackgroundTask()
      task.identifier = application.beginBackgroundTask(withName: "adjournal") {
        task.end(application)
      }
      Task {
        _ = await session.drain()
        task.end(application)
      }
    }

    /// A background task that is ended once.
    @MainActor private final class BackgroundTask {
      var identifier = UIBackgroundTaskIdentifier.invalid

      func end(_ application: UIApplication) {
        if identifier != .invalid { application.endBackgroundTask(identifier) }
        identifier = .invalid
      }
    }
  }
#endif

internal import AdRecording

// The stub of UIKit for tests on Linux is no app.
#if canImport(UIKit) && canImport(Darwin)
  internal import AppJournal
  internal import Foundation
  internal import UIKit

  /// Records the life cycle, windows, lock and connection of the app, so that callers need not.
  final class NativeApp: Sendable {
    @MainActor private final class Observing {
      var observer: AppObserver?
      nonisolated init() {}
    }

    private let observing = Observing()

    /// Begins to observe: at once on the main thread, else as soon as it is free.
    init(_ session: SessionRecorder) {
      let observing = observing
      Self.onMain { observing.observer = AppObserver(AdRecorder(session)) }
    }

    /// Stops to observe.
    func end() {
      let observing = observing
      Self.onMain { observing.observer = nil }
    }

    /// The facts of this app; nil on another thread than the main one.
    ///
    /// The name and the version of the SDK are empty.
    static var facts: SessionFacts? {
      guard Thread.isMainThread else { return nil }
      return MainActor.assumeIsolated {
        .thisApp(build: .unknown, launchCount: nil, sdk: "", sdkVersion: "")
      }
    }

    private static func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
      if Thread.isMainThread {
        MainActor.assumeIsolated(body)
      } else {
        DispatchQueue.main.async(execute: body)
      }
    }
  }
#else
  /// Records nothing: there is no app to observe.
  struct NativeApp {
    init(_ session: SessionRecorder) {}
    func end() {}
    static var facts: SessionFacts? { nil }
  }
#endif

public import AdRecording

#if canImport(UIKit)
  public import AdCapture
  internal import AdVocabulary
  internal import Foundation
  internal import Platform
  public import UIKit

  /// Records the ads of an SDK in an app, from the load to the end of each ad.
  ///
  /// ```swift
  /// let session = SessionRecorder(folder: folder, facts: .thisApp(build: .release))
  /// let recorder = AdRecorder(session)
  /// let observer = AppObserver(recorder)              // the app's life cycle, windows, lock, time
  /// recorder.record(.consentUpdated(canRequestAds: true))
  /// recorder.record(.sdkStarted)
  ///
  /// let ad = try await recorder.load(InterstitialAd.self, with: unit, reason: .launch)
  /// ad.delegate = self
  /// ad.paidEventHandler = { value in … }
  /// ad.present(from: self, trigger: .transition)
  /// ```
  ///
  /// The app's delegates and handlers are called as without a recorder: the same calls, in the same
  /// order, on the same threads. Each call is recorded first. Record events that the SDK does not
  /// report with one line each, such as `recorder.splashBegan()`.
  public final class AdRecorder: Sendable {
    /// The session to which all events are recorded.
    public let session: SessionRecorder
    private let lock = NSLock()
    nonisolated(unsafe) private var names = NameSupply()
    nonisolated(unsafe) private var loads = OpenLoads()
    nonisolated(unsafe) private var scenes = SceneNames()
    nonisolated(unsafe) private var attached: [ObjectIdentifier: Attached] = [:]
    /// The state that all observers of the app share; `nil` before the first observer.
    @MainActor var app: ObservedApp?
    /// The main queue; set before the first use.
    nonisolated(unsafe) var main = MainQueue.system

    /// Creates a recorder of a session.
    public init(_ session: SessionRecorder) { self.session = session }

    /// Records an event that the SDK does not report.
    public func record(_ event: some VocabularyEvent) { session.record(event) }

    /// Returns a new name of a kind.
    public func name(_ kind: NameSupply.Kind) -> String { lock.withLock { names.next(kind) } }

    /// Nanoseconds of a clock that never goes back; only differences have a meaning.
    public static var uptime: Int64 { SystemCalls.live.now() }

    /// Sets the number of windows that the app can have.
    func expect(_ windows: SceneNames.Windows) { lock.withLock { scenes.windows = windows } }

    /// Starts a load, so that calls of adapters can be assigned to it; returns its names.
    func beginLoad(_ unit: String, _ format: Recorded.Format) -> OpenLoads.Load {
      lock.withLock {
        let load = OpenLoads.Load(
          request: names.next(.request), ad: names.next(.ad), unit: unit, format: format)
        loads.begin(load)
        return load
      }
    }

    /// Ends a load.
    func endLoad(_ request: String) { lock.withLock { loads.end(request: request) } }

    /// Returns the load that a call of an adapter serves; `nil` if it is ambiguous.
    public func openLoad(of format: Recorded.Format) -> OpenLoads.Load? {
      lock.withLock { loads.only(of: format) }
    }
  }

  // What covers the app is recorded if an `AppObserver` observes the app.
  extension AdRecorder {
    /// Notes what is presented before an ad is.
    @MainActor public func showIsRequested() {
      guard session.captures(.cover), main.isCurrent(), let app else { return }
      app.covers.showIsRequested(over: app.activeObserver?.visibleScenes ?? [])
    }

    /// Notes which view controller shows the ad, after the callback that reports it.
    func adIsVisible() {
      onMain(after: 0) { $0.app.covers.adIsVisible(in: $0.visibleScenes) }
    }

    /// Records what covers the app a second after an ad was dismissed.
    func adIsDismissed() { onMain(after: 1) { $0.observeCover(.afterDismissal) } }

    private func onMain(
      after seconds: Double, _ body: @escaping @MainActor @Sendable (AppObserver) -> Void
    ) {
      guard session.captures(.cover) else { return }
      main.run(seconds) { [weak self] in
        if let observer = self?.app?.activeObserver { body(observer) }
      }
    }
  }

  /// The recorder of an object of the SDK.
  private struct Attached {
    weak var object: AnyObject?
    weak var recorder: AnyObject?
  }

  extension AdRecorder {
    /// Returns the recorder of an object of the SDK; `nil` if it has none.
    public func recorder<Recorder: AnyObject>(of object: AnyObject) -> Recorder? {
      lock.withLock {
        let attached = attached[ObjectIdentifier(object)]
        return attached?.object === object ? attached?.recorder as? Recorder : nil
      }
    }

    /// Attaches a recorder to an object of the SDK, which retains it.
    public func attach(_ recorder: AnyObject, to object: AnyObject) {
      Lifetime.keep(recorder, with: object)
      lock.withLock {
        attached = attached.filter { $0.value.object != nil }
        attached[ObjectIdentifier(object)] = Attached(object: object, recorder: recorder)
      }
    }

    /// Returns the recorder of an object of the SDK, after attaching a new one if it has none.
    public func attachedRecorder<Recorder: AnyObject>(of object: AnyObject, _ make: () -> Recorder)
      -> Recorder
    {
      if let known: Recorder = recorder(of: object) { return known }
      let new = make()
      attach(new, to: object)
      return new
    }

    /// Returns the name of a scene in the journal: `s-1`, `s-2` and so on, in the order of first
    /// use.
    public func name(of scene: UIScene) -> String {
      lock.withLock { scenes.name(of: ObjectIdentifier(scene)) }
    }

    /// Removes a scene that disconnected.
    func forget(_ scene: UIScene) { lock.withLock { scenes.forget(ObjectIdentifier(scene)) } }

    /// Returns the name of a scene, if there is one.
    public func name(ofAny scene: UIScene?) -> String? { scene.map { name(of: $0) } }

    /// Returns the name of the scene of a load, given the scene of its request.
    public func loadedScene(_ request: UIScene?) -> String? {
      let request = name(ofAny: request)
      return lock.withLock { scenes.loaded(request: request) }
    }

    /// Returns the name of the scene of a presentation.
    public func presentedScene(load: String?, presenting: UIScene?) -> String? {
      let presenting = name(ofAny: presenting)
      return lock.withLock { scenes.presented(load: load, presenting: presenting) }
    }
  }
#endif

public import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import AdSession
  internal import Foundation
  public import GoogleMobileAds

  /// Records what the Google Mobile Ads SDK does in an app, from a load to the end of its ad.
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
  /// The app's delegate and handlers are called as the SDK would call them without a recorder: the
  /// same calls, in the same order, on the same threads; each is recorded just before. What the SDK
  /// does not tell is one line each: `recorder.record(.splashBegan())`.
  public final class AdRecorder: Sendable {
    /// The session that everything goes to.
    public let session: SessionRecorder
    private let lock = NSLock()
    nonisolated(unsafe) private var names = NameSupply()
    nonisolated(unsafe) private var loads = OpenLoads()
    nonisolated(unsafe) private var scenes = SceneNames()
    nonisolated(unsafe) private var kept: [ObjectIdentifier: Kept] = [:]
    #if canImport(UIKit)
      /// What those who observe the app have recorded; nil: nobody does yet.
      @MainActor var app: ObservedApp?
    #endif

    /// Records into a session.
    public init(_ session: SessionRecorder) { self.session = session }

    /// Takes an event that no SDK tells, or that the app knows better.
    public func record(_ event: some VocabularyEvent) { session.record(event) }

    /// The next name of a kind.
    func name(_ kind: NameSupply.Kind) -> String { lock.withLock { names.next(kind) } }

    /// Says how many windows the app can have.
    func expect(_ windows: SceneNames.Windows) { lock.withLock { scenes.windows = windows } }

    /// Notes the beginning of a load, so that adapters find it; its names.
    func beginLoad(_ unit: String, _ format: Recorded.Format) -> OpenLoads.Load {
      lock.withLock {
        let load = OpenLoads.Load(
          request: names.next(.request), ad: names.next(.ad), unit: unit, format: format)
        loads.begin(load)
        return load
      }
    }

    /// Notes the end of a load.
    func endLoad(_ request: String) { lock.withLock { loads.end(request: request) } }

    /// The load that an adapter's call serves; nil where that cannot be told.
    func openLoad(of format: Recorded.Format) -> OpenLoads.Load? {
      lock.withLock { loads.only(of: format) }
    }
  }

  /// The recorder of an object of the SDK, for as long as there is the object.
  private struct Kept {
    weak var object: AnyObject?
    weak var recorder: AnyObject?
  }

  extension AdRecorder {
    /// The native ad under its name in the journal; nil for one that was not loaded here.
    public func recorded(_ ad: NativeAd) -> RecordedNativeAd? { recorder(of: ad) }

    private func recorder<Recorder: AnyObject>(of object: AnyObject) -> Recorder? {
      lock.withLock {
        let kept = kept[ObjectIdentifier(object)]
        return kept?.object === object ? kept?.recorder as? Recorder : nil
      }
    }

    /// Knows an object of the SDK by its recorder from now on, and forgets those that are gone.
    func keep(_ recorder: AnyObject, for object: AnyObject) {
      Lifetime.tie(recorder, to: object)
      lock.withLock {
        kept = kept.filter { $0.value.object != nil }
        kept[ObjectIdentifier(object)] = Kept(object: object, recorder: recorder)
      }
    }

    /// The recorder that an object of the SDK has, else a new one, which is kept as long as the object.
    func keep<Recorder: AnyObject>(for object: AnyObject, _ make: () -> Recorder) -> Recorder {
      if let known: Recorder = recorder(of: object) { return known }
      let new = make()
      keep(new, for: object)
      return new
    }

    /// The name of a scene in the journal: `s-1`, `s-2` in the order in which they were seen.
    public func name(of scene: UIScene) -> String {
      lock.withLock { scenes.name(of: ObjectIdentifier(scene)) }
    }

    /// Forgets a scene that is gone.
    func forget(_ scene: UIScene) { lock.withLock { scenes.forget(ObjectIdentifier(scene)) } }

    /// The name of a scene, where there is one.
    func name(ofAny scene: UIScene?) -> String? { scene.map { name(of: $0) } }

    /// The scene for the events of a load.
    func loadedScene(_ request: UIScene?) -> String? {
      let request = name(ofAny: request)
      return lock.withLock { scenes.loaded(request: request) }
    }

    /// The scene for the events of a presentation.
    func presentedScene(load: String?, presenter: UIScene?) -> String? {
      let presenter = name(ofAny: presenter)
      return lock.withLock { scenes.presented(load: load, presenter: presenter) }
    }
  }
#endif

import AdRecording
import AppJournal
import Foundation

nonisolated extension MAXJournal {
  /// One ad that an object of the SDK loaded.
  ///
  /// It lives as long as the SDK's ad, or as the object holds the ad, and records `ad.discarded` at
  /// the latest when it is released.
  final class LoadedAd: @unchecked Sendable {
    let identity: AdIdentity
    /// The load that delivered the ad first.
    let load: AdLoad
    private let lock = NSLock()
    private var scene: String?
    private var wasShown = false
    private var hasExpired = false
    private var isDiscarded = false

    init(_ identity: AdIdentity, _ load: AdLoad) {
      self.identity = identity
      self.load = load
    }

    deinit { discard(.other) }

    /// The name of the scene in which the ad is presented.
    var presentedScene: String? {
      get { lock.withLock { scene } }
      set { lock.withLock { scene = newValue } }
    }

    /// Whether the show of the ad ended or failed, so that the object holds it no longer.
    var isOver: Bool {
      get { lock.withLock { wasShown } }
      set { lock.withLock { wasShown = newValue } }
    }

    /// Records that the ad expired, once.
    func expire() {
      let isFirst = lock.withLock {
        defer { hasExpired = true }
        return !hasExpired
      }
      if isFirst { identity.record(.adExpired(ad: identity.ad, unit: identity.unit)) }
    }

    /// Records that the ad was discarded, once.
    ///
    /// - Parameter reason: The reason for an ad that was not shown and did not expire.
    func discard(_ reason: Recorded.AdDiscarded.Reason) {
      let known = lock.withLock { () -> Recorded.AdDiscarded.Reason? in
        defer { isDiscarded = true }
        if isDiscarded { return nil }
        return wasShown ? .shown : hasExpired ? .expired : reason
      }
      if let known { identity.discarded(known) }
    }
  }
}

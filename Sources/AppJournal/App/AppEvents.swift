public import AdRecording

#if canImport(UIKit)
  internal import AdCapture
  public import UIKit

  // Events that neither the SDK nor the system reports; the app records each with one line.
  extension AdRecorder {
    /// Records that the app shows its loading screen.
    public func splashBegan(in scene: UIScene? = nil) {
      record(.splashBegan(scene: scene.map { name(of: $0) }))
    }

    /// Records that the app closed its loading screen.
    public func splashFinished(in scene: UIScene? = nil) {
      record(.splashFinished(scene: scene.map { name(of: $0) }))
    }

    /// Records that the app shows its main content.
    public func contentShown(in scene: UIScene? = nil) {
      record(.contentShown(scene: scene.map { name(of: $0) }))
    }

    /// Records an intentional action of the user.
    ///
    /// - Parameters:
    ///   - what: The kind of action, such as `next level`; never text that the user typed or chose.
    ///   - scene: The scene of the action.
    public func userActed(_ what: String? = nil, in scene: UIScene? = nil) {
      record(.userActed(what: what, scene: scene.map { name(of: $0) }))
    }

    /// Records that the app opens something itself, such as a picker or a purchase, and that a
    /// return from it must not show an ad.
    public func suppressionBegan(_ why: Recorded.Why) { record(.suppressionBegan(why: why)) }

    /// Records the end of what ``suppressionBegan(_:)`` recorded.
    public func suppressionEnded(_ why: Recorded.Why) { record(.suppressionEnded(why: why)) }

    /// Records the app's decision to show an ad or not.
    ///
    /// - Parameters:
    ///   - outcome: Whether the app shows an ad.
    ///   - reason: The reason of the decision; `ready` for a show.
    ///   - unit: The ad unit ID.
    ///   - format: The ad format.
    ///   - ad: The name of the ad, `id` of the recorded ad, if there is one.
    ///   - scene: The scene of the decision.
    ///   - remaining: The number of shows left today after this decision.
    ///   - trigger: The trigger of the decision.
    ///   - placement: The app's name of the place of the ad.
    public func decided(
      _ outcome: Recorded.AdShowDecided.Outcome, _ reason: Recorded.AdShowDecided.Reason,
      unit: String, format: Recorded.Format, ad: String? = nil, in scene: UIScene? = nil,
      remaining: Int? = nil, trigger: Recorded.Trigger? = nil, placement: String? = nil
    ) {
      record(
        .adShowDecided(
          unit: unit, format: format, outcome: outcome, reason: reason, ad: ad,
          scene: scene.map { name(of: $0) }, remaining: remaining, trigger: trigger,
          placement: placement))
    }

    /// Records that the app passed revenue of an ad on to an analytics service.
    ///
    /// Call it with the very value that you pass on, so that the rules can compare it with the
    /// value that the SDK reported:
    ///
    /// ```swift
    /// ad.paidEventHandler = { [recorder, id = ad.id, unit = ad.unit] value in
    ///   let (amount, currency) = (value.value.doubleValue, value.currencyCode)
    ///   analytics.log(amount, currency)
    ///   recorder.revenueForwarded(amount, currency, of: id, unit: unit, to: .firebase)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - amount: The value in units of the currency.
    ///   - currency: The ISO 4217 code of the currency.
    ///   - ad: The name of the ad in the journal.
    ///   - unit: The ad unit ID.
    ///   - service: The service.
    public func revenueForwarded(
      _ amount: Double, _ currency: String, of ad: String, unit: String,
      to service: Recorded.RevenueForwarded.To
    ) {
      guard let micros = Money.micros(of: amount) else {
        record(
          .note(text: "revenue of ad \(ad) was forwarded as \(amount), which has no micros"))
        return
      }
      record(
        .revenueForwarded(
          ad: ad, unit: unit, to: service, valueMicros: micros, currency: currency))
    }

    /// Asks the user for permission to track, and records the prompt and the answer.
    ///
    /// ```swift
    /// let status = await recorder.trackingPrompt(
    ///   after: ATTrackingManager.trackingAuthorizationStatus
    /// ) { await ATTrackingManager.requestTrackingAuthorization() }
    /// ```
    ///
    /// The system shows its prompt only if the user did not answer it before; otherwise nothing is
    /// recorded. This package does not link the framework AppTrackingTransparency.
    ///
    /// - Parameters:
    ///   - status: The status before the request.
    ///   - request: Requests the authorization; returns the new status.
    @MainActor public func trackingPrompt<Status: RawRepresentable & Sendable>(
      after status: Status, _ request: @MainActor () async -> Status
    ) async -> Status where Status.RawValue == UInt {
      guard status.rawValue == Self.undetermined else { return await request() }
      record(.trackingPromptShown)
      let answer = await request()
      record(.trackingAnswered(status: Self.trackingStatus(answer.rawValue)))
      return answer
    }

    private static var undetermined: UInt { 0 }

    /// The name of a tracking status, by its raw value in the system.
    private static func trackingStatus(_ number: UInt) -> String {
      switch number {
      case undetermined: "not_determined"
      case 1: "restricted"
      case 2: "denied"
      case 3: "authorized"
      default: "unknown"
      }
    }

    /// Records that the app opened a window for an ad; returns its name for ``windowClosed(_:)``.
    @MainActor public func windowShown(_ window: UIWindow) -> String {
      let name = name(.window)
      let level = window.windowLevel.rawValue
      record(
        .windowShown(
          window: name, scene: self.name(ofAny: window.windowScene),
          level: level.magnitude < 1e9 ? Int(level) : nil))
      return name
    }

    /// Records that the app closed a window, given the name from ``windowShown(_:)``.
    public func windowClosed(_ name: String) { record(.windowClosed(window: name)) }
  }
#endif

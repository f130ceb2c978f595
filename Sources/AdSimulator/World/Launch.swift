internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// Records the header, creates the manager, and launches the app.
  func launch(_ makeManager: (World) -> any AdManager) {
    writeHeader()
    for unit in profile.units where !profile.isMultiScene {
      let scene = profile.hasScenes ? symbol("main") : .absent
      app.placements.append(
        Placement(unit: symbol(unit.unit), format: unit.format, scene: scene))
    }
    drawSurroundings()
    let made = makeManager(self)
    manager = made
    made.receive(trace.events[0], at: 0, in: self)
    recordSurroundings()
    if let consent = storage.consent { updateConsent(consent) }
    if profile.hasScenes { openFirstScenes() }
    beginSplash()
    record(.appLaunched) { $0.cold = true }
    app.isLaunched = true
    if faults.contains(.noFill) && choices.bool(probability: 0.3) {
      sdk.failureRate = isUnderTest ? 0.97 : 0.9
    }
    app.sendsTestFlag = choices.bool(probability: 0.6)
    askForConsent()
    startSDK()
    if strikes(.strangeAd, 0.3) { later(drawTime(0...5_000)) { $0.recordStrangeClick() } }
    planContent()
    let isEarly = strikes(.earlyLaunch, 0.5)
    advance(by: isEarly ? drawTime(200...300_000, towards: 5_000) : drawTime(0...200, towards: 50))
    activate()
    let canAsk = isUnderTest && app.hasSplash && faults.contains(.dialogs)
    if canAsk && !isOver && choices.bool() { askForPermission() }
  }

  private func writeHeader() {
    let header = Header()
    header.app = "com.example.\(profile.name)"
    header.appVersion = "4.2.0"
    header.build = profile.isDebug ? .debug : .release
    header.os = profile.isMultiScene ? "iPadOS" : "iOS"
    header.osVersion = "26.1"
    header.device = profile.isMultiScene ? "tablet" : "phone"
    header.sdk = "google-mobile-ads"
    header.sdkVersion = "13.1.0"
    header.install = storage.install
    header.utcOffsetMinutes = clock.utcOffsetMinutes
    storage.launches += 1
    header.launchCount = storage.launches
    if profile.isMultiScene { header.multiScene = true }
    header.captures = profile.captures.reduce(into: ClassSet.always) { $0.insert(ClassSet($1)) }
    header.policy = appUnderTest?.policy ?? Self.policyOfApp.changed(by: drawPolicy())
    app.policy.apply(header.policy)
    trace.header = header
    trace.id = "\(profile.name)-\(storage.install)-\(storage.launches)"
    record(.sessionBegan)
  }

  /// The thresholds without a default, as every simulated app sets them.
  private static let policyOfApp = [
    PolicySetting(.unusedReturns, 3), PolicySetting(.firstAdMinLaunches, 3),
    PolicySetting(.minBackgroundSeconds, 10), PolicySetting(.dailyCap, 20),
    PolicySetting(.interstitialMinGapSeconds, 30), PolicySetting(.clicksPerShow, 5),
    PolicySetting(.clicksPerSession, 100),
  ]

  /// Draws thresholds that differ from the usual ones; usually none.
  func drawPolicy() -> [PolicySetting] {
    guard choices.bool(probability: 0.45) else { return [] }
    return [
      PolicySetting(.dailyCap, choices.pick([20, 1, 2, 1, 3])),
      PolicySetting(.minBackgroundSeconds, Double(drawTime(0...60, towards: 10))),
      PolicySetting(.appOpenMaxAgeSeconds, Double(choices.pick([14_400, 3_600, 7_200]))),
    ]
  }

  private func openFirstScenes() {
    connectFirst()
    if profile.isMultiScene && choices.bool() { connectFirst() }
  }

  private func connectFirst() {
    connectScene()
    if isUnderTest || !profile.isMultiScene { return }
    if let scene = phone.scenes.last?.scene { addPlaces(of: scene) }
  }

  /// Adds the ad placements of a window, in an app with several windows.
  func addPlaces(of scene: Symbol) {
    for unit in profile.units {
      app.placements.append(
        Placement(unit: symbol(unit.unit), format: unit.format, scene: scene))
    }
  }

  private func beginSplash() {
    guard profile.hasSplash else { return }
    app.hasSplash = true
    record(.splashBegan) { $0.scene = splashScene }
  }

  private func askForConsent() {
    if strikes(.consentForms, 0.5) || storage.consent == nil && faults.contains(.consentForms) {
      record(.consentFormShown)
      advance(by: drawTime(200...20_000, towards: 2_000))
      record(.consentFormClosed)
      if choices.bool(probability: 0.3) {
        showTrackingPrompt()
        record(.trackingAnswered) { $0.text = symbol("authorized") }
      }
      updateConsent(!choices.bool(probability: 0.2))
    } else if storage.consent == nil {
      updateConsent(true)
    }
  }

  func updateConsent(_ isAllowed: Bool) {
    storage.consent = isAllowed
    app.canRequestAds = isAllowed
    record(.consentUpdated) { $0.canRequestAds = isAllowed }
    if app.isLaunched { startSDK() }
  }

  /// Starts the SDK once, as soon as consent allows requests.
  private func startSDK() {
    guard app.canRequestAds ?? false, !app.isSDKStarted, !isOver else { return }
    app.isSDKStarted = true
    record(.sdkStarted)
    planReadiness()
    startPreloader()
  }

  /// Plans the main content, which follows the launch or the loading screen.
  private func planContent() {
    if profile.hasSplash {
      later(drawTime(200...3_000, towards: 400)) { $0.contentIsReady() }
      return
    }
    for window in phone.scenes where profile.isMultiScene { planContent(in: window.scene) }
    if !profile.isMultiScene { planContent(in: profile.hasScenes ? symbol("main") : .absent) }
  }

  func planContent(in scene: Symbol) {
    later(drawTime(50...3_000, towards: 100)) { world in
      // An app shows nothing under an ad.
      if world.isCovered(scene) { return world.planContent(in: scene) }
      if world.phone.scenes.isEmpty || world.window(of: scene) != nil || !scene.isPresent {
        world.showContent(in: scene)
      }
    }
  }

  func contentIsReady() {
    app.contentReadyAt = now
    if app.hasSplash { manager?.contentIsReady(in: self) }
  }
}

extension [PolicySetting] {
  /// These thresholds with the values of others, and what the others have beside them.
  fileprivate func changed(by others: [PolicySetting]) -> [PolicySetting] {
    let keys = others.map(\.key)
    return filter { !keys.contains($0.key) } + others
  }
}

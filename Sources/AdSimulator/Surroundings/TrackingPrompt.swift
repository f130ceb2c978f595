internal import AdDecider
import AdSession
import PropertyTesting

extension World {
  /// Shows the tracking prompt at launch, before the app is active.
  func showTrackingPrompt() {
    guard hasSurroundings else { return }
    around.hasAskedForTracking = true
    record(.trackingPromptShown)
    advance(by: drawTime(500...20_000, towards: 2_000))
  }

  /// Asks for the permission to track while the app is in use; an ad may be wanted meanwhile.
  func askForTracking() {
    around.hasAskedForTracking = true
    record(.trackingPromptShown)
    resign()
    advance(by: drawTime(400...10_000, towards: 1_000))
    if !isOver && choices.bool() { offerUnderPrompt() }
    advance(by: drawTime(100...10_000, towards: 1_000))
    if isOver { return }
    activate()
    record(.trackingAnswered) { $0.text = symbol("authorized") }
  }

  /// A level ends although the prompt is on the screen.
  private func offerUnderPrompt() {
    let placements = offeredPlacements
    guard sdk.up.isEmpty else { return }
    if !placements.isEmpty { offer(placements[choices.pick(placements.count)]) }
  }
}

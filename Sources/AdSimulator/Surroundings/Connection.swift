import AdSession
import PropertyTesting

extension World {
  /// Plans the next time without a network connection, if the process has that fault.
  func planOutage() {
    guard faults.contains(.offline) else { return }
    later(drawTime(1_000...120_000, towards: 5_000)) { world in
      guard world.faults.contains(.offline) else { return }
      world.strike(.offline)
      world.setConnected(false)
      world.later(world.drawTime(5_000...60_000)) { world in
        world.setConnected(true)
        world.planOutage()
      }
    }
  }

  private func setConnected(_ isConnected: Bool) {
    around.isConnected = isConnected
    let isExpensive = isConnected && choices.bool(probability: 0.3)
    record(.connectivityChanged) {
      $0.connected = isConnected
      if isConnected { $0.expensive = isExpensive }
    }
  }
}

internal import AdDecider
import AdSession

extension HandwrittenManager {
  func orientation(of scene: Symbol) -> Word { world.orientation(of: scene) }

  func sceneEvent(_ event: Event) {
    switch event.kind {
    case .sceneResized: resized(event)
    case .sceneDisconnected: disconnected(event.scene)
    default: closedScenes.removeAll { $0 == event.scene }
    }
  }

  private func resized(_ event: Event) {
    for slot in slots.indices where slots[slot].placement.scene == event.scene {
      if slots[slot].placement.format.isFullScreen { checkFit(slot) }
      if slots[slot].placement.format == .banner { followWidth(slot) }
    }
  }

  private func checkFit(_ slot: Int) {
    if has(.fitNotChecked) { return }
    for ad in slots[slot].ready {
      if world.checkFit(ad.ad) && ad.orientation == orientation(of: slots[slot].placement.scene) {
        continue
      }
      if has(.misfitKept) { continue }
      slots[slot].ready.removeAll { $0.ad == ad.ad }
      world.discard(ad.ad, reason: .resized)
      if !has(.misfitNotReplaced) { request(slot, .resized) }
    }
  }

  private func followWidth(_ slot: Int) {
    let width = world.width(of: slots[slot].placement.scene)
    let hasChanged = width != slots[slot].windowWidth
    slots[slot].windowWidth = width
    guard slots[slot].inFeed != nil, hasChanged, !has(.bannerIgnoresWidth) else { return }
    request(slot, .resized)
    if has(.bannerRequestedTwice) {
      slots[slot].loading = nil
      request(slot, .resized)
    }
  }

  private func disconnected(_ scene: Symbol) {
    if has(.closedSceneKept) { return }
    closedScenes.append(scene)
    for slot in slots.indices where slots[slot].placement.scene == scene {
      let held = slots[slot].ready
      slots[slot].ready = []
      slots[slot].loading = nil
      for ad in held { world.discard(ad.ad, reason: .sceneClosed) }
      if let banner = slots[slot].inFeed {
        slots[slot].inFeed = nil
        world.discard(banner, reason: .sceneClosed)
      }
    }
    presentations.removeAll { $0.scene == scene }
  }
}

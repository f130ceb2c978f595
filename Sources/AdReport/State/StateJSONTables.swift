internal import AdSession
internal import JSONLines

extension StateJSON {
  mutating func writeScenes() {
    writer.key("scenes")
    writer.beginArray()
    for scene in session.scenes where scene.scene.isPresent || scene.lastSize >= 0 {
      writer.beginObject()
      name("scene", scene.scene)
      boolean("connected", scene.disconnected < 0)
      if scene.lastSize >= 0 { writeSize(trace.events[scene.lastSize]) }
      if scene.shownAd >= 0 { name("shows", session.ads[scene.shownAd].ad) }
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func writeSize(_ event: Event) {
    if let width = event.first { integer("width", width) }
    if let height = event.second { integer("height", height) }
    if let full = event.flag(Flag.fullScreen) { boolean("full_screen", full) }
    if let orientation = event.orientation.text { string("orientation", orientation) }
  }

  mutating func writeSlots() {
    writer.key("slots")
    writer.beginArray()
    for slot in session.slots {
      writer.beginObject()
      name("unit", slot.unit)
      name("scene", slot.scene)
      if let format = slot.format.text { string("format", format) }
      writer.key("in_flight")
      writer.beginArray()
      for request in slot.inFlight { writer.string(text(session.requests[Int(request)].request)) }
      writer.endArray()
      writeHeld(slot)
      integer("failures_in_row", Int64(slot.failures.count))
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func writeHeld(_ slot: SlotState) {
    guard let held = slot.heldAds.last, index >= 0 else { return }
    let ad = session.ads[Int(held)]
    name("ready", ad.ad)
    integer("ready_age_ms", trace.events[index].t - trace.events[ad.loadedIndex].t)
  }

  mutating func writeAds() {
    writer.key("ads")
    writer.beginArray()
    for ad in session.ads {
      writer.beginObject()
      name("ad", ad.ad)
      name("unit", ad.unit)
      name("scene", ad.scene)
      if let format = ad.format.text { string("format", format) }
      string("phase", ad.phase.rawValue)
      if ad.loadedIndex >= 0 { integer("loaded_seq", seq(ad.loadedIndex)) }
      if ad.request >= 0 { name("request", session.requests[ad.request].request) }
      writer.endObject()
    }
    writer.endArray()
  }

  mutating func writeLoads() {
    writer.key("adapter_loads")
    writer.beginArray()
    for load in session.loads {
      writer.beginObject()
      name("load", load.load)
      name("ad", load.ad)
      if load.calledIndex >= 0 { integer("called_seq", seq(load.calledIndex)) }
      integer("completions", Int64(load.completions))
      integer("impressions", Int64(load.impressions))
      writer.endObject()
    }
    writer.endArray()
  }
}

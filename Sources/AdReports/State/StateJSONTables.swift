internal import AdSession
internal import JSONLines

extension StateJSON {
  mutating func writeScenes(_ session: borrowing Session) {
    writer.key("scenes")
    writer.beginArray()
    for scene in session.scenes where scene.scene.isPresent || scene.lastSize.isPresent {
      writer.beginObject()
      name("scene", scene.scene)
      writer.field("connected", scene.disconnected.isAbsent)
      if let size = scene.lastSize.index { writeSize(trace.events[size]) }
      if scene.shownAd.isPresent { name("shows", session.ads[scene.shownAd].ad) }
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func writeSize(_ event: Event) {
    if let width = event.width { writer.field("width", width) }
    if let height = event.height { writer.field("height", height) }
    if let full = event.fullScreen { writer.field("full_screen", full) }
    writer.field("orientation", event.orientation.text)
  }

  mutating func writeSlots(_ session: borrowing Session) {
    writer.key("slots")
    writer.beginArray()
    for number in session.slots.indices {
      let slot = session.slots[number]
      writer.beginObject()
      name("unit", slot.unit)
      name("scene", slot.scene)
      writer.field("format", slot.format.text)
      writer.key("in_flight")
      writer.beginArray()
      for request in session.requestsInFlight(in: number) {
        writer.string(trace.symbols.text(session.requests[request].request))
      }
      writer.endArray()
      if let held = slot.heldAds.last { writeHeld(session.ads[Int(held)]) }
      writer.field("failures_in_row", slot.failures.count)
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func writeHeld(_ ad: AdState) {
    name("ready", ad.ad)
    if !trace.hasTimes { return }
    let events = trace.events
    writer.field("ready_age_ms", events[index].t - events[ad.loadedIndex.known].t)
  }

  mutating func writeAds(_ session: borrowing Session) {
    writer.key("ads")
    writer.beginArray()
    for number in session.ads.indices {
      let ad = session.ads[number]
      writer.beginObject()
      name("ad", ad.ad)
      name("unit", ad.unit)
      name("scene", ad.scene)
      writer.field("format", ad.format.text)
      writer.field("phase", ad.phase.rawValue)
      if ad.loadedIndex.isPresent { writer.field("loaded_seq", seq(ad.loadedIndex)) }
      if ad.request.isPresent { name("request", session.requests[ad.request].request) }
      writer.endObject()
    }
    writer.endArray()
  }

  mutating func writeLoads(_ session: borrowing Session) {
    writer.key("adapter_loads")
    writer.beginArray()
    for number in session.loads.indices {
      let load = session.loads[number]
      writer.beginObject()
      name("load", load.load)
      name("ad", load.ad)
      if load.calledIndex.isPresent { writer.field("called_seq", seq(load.calledIndex)) }
      writer.field("completions", load.completions)
      writer.field("impressions", load.impressions)
      writer.endObject()
    }
    writer.endArray()
  }
}

internal import AdSession
internal import JSONLines

extension StateJSON {
  mutating func writeScenes() {
    writer.key("scenes")
    writer.beginArray()
    for scene in session.scenes where scene.scene.isPresent || scene.lastSize.isPresent {
      writer.beginObject()
      name("scene", scene.scene)
      boolean("connected", scene.disconnected.isAbsent)
      if let size = scene.lastSize.index { writeSize(events.event(size)) }
      if scene.shownAd.isPresent { name("shows", session.ads[scene.shownAd].ad) }
      writer.endObject()
    }
    writer.endArray()
  }

  private mutating func writeSize(_ event: Event) {
    if let width = event.width { integer("width", width) }
    if let height = event.height { integer("height", height) }
    if let full = event.fullScreen { boolean("full_screen", full) }
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
    integer("ready_age_ms", events.event(index).t - events.event(ad.loadedIndex.known).t)
  }

  mutating func writeAds() {
    var rows = beginRows("ads", count: session.ads.count)
    let (ads, requests) = (session.ads, session.requests)
    let (name, unit, scene) = (RowKey("ad"), RowKey("unit"), RowKey("scene"))
    let (format, phase) = (RowKey("format"), RowKey("phase"))
    let (loaded, request) = (RowKey("loaded_seq"), RowKey("request"))
    for number in ads.indices {
      let ad = ads[number]
      rows.begin()
      rows.name(name, ad.ad)
      let names = UInt64(ad.unit.id) << 32 | UInt64(ad.scene.id)
      rows.alike(names, UInt64(ad.format.rawValue) << 8 | UInt64(ad.phase.place)) {
        $0.name(unit, ad.unit)
        $0.name(scene, ad.scene)
        if let text = ad.format.text { $0.word(format, RowWord(text)) }
        $0.word(phase, RowWord(ad.phase.rawValue))
      }
      if ad.loadedIndex.isPresent { rows.number(loaded, seq(ad.loadedIndex)) }
      if ad.request.isPresent { rows.name(request, requests[ad.request].request) }
      rows.end()
    }
    end(rows)
  }

  /// Begins a table that grows with the session: what was written goes to its rows until it ends.
  private mutating func beginRows(_ key: StaticString, count: Int) -> JSONRows {
    writer.key(key)
    writer.beginArray()
    var bytes: [UInt8] = []
    swap(&bytes, &writer.bytes)
    return JSONRows(symbols, after: bytes, count: count)
  }

  private mutating func end(_ rows: consuming JSONRows) {
    writer.bytes = rows.finish()
    writer.endArray()
  }

  mutating func writeLoads() {
    var rows = beginRows("adapter_loads", count: session.loads.count)
    let loads = session.loads
    let (name, ad, called) = (RowKey("load"), RowKey("ad"), RowKey("called_seq"))
    let (completions, impressions) = (RowKey("completions"), RowKey("impressions"))
    for number in loads.indices {
      let load = loads[number]
      rows.begin()
      rows.name(name, load.load)
      rows.name(ad, load.ad)
      if load.calledIndex.isPresent { rows.number(called, seq(load.calledIndex)) }
      rows.number(completions, Int64(load.completions))
      rows.number(impressions, Int64(load.impressions))
      rows.end()
    }
    end(rows)
  }
}

extension AdPhase {
  /// Its place among all.
  fileprivate var place: Int {
    switch self {
    case .unknown: 0
    case .ready: 1
    case .presenting: 2
    case .showing: 3
    case .dismissing: 4
    case .dismissed: 5
    case .failedToPresent: 6
    case .expired: 7
    case .discarded: 8
    }
  }
}

extension Session {
  /// The state in few bytes; the clocks and the header, which belong to the trace, are left out.
  package func bytes() -> [UInt8] {
    var copy = Session()
    copy.takeOver(self)
    var writer = StateWriter()
    copy.code(&writer)
    copy.ads.write(to: &writer)
    copy.requests.write(to: &writer)
    copy.facts.write(to: &writer)
    return writer.bytes
  }

  /// Puts a state that ``bytes()`` wrote in the place of this one, with what its trace says; false
  /// where it is no state.
  ///
  /// The facts of its ads are read when they are asked for: by ``readFacts(of:)`` before each event,
  /// or by ``readAllFacts()``.
  package mutating func restore(
    _ bytes: [UInt8], header: Header?, time: ActiveTime, symbols: Int
  ) -> Bool {
    clearTables(symbols: symbols)
    let (rest, counted) = bytes.withUnsafeBytes { bytes in
      var reader = StateReader(bytes)
      code(&reader)
      ads.read(&reader)
      requests.read(&reader)
      let counted = reader.count(0)
      return (reader.isWhole ? reader.place : nil, counted)
    }
    self.header = header
    self.time = time
    guard let rest, counted == ads.count else { return false }
    unread = UnreadFacts(bytes, from: rest, ads: counted, &facts)
    number()
    return unread != nil
  }

  /// Gives up what a state is not told by: the clocks, and the facts of ads that nobody asked for.
  ///
  /// It is to be told then, and takes no further event.
  package mutating func forgetUntold() {
    time = ActiveTime()
    unread = nil
  }

  /// Every member but the tables of ads, their facts and requests, which are written by rows, the
  /// clocks, the header, and the numbers of symbols, which the tables tell.
  private mutating func code(_ coder: inout some StateCoder) {
    coder.code(&count)
    var classes = Int64(captured.rawValue)
    coder.code(&classes)
    capture(ClassSet(rawValue: UInt32(truncatingIfNeeded: classes)))
    policy.code(&coder)
    coder.code(&namesScenes)
    coder.code(&configChanged)
    coder.code(&utcOffsetMinutes)
    app.code(&coder)
    screen.code(&coder)
    consent.code(&coder)
    shows.code(&coder)
    coder.code(&slots, blank: SlotState()) { $1.code(&$0) }
    coder.code(&units, blank: UnitState()) { $1.code(&$0) }
    coder.code(&scenes, blank: SceneState()) { $1.code(&$0) }
    coder.code(&loads, blank: AdapterLoadState()) { $1.code(&$0) }
    coder.code(&appOpenHolders)
    coder.code(&agedHolders)
    coder.code(&mapped, blank: MappedLoad()) { $1.code(&$0) }
    coder.code(&overrides, blank: PolicySetting(.dailyCap, 0)) { $1.code(&$0) }
  }

  /// Takes over what is written; a state that nobody may change is written from a copy of it.
  private mutating func takeOver(_ other: borrowing Session) {
    count = other.count
    capture(other.captured)
    policy = other.policy
    namesScenes = other.namesScenes
    configChanged = other.configChanged
    utcOffsetMinutes = other.utcOffsetMinutes
    app = other.app
    screen = other.screen
    consent = other.consent
    shows = other.shows
    ads = Table(copying: other.ads)
    facts = AdFacts(copying: other.facts)
    unread = other.unread
    readAllFacts()
    requests = Table(copying: other.requests)
    slots = Table(copying: other.slots)
    units = Table(copying: other.units)
    scenes = Table(copying: other.scenes)
    loads = Table(copying: other.loads)
    appOpenHolders = Table(copying: other.appOpenHolders)
    agedHolders = Table(copying: other.agedHolders)
    mapped = Table(copying: other.mapped)
    overrides = other.overrides
  }

  /// Numbers the symbols as they were when the tables grew.
  private mutating func number() {
    for index in ads.indices { numbers.set(ads[index].ad, in: .ad, to: index) }
    for index in requests.indices { numbers.set(requests[index].request, in: .request, to: index) }
    for index in units.indices { numbers.set(units[index].unit, in: .unit, to: index) }
    for index in scenes.indices { numbers.set(scenes[index].scene, in: .scene, to: index) }
    for index in loads.indices { numbers.set(loads[index].load, in: .load, to: index) }
    for index in mapped.indices { numbers.set(mapped[index].load, in: .mapped, to: index) }
    numberSlots()
  }
}

extension Policy {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&thresholds, blank: Threshold(0, of: .dailyCap)) { $0.code(&$1.value) }
    for (index, key) in zip(thresholds.indices, PolicyKey.allCases) {
      thresholds[index] = Threshold(thresholds[index].value, of: key)
    }
    var bits = Int64(bitPattern: known)
    coder.code(&bits)
    known = UInt64(bitPattern: bits)
  }
}

extension PolicySetting {
  mutating func code(_ coder: inout some StateCoder) {
    coder.code(&key, of: PolicyKey.allCases)
    coder.code(&value)
  }
}

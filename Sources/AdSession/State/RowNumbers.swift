extension Session {
  /// The number of an ad; nil where no event named it yet.
  @inlinable public func adNumber(_ ad: Symbol) -> Int? { numbers.number(ad, in: .ad) }
  /// The number of a request; nil where no event named it yet.
  @inlinable public func requestNumber(_ request: Symbol) -> Int? {
    numbers.number(request, in: .request)
  }
  /// The number of a unit; nil where no event named it yet.
  @inlinable public func unitNumber(_ unit: Symbol) -> Int? { numbers.number(unit, in: .unit) }
  /// The scene by which records belong together: the one that they name, or absent for the only
  /// one.
  @inlinable public func identity(_ scene: Symbol) -> Symbol { hasScenes ? scene : .absent }
  /// The number of a scene; nil where no event named it yet.
  @inlinable public func sceneNumber(_ scene: Symbol) -> Int? {
    numbers.number(identity(scene), in: .scene)
  }
  /// The number of an adapter's load; nil where no event named it yet.
  @inlinable public func loadNumber(_ load: Symbol) -> Int? { numbers.number(load, in: .load) }

  /// The number of a slot; nil where no event named it yet.
  public func slotNumber(unit: Symbol, scene: Symbol) -> Int? {
    let scene = identity(scene)
    if slots.count > Self.fewSlots {
      return slotNumbers[UInt64(unit.id) << 32 | UInt64(scene.id)].map(Int.init)
    }
    // A session has few slots, so that a linear search is faster than a hash table.
    for number in slots.indices
    where slots[number].unit == unit && identity(slots[number].scene) == scene {
      return number
    }
    return nil
  }

  private static var fewSlots: Int { 12 }

  /// Adds the youngest slot to the index by name; the first few slots are added only when more
  /// follow.
  mutating func numberSlots() {
    guard slots.count > Self.fewSlots else { return }
    let first = slotNumbers.isEmpty ? 0 : slots.count - 1
    for number in first..<slots.count {
      let scene = identity(slots[number].scene)
      let names = UInt64(slots[number].unit.id) << 32 | UInt64(scene.id)
      slotNumbers[names] = Int32(number)
    }
  }
}

// The number of each name, or of a new row; making a row is not inlined, because it is rare.
extension Session {
  @inline(__always)
  mutating func makeAd(_ ad: Symbol) -> Int {
    numbers.number(ad, in: .ad) ?? addAd(ad)
  }

  @inline(never)
  private mutating func addAd(_ ad: Symbol) -> Int {
    let number = ads.append(AdState())
    ads[number].ad = ad
    facts.addAd()
    numbers.set(ad, in: .ad, to: number)
    return number
  }

  @inline(__always)
  mutating func makeRequest(_ request: Symbol) -> Int {
    numbers.number(request, in: .request) ?? addRequest(request)
  }

  @inline(never)
  private mutating func addRequest(_ request: Symbol) -> Int {
    let number = requests.append(RequestState())
    requests[number].request = request
    numbers.set(request, in: .request, to: number)
    return number
  }

  @inline(__always)
  mutating func makeUnit(_ unit: Symbol) -> Int {
    numbers.number(unit, in: .unit) ?? addUnit(unit)
  }

  @inline(never)
  private mutating func addUnit(_ unit: Symbol) -> Int {
    let number = units.append(UnitState())
    units[number].unit = unit
    numbers.set(unit, in: .unit, to: number)
    return number
  }

  @inline(__always)
  mutating func makeScene(_ scene: Symbol) -> Int {
    let scene = identity(scene)
    return numbers.number(scene, in: .scene) ?? addScene(scene)
  }

  @inline(never)
  private mutating func addScene(_ scene: Symbol) -> Int {
    let number = scenes.append(SceneState())
    scenes[number].scene = scene
    numbers.set(scene, in: .scene, to: number)
    return number
  }

  @inline(__always)
  mutating func makeLoad(_ load: Symbol) -> Int {
    numbers.number(load, in: .load) ?? addLoad(load)
  }

  @inline(never)
  private mutating func addLoad(_ load: Symbol) -> Int {
    let number = loads.append(AdapterLoadState())
    loads[number].load = load
    numbers.set(load, in: .load, to: number)
    return number
  }

  mutating func makeSlot(unit: Symbol, scene: Symbol, format: Word) -> Int {
    if let number = slotNumber(unit: unit, scene: scene) {
      if slots[number].format == .absent { slots[number].format = format }
      return number
    }
    let number = slots.append(SlotState())
    slots[number].unit = unit
    slots[number].scene = scene
    slots[number].format = format
    numberSlots()
    return number
  }
}

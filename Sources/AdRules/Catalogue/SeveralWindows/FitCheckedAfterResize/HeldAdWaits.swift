internal import AdSession

/// The ads that wait for an answer to the triggers of their scenes, by ad and by slot.
final class HeldAdWaits: PatternState {
  /// With more obligations than these, no further ones are added.
  static let most = 10_000

  private struct Key: Hashable {
    let ad: Int
    let slot: SlotNames
  }

  private(set) var count = 0
  private var pending: [Key: [Obligation]] = [:]
  private var slotsOfAds: [Int: Set<SlotNames>] = [:]
  private var adsOfSlots: [SlotNames: Set<Int>] = [:]

  override func clear() {
    count = 0
    pending = [:]
    slotsOfAds = [:]
    adsOfSlots = [:]
  }

  /// Lets an ad of a slot wait.
  func add(_ obligation: Obligation, ad: Int, slot: SlotNames) {
    count += 1
    pending[Key(ad: ad, slot: slot), default: []].append(obligation)
    slotsOfAds[ad, default: []].insert(slot)
    adsOfSlots[slot, default: []].insert(ad)
  }

  /// Removes and returns the obligations of an ad, oldest first.
  func take(ad: Int) -> [Obligation] {
    var taken: [Obligation] = []
    for slot in slotsOfAds.removeValue(forKey: ad) ?? [] {
      adsOfSlots[slot]?.remove(ad)
      taken += take(Key(ad: ad, slot: slot))
    }
    return taken.sorted(by: Self.precedes)
  }

  /// Removes and returns the obligations of a slot, oldest first.
  func take(slot: SlotNames) -> [Obligation] {
    var taken: [Obligation] = []
    for ad in adsOfSlots.removeValue(forKey: slot) ?? [] {
      slotsOfAds[ad]?.remove(slot)
      taken += take(Key(ad: ad, slot: slot))
    }
    return taken.sorted(by: Self.precedes)
  }

  /// Removes and returns the obligations of all slots of a unit, oldest first.
  func take(unit: Symbol) -> [Obligation] {
    adsOfSlots.keys.filter { $0.unit == unit }.flatMap { take(slot: $0) }
      .sorted(by: Self.precedes)
  }

  /// Removes and returns all obligations, oldest first.
  func takeAll() -> [Obligation] {
    let all = pending.values.flatMap { $0 }.sorted(by: Self.precedes)
    clear()
    return all
  }

  private func take(_ key: Key) -> [Obligation] {
    let taken = pending.removeValue(forKey: key) ?? []
    count -= taken.count
    return taken
  }

  /// By trigger, then by load.
  private static func precedes(_ one: Obligation, _ other: Obligation) -> Bool {
    (one.trigger, one.witness[0]) < (other.trigger, other.witness[0])
  }
}

internal import AdSession

/// Removes optional fields, and makes the values of the others simple.
struct FieldSimplifier {
  let oracle: Oracle

  /// The draft with every optional field gone that can go.
  func simplify(_ draft: Draft) -> Draft {
    var best = simplifyHeader(draft)
    for place in best.records.indices { best = simplifyRecord(place, best) }
    return best
  }

  private func simplifyRecord(_ place: Int, _ draft: Draft) -> Draft {
    var best = draft
    if let note = replacedByNote(place, best) { best = note }
    for field in Vocabulary.entry(of: best.records[place].event.kind)?.fields ?? [] {
      if best.records[place].event.has(field) {
        best = simplify(field, place, best)
      }
    }
    for setting in best.records[place].policy.indices.reversed() {
      var candidate = best
      candidate.records[place].policy.remove(at: setting)
      best = oracle.breaks(candidate) ? candidate : best
    }
    return best
  }

  /// A record that only shows that time passed says so.
  private func replacedByNote(_ place: Int, _ draft: Draft) -> Draft? {
    guard draft.records[place].event.kind != .note else { return nil }
    var candidate = draft
    candidate.records[place].event = Event(.note)
    candidate.records[place].policy = []
    return oracle.breaks(candidate) ? candidate : nil
  }

  private func simplify(_ field: FieldEntry, _ place: Int, _ draft: Draft) -> Draft {
    if !field.isRequired {
      var candidate = draft
      candidate.records[place].event.remove(field)
      if oracle.breaks(candidate) { return candidate }
    }
    switch field.name.storage {
    case .number(let slot): return simplifyNumber(slot, place, draft)
    case .flag(let bit):
      var candidate = draft
      candidate.records[place].event.flags &= ~bit
      return oracle.breaks(candidate) ? candidate : draft
    default: return draft
    }
  }

  /// 0, else 1, else the value nearest to 0 that serves.
  private func simplifyNumber(
    _ slot: Event.NumberSlot, _ place: Int, _ draft: Draft
  ) -> Draft {
    func with(_ value: Int64) -> Draft {
      var candidate = draft
      candidate.records[place].event[slot] = value
      return candidate
    }
    let value = draft.records[place].event[slot] ?? 0
    for simple: Int64 in [0, 1] where oracle.breaks(with(simple)) { return with(simple) }
    let least = Bisection.least(from: 1, to: value) { oracle.breaks(with($0)) }
    return with(least)
  }

  // MARK: The header

  private func simplifyHeader(_ draft: Draft) -> Draft {
    var best = draft
    for change in FieldSimplifier.headerChanges {
      var candidate = best
      candidate.header = best.header.changed { header in
        change(header)
        if header.policy.isEmpty { header.policy = draft.asked }
      }
      if oracle.breaks(candidate) { best = candidate }
    }
    let asked = draft.asked.map(\.key)
    for key in best.header.policy.map(\.key) where !asked.contains(key) {
      var candidate = best
      candidate.header = best.header.changed { $0.policy.removeAll { $0.key == key } }
      if oracle.breaks(candidate) { best = candidate }
    }
    for eventClass in best.header.captures?.classes ?? [] {
      var candidate = best
      candidate.header = best.header.changed { $0.captures?.remove(ClassSet(eventClass)) }
      if oracle.breaks(candidate) { best = candidate }
    }
    return best
  }

  /// Each is tried alone: first the fields that can go, then the texts that must stay.
  private static let headerChanges: [@Sendable (Header) -> Void] = [
    { $0.device = "" }, { $0.install = "" }, { $0.timezone = "" }, { $0.launchCount = nil },
    { $0.multiScene = nil }, { $0.testDevice = nil }, { $0.checksums = nil },
    { $0.captures = nil }, { $0.policy = [] },
    { $0.app = "app" }, { $0.appVersion = "1" }, { $0.os = "os" }, { $0.osVersion = "1" },
    { $0.sdkVersion = "1" }, { $0.sdk = "sdk" }, { $0.build = .release },
    { $0.utcOffsetMinutes = 0 }, { $0.launchCount = $0.launchCount.map { _ in 1 } },
  ]
}

extension Event {
  /// Whether the record has a value of this field.
  func has(_ field: FieldEntry) -> Bool {
    switch field.name.storage {
    case .symbol(let slot): self[slot].isPresent
    case .word(let slot): self[slot] != .absent
    case .number(let slot): self[slot] != nil
    case .amount: amount != nil
    case .flag(let bit): flag(bit) != nil
    case .header, .line: false
    }
  }

  /// Removes the value of a field.
  mutating func remove(_ field: FieldEntry) {
    switch field.name.storage {
    case .symbol(let slot): self[slot] = .absent
    case .word(let slot): self[slot] = .absent
    case .number(let slot): self[slot] = nil
    case .amount: amount = nil
    case .flag(let bit): setFlag(bit, nil)
    case .header, .line: break
    }
  }
}

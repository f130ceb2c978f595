internal import AdSession

/// Removes optional fields and simplifies the values of the others.
struct FieldSimplifier {
  let check: ReproductionCheck

  /// Returns the draft with the fewest fields and the simplest values that still reproduce the
  /// violation.
  func simplify(_ draft: JournalDraft) -> JournalDraft {
    var best = simplifyHeader(draft)
    for position in best.records.indices { best = simplifyRecord(position, best) }
    return best
  }

  private func simplifyRecord(_ position: Int, _ draft: JournalDraft) -> JournalDraft {
    var best = draft
    if let note = replacedByNote(position, best) { best = note }
    for field in Vocabulary.entry(of: best.records[position].event.kind)?.fields ?? [] {
      if best.records[position].event.has(field) {
        best = simplify(field, position, best)
      }
    }
    for setting in best.records[position].policy.indices.reversed() {
      var candidate = best
      candidate.records[position].policy.remove(at: setting)
      best = check.reproduces(candidate) ? candidate : best
    }
    return best
  }

  /// Replaces a record by a note if only its time matters.
  private func replacedByNote(_ position: Int, _ draft: JournalDraft) -> JournalDraft? {
    guard draft.records[position].event.kind != .note else { return nil }
    var candidate = draft
    candidate.records[position].event = Event(.note)
    candidate.records[position].policy = []
    return check.reproduces(candidate) ? candidate : nil
  }

  private func simplify(_ field: FieldEntry, _ position: Int, _ draft: JournalDraft) -> JournalDraft
  {
    if !field.isRequired {
      var candidate = draft
      candidate.records[position].event.remove(field)
      if check.reproduces(candidate) { return candidate }
    }
    switch field.name.storage {
    case .number(let slot): return simplifyNumber(slot, position, draft)
    case .flag(let bit):
      var candidate = draft
      candidate.records[position].event.flags &= ~bit
      return check.reproduces(candidate) ? candidate : draft
    default: return draft
    }
  }

  /// Sets a number to 0, to 1, or to the smallest value that still reproduces the violation.
  private func simplifyNumber(
    _ slot: Event.NumberSlot, _ position: Int, _ draft: JournalDraft
  ) -> JournalDraft {
    func with(_ value: Int64) -> JournalDraft {
      var candidate = draft
      candidate.records[position].event[slot] = value
      return candidate
    }
    let value = draft.records[position].event[slot] ?? 0
    for simple: Int64 in [0, 1] where check.reproduces(with(simple)) { return with(simple) }
    let least = Bisection.least(from: 1, to: value) { check.reproduces(with($0)) }
    return with(least)
  }

  // MARK: The header

  private func simplifyHeader(_ draft: JournalDraft) -> JournalDraft {
    var best = draft
    for change in FieldSimplifier.headerChanges {
      var candidate = best
      candidate.header = best.header.changed { header in
        change(header)
        if header.policy.isEmpty { header.policy = draft.overrides }
      }
      if check.reproduces(candidate) { best = candidate }
    }
    let overridden = draft.overrides.map(\.key)
    for key in best.header.policy.map(\.key) where !overridden.contains(key) {
      var candidate = best
      candidate.header = best.header.changed { $0.policy.removeAll { $0.key == key } }
      if check.reproduces(candidate) { best = candidate }
    }
    for eventClass in best.header.captures?.classes ?? [] {
      var candidate = best
      candidate.header = best.header.changed { $0.captures?.remove(ClassSet(eventClass)) }
      if check.reproduces(candidate) { best = candidate }
    }
    return best
  }

  /// Changes of the header, each tried alone: first removals, then simpler values.
  private static let headerChanges: [@Sendable (Header) -> Void] = [
    { $0.device = "" }, { $0.install = "" }, { $0.timezone = "" }, { $0.launchCount = nil },
    { $0.multiScene = nil }, { $0.testDevice = nil }, { $0.checksums = nil }, { $0.seals = nil },
    { $0.captures = nil }, { $0.policy = [] },
    { $0.app = "app" }, { $0.appVersion = "1" }, { $0.os = "os" }, { $0.osVersion = "1" },
    { $0.sdkVersion = "1" }, { $0.sdk = "sdk" },
    { $0.utcOffsetMinutes = 0 }, { $0.launchCount = $0.launchCount.map { _ in 1 } },
  ]
}

extension Event {
  /// Whether the record has a value for a field.
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

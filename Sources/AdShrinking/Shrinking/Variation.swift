internal import AdSession

/// A delay or a field of a shrunk journal, with other values that violate the rule as well.
///
/// Shows which details of a counterexample do not matter.
public struct Variation: Equatable, Sendable {
  /// The delay (`ad.requested → ad.loaded`) or the field (`ad.loaded.latency_ms`).
  public let subject: String
  /// The values that violate the rule, in words: `any delay from 0 s to 31.4 s`.
  public let values: String
}

/// Finds the variations of a shrunk draft.
struct VariationFinder {
  let check: ReproductionCheck

  /// Returns the variations of the delays and then of the fields, in the order of the records.
  func variations(of draft: JournalDraft) -> [Variation] {
    draft.records.indices.map { delay($0, draft) }
      + draft.records.indices.flatMap { fields($0, draft) }
  }

  private func delay(_ position: Int, _ draft: JournalDraft) -> Variation {
    let isAccepted = { check.reproduces(draft.settingDelay(position, to: $0)) }
    let delay = draft.records[position].delay
    let least = Bisection.least(from: 0, to: delay, isAccepted)
    let greatest = Bisection.greatest(from: delay, to: TimeSimplifier.longest, isAccepted)
    let before = position == 0 ? "session.began" : draft.records[position - 1].event.kind.name
    return Variation(
      subject: "\(before) → \(draft.records[position].event.kind.name)",
      values: VariationFinder.delays(least, greatest))
  }

  /// Describes a range of delays in milliseconds.
  static func delays(_ least: Int64, _ greatest: Int64) -> String {
    if least == greatest { return "\(DurationText.text(least)) exactly" }
    if greatest < TimeSimplifier.longest {
      return "any delay from \(DurationText.text(least)) to \(DurationText.text(greatest))"
    }
    return least == 0 ? "any delay" : "any delay of at least \(DurationText.text(least))"
  }

  private func fields(_ position: Int, _ draft: JournalDraft) -> [Variation] {
    let event = draft.records[position].event
    let entry = Vocabulary.entry(of: event.kind)
    return (entry?.fields ?? []).filter { event.has($0) }.compactMap { field in
      values(of: field, position, draft).map {
        Variation(subject: "\(event.kind.name).\(field.name.name)", values: $0)
      }
    }
  }

  private func values(of field: FieldEntry, _ position: Int, _ draft: JournalDraft) -> String? {
    switch field.name.storage {
    case .number(let slot): return number(slot, position, draft) ? "any number" : nil
    case .flag(let bit):
      var candidate = draft
      candidate.records[position].event.flags ^= bit
      return check.reproduces(candidate) ? "true or false" : nil
    case .word(let slot): return words(slot, field, position, draft)
    default: return nil
    }
  }

  private func number(_ slot: Event.NumberSlot, _ position: Int, _ draft: JournalDraft) -> Bool {
    [Int64](arrayLiteral: 0, 1, 2, 3, 7, 10, 1000, 1_000_000).allSatisfy { value in
      var candidate = draft
      candidate.records[position].event[slot] = value
      return check.reproduces(candidate)
    }
  }

  private func words(
    _ slot: Event.WordSlot, _ field: FieldEntry, _ position: Int,
    _ draft: JournalDraft
  ) -> String? {
    let current = draft.records[position].event[slot]
    let accepted = field.values.filter { value in
      var candidate = draft
      candidate.records[position].event[slot] = value
      return value == current || check.reproduces(candidate)
    }
    guard accepted.count > 1 else { return nil }
    if accepted.count == field.values.count { return "any" }
    return accepted.compactMap(\.text).joined(separator: ", ")
  }
}

/// Formats durations for messages.
enum DurationText {
  /// Formats milliseconds, leaving out units that are zero: `4 h 3 s`, `31.4 s`, `250 ms`, `0 s`.
  static func text(_ milliseconds: Int64) -> String {
    if milliseconds == 0 { return "0 s" }
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let (seconds, rest) = (milliseconds / 1000 % 60, milliseconds % 1000)
    var parts: [String] = []
    if hours > 0 { parts.append("\(hours) h") }
    if minutes > 0 { parts.append("\(minutes) min") }
    if seconds > 0 || rest > 0 { parts.append("\(seconds)\(fraction(rest)) s") }
    return parts.joined(separator: " ")
  }

  private static func fraction(_ milliseconds: Int64) -> String {
    if milliseconds == 0 { return "" }
    var digits = String(milliseconds)
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return "." + digits
  }
}

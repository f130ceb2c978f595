internal import AdSession

/// Something in a shrunk journal that could be otherwise, and it would break the rule all the same.
public struct Freedom: Equatable, Sendable {
  /// What is free: `ad.requested → ad.loaded`, or a field of a record.
  public let what: String
  /// Which values serve: `any delay from 0 s to 31.4 s`.
  public let values: String
}

/// Finds what is free in a small draft.
struct FreedomFinder {
  let oracle: Oracle

  /// Delays first, then fields, in the order of the records.
  func freedoms(of draft: Draft) -> [Freedom] {
    draft.records.indices.map { delay($0, draft) }
      + draft.records.indices.flatMap { fields($0, draft) }
  }

  private func delay(_ place: Int, _ draft: Draft) -> Freedom {
    let serves = { oracle.breaks(draft.settingDelay(place, to: $0)) }
    let delay = draft.records[place].delay
    let least = Bisection.least(from: 0, to: delay, serves)
    let greatest = Bisection.greatest(from: delay, to: TimeSimplifier.longest, serves)
    let before = place == 0 ? "session.began" : draft.records[place - 1].event.kind.name
    return Freedom(
      what: "\(before) → \(draft.records[place].event.kind.name)",
      values: FreedomFinder.delays(least, greatest))
  }

  /// The sentence of a range of delays.
  static func delays(_ least: Int64, _ greatest: Int64) -> String {
    if least == greatest { return "\(Time.text(least)) exactly" }
    if greatest < TimeSimplifier.longest {
      return "any delay from \(Time.text(least)) to \(Time.text(greatest))"
    }
    return least == 0 ? "any delay" : "any delay of at least \(Time.text(least))"
  }

  private func fields(_ place: Int, _ draft: Draft) -> [Freedom] {
    let event = draft.records[place].event
    let entry = Vocabulary.entry(of: event.kind)
    return (entry?.fields ?? []).filter { event.has($0) }.compactMap { field in
      values(of: field, place, draft).map {
        Freedom(what: "\(event.kind.name).\(field.name.name)", values: $0)
      }
    }
  }

  private func values(of field: FieldEntry, _ place: Int, _ draft: Draft) -> String? {
    switch field.name.storage {
    case .number(let slot): return number(slot, place, draft) ? "any of those tried" : nil
    case .flag(let bit):
      var candidate = draft
      candidate.records[place].event.flags ^= bit
      return oracle.breaks(candidate) ? "true or false" : nil
    case .word(let slot): return words(slot, field, place, draft)
    default: return nil
    }
  }

  private func number(_ slot: Event.NumberSlot, _ place: Int, _ draft: Draft) -> Bool {
    [Int64](arrayLiteral: 0, 1, 2, 3, 7, 10, 1000, 1_000_000).allSatisfy { value in
      var candidate = draft
      candidate.records[place].event[slot] = value
      return oracle.breaks(candidate)
    }
  }

  private func words(
    _ slot: Event.WordSlot, _ field: FieldEntry, _ place: Int, _ draft: Draft
  ) -> String? {
    let own = draft.records[place].event[slot]
    let serving = field.values.filter { value in
      var candidate = draft
      candidate.records[place].event[slot] = value
      return value == own || oracle.breaks(candidate)
    }
    guard serving.count > 1 else { return nil }
    if serving.count == field.values.count { return "any" }
    return serving.compactMap(\.text).joined(separator: ", ")
  }
}

/// Durations for people.
enum Time {
  /// `4 h 0 min 3 s`, `31.4 s`, `250 ms`: without units of zero but for 0 itself.
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

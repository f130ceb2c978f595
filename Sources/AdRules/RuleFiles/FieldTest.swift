internal import AdSession

/// A condition on one field of an event, in a rule from a file.
struct FieldTest: Sendable {
  /// The value or property that the field must have.
  enum Demand: Sendable {
    case given
    case flag(Bool)
    case words([Word])
    case texts([String])
    case number(Comparison, Literal)
    /// A comparison of versions in natural order; only for the header.
    case version(Comparison, String)
  }

  /// A comparison of numbers.
  enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .equal: left == right
      case .less: left < right
      case .atMost: left <= right
      case .greater: left > right
      case .atLeast: left >= right
      }
    }
  }

  /// A number in a rule file; whole numbers are compared exactly.
  enum Literal: Sendable {
    case whole(Int64)
    case decimal(Double)

    init?(_ text: String) {
      guard text.allSatisfy({ "-0123456789.".contains($0) }) else { return nil }
      if let whole = Int64(text) {
        self = .whole(whole)
      } else if let decimal = Double(text) {
        self = .decimal(decimal)
      } else {
        return nil
      }
    }

    var decimal: Double {
      switch self {
      case .whole(let value): Double(value)
      case .decimal(let value): value
      }
    }
  }

  let field: FieldName
  let demand: Demand
  /// Whether the condition is negated: `!=`, `not given`.
  let isNegated: Bool
  /// The text of the condition.
  let text: String
  /// Whether the field is one of the header.
  var isOfHeader = false
  /// The offset of the condition in its formula, later in its file.
  var offset = 0

  /// Whether an event meets the condition; nil where the event lacks the field.
  func holds(_ context: EvaluationContext) -> Bool? {
    if field == .network { return holds(network: context.network) }
    let isGiven = isGiven(tested(context))
    if case .given = demand { return isGiven != isNegated }
    return isGiven ? meets(context) != isNegated : nil
  }

  private func holds(network: String?) -> Bool? {
    if case .given = demand { return (network != nil) != isNegated }
    guard let network, case .texts(let texts) = demand else { return nil }
    return texts.contains(network) != isNegated
  }

  /// The event; if the field is `cause`, with the cause that follows from its code alone.
  private func tested(_ context: EvaluationContext) -> Event {
    var event = context.event
    guard field == .cause else { return event }
    event.cause = event.failureCause(under: context.session.header)
    event.text = .absent
    return event
  }

  private func meets(_ context: EvaluationContext) -> Bool {
    switch demand {
    case .given: true
    case .flag(let value): context.event.flag(bit) == value
    case .words(let words): words.contains(word(tested(context)))
    case .texts(let texts): texts.contains(freeText(context) ?? context.text(symbol(context.event)))
    case .number(let comparison, let literal): compare(context.event, comparison, literal)
    case .version: false
    }
  }

  /// The text of the field if it is a free text, which the trace keeps beside the event.
  private func freeText(_ context: EvaluationContext) -> String? {
    guard context.event.kind.freeTexts.contains(field) else { return nil }
    return context.evaluation.trace.freeText(field, ofEvent: context.index)
  }

  private func compare(_ event: Event, _ comparison: Comparison, _ literal: Literal) -> Bool {
    if case .amount = field.storage { return comparison.holds(event.amount ?? 0, literal.decimal) }
    switch literal {
    case .whole(let value): return comparison.holds(number(event), value)
    case .decimal(let value): return comparison.holds(Double(number(event)), value)
    }
  }

  /// The value of the field, for a message; nil where the event lacks the field.
  func value(_ context: EvaluationContext) -> String? {
    if field == .network { return context.network }
    if let text = freeText(context) { return text }
    let event = tested(context)
    guard isGiven(event) else { return nil }
    switch field.storage {
    case .flag(let bit): return event.flag(bit).map { String($0) }
    case .number: return String(number(event))
    case .amount: return event.amount.map { String($0) }
    case .word:
      return event.text.isPresent && word(event) == .absent
        ? context.text(event.text) : word(event).text ?? "an unlisted value"
    default: return context.text(symbol(event))
    }
  }

  private func isGiven(_ event: Event) -> Bool {
    switch field.storage {
    case .flag(let bit): return event.flag(bit) != nil
    case .number(let slot): return event[slot] != nil
    case .amount: return event.amount != nil
    case .word(let slot): return event[slot] != .absent || isFreeText && event.text.isPresent
    case .symbol(let slot): return event[slot].isPresent
    case .header, .line: return false
    }
  }

  /// Whether the field accepts any text here, although the vocabulary lists values for it.
  private var isFreeText: Bool {
    switch demand {
    case .given, .texts: true
    default: false
    }
  }

  private var bit: UInt16 {
    if case .flag(let bit) = field.storage { bit } else { 0 }
  }

  private func number(_ event: Event) -> Int64 {
    if case .number(let slot) = field.storage { event[slot] ?? 0 } else { 0 }
  }

  private func word(_ event: Event) -> Word {
    if case .word(let slot) = field.storage { event[slot] } else { .absent }
  }

  /// The text of the field; an unlisted value is stored in `text`.
  private func symbol(_ event: Event) -> Symbol {
    if case .symbol(let slot) = field.storage { event[slot] } else { event.text }
  }
}

extension EvaluationContext {
  /// The network that serves the ad of the event, by its `ad.loaded`; nil where that is lost or
  /// does not say it.
  fileprivate var network: String? {
    let loaded = event.kind == .adLoaded ? EventIndex(index) : loadedIndex
    return loaded == .none ? nil : evaluation.trace.freeText(.network, ofEvent: loaded.known)
  }
}

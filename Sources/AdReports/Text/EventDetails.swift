package import AdSession

/// The fields of an event for people: `app_open ad=a-1 reason=launch`, in the order of the format.
package struct EventDetails {
  let symbols: SymbolTable
  let header: Header?
  let style: TextStyle

  /// Describes the events of a session.
  package init(of trace: Trace, style: TextStyle) {
    self.init(symbols: trace.symbols, header: trace.header, style: style)
  }

  init(symbols: SymbolTable, header: Header?, style: TextStyle) {
    self.symbols = symbols
    self.header = header
    self.style = style
  }

  /// The format first, then the other fields; the unit only where an ad is asked for or refused.
  ///
  /// An error code is followed by its documented cause, unless the record names a cause itself. The
  /// free texts of the record come in their places if they are given.
  package func text(
    _ event: Event, freeText: (FieldName) -> String? = { _ in nil }
  ) -> String {
    guard let entry = Vocabulary.entry(of: event.kind) else { return "" }
    var parts = event.format.text.map { [$0] } ?? []
    for field in entry.fields where isShown(field, event) {
      let own = freeText(field.name).map(Self.quoted)
      guard let value = own ?? value(of: field.name.storage, event) else { continue }
      parts.append(style.faint(field.name.name + "=") + TerminalEscaping.text(value))
      if field.name == .errorCode, let cause = documentedCause(event) { parts.append("(\(cause))") }
    }
    return parts.joined(separator: " ")
  }

  /// The free texts of a record of a session with their names, behind the code of a failure; nil
  /// for a record without any.
  func freeTexts(at index: Int, of trace: Trace) -> String? {
    let event = trace.events[index]
    let texts = event.kind.freeTexts.filter { trace.freeText($0, ofEvent: index) != nil }
    if texts.isEmpty { return nil }
    var own = Event(event.kind)
    if texts.contains(.errorMessage) {
      (own.errorCode, own.cause) = (event.errorCode, event.cause)
    }
    return text(own) { trace.freeText($0, ofEvent: index) }
  }

  private static func quoted(_ text: String) -> String {
    let inner = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
    return "\"\(inner)\""
  }

  private func isShown(_ field: FieldEntry, _ event: Event) -> Bool {
    switch field.name {
    case .format: false
    case .unit: !event.ad.isPresent
    default: true
    }
  }

  private func documentedCause(_ event: Event) -> String? {
    event.cause == .absent ? event.failureCause(under: header).text : nil
  }

  private func value(of storage: Event.Storage, _ event: Event) -> String? {
    switch storage {
    case .symbol(let slot): text(event[slot])
    case .word(let slot): event[slot].text
    case .number(let slot): event[slot].map { String($0) }
    case .amount: event.amount.map(AuditText.number)
    case .flag(let bit): event.flag(bit).map { $0 ? "true" : "false" }
    case .header, .line: nil
    }
  }

  private func text(_ symbol: Symbol) -> String? {
    symbol.isPresent ? symbols.text(symbol) : nil
  }
}

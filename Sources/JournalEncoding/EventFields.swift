package import JournalFormat
package import AdVocabulary

/// The fields of an event as values to encode.
///
/// An ``Event`` does not store messages, waterfalls and values that the vocabulary does not list,
/// so they are absent.
package struct EventFields {
  package let event: Event
  package let symbols: SymbolTable
  package let header: Header?
  package let policy: [PolicySetting]

  package init(event: Event, symbols: SymbolTable, header: Header?, policy: [PolicySetting]) {
    self.event = event
    self.symbols = symbols
    self.header = header
    self.policy = policy
  }

  /// The fields of the event at an index of a trace.
  package init(_ index: Int, of trace: Trace) {
    self.init(
      event: trace.events[index], symbols: trace.symbols, header: trace.header,
      policy: trace.policyChanges[index] ?? [])
  }

  /// Calls a closure with each field that has a value, in the order of the vocabulary.
  package func forEach(_ body: (FieldName, FieldValue) -> Void) {
    for field in Vocabulary.entry(of: event.kind)?.fields ?? [] {
      if let value = value(of: field) { body(field.name, value) }
    }
  }

  /// The value of a field; nil if the event does not have it.
  package func value(of field: FieldEntry) -> FieldValue? {
    if event.kind == .sessionBegan { return header?.value(of: field.name) }
    if field.name == .policy { return .policy(policy) }
    switch field.name.storage {
    case .symbol(let slot): return text(event[slot])
    case .word(let slot): return text(event[slot])
    case .number(let slot): return event[slot].map { .integer($0) }
    case .amount: return event.amount.map { .number($0) }
    case .flag(let bit): return event.flag(bit).map { .boolean($0) }
    case .header, .line: return nil
    }
  }

  private func text(_ symbol: Symbol) -> FieldValue? {
    symbol.isPresent ? .string(symbols.text(symbol)) : nil
  }

  private func text(_ word: Word) -> FieldValue? { word.text.map { .string($0) } }
}

extension Header {
  /// The value of a header field; nil if the header does not have it.
  fileprivate func value(of name: FieldName) -> FieldValue? {
    switch name {
    case .app: .string(app)
    case .appVersion: .string(appVersion)
    case .build: build.text.map { .string($0) } ?? .string("unknown")
    case .os: .string(os)
    case .osVersion: .string(osVersion)
    case .device: device.isEmpty ? nil : .string(device)
    case .sdk: .string(sdk)
    case .sdkVersion: .string(sdkVersion)
    case .install: install.isEmpty ? nil : .string(install)
    case .utcOffsetMin: .integer(utcOffsetMinutes)
    case .timezone: timezone.isEmpty ? nil : .string(timezone)
    case .launchCount: launchCount.map { .integer($0) }
    case .multiScene: multiScene.map { .boolean($0) }
    case .testDevice: testDevice.map { .boolean($0) }
    case .captures: captures.map { .strings($0.classes.map { $0.name }) }
    case .policy: policy.isEmpty ? nil : .policy(policy)
    case .checksums: checksums.map { .boolean($0) }
    case .seals: seals.map { .boolean($0) }
    case .clock: clock.text.map { .string($0) } ?? (hasTimes ? nil : .string("unknown"))
    default: nil
    }
  }
}

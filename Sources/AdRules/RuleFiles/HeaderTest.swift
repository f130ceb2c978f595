package import AdSession

extension Pattern {
  /// The same pattern, only for sessions whose header meets conditions.
  ///
  /// A session without a header is not judged.
  func inSessions(_ tests: [FieldTest]) -> Pattern {
    let applies = applies
    return Pattern(
      visits: visits, judgesFailureOnly: judgesFailureOnly, judgesOverlays: judgesOverlays,
      needsFinish: needsFinish, finish: finish,
      applies: { evaluation in
        guard let header = evaluation.session.header else { return false }
        return tests.allSatisfy { $0.holds(header) } && applies?(evaluation) ?? true
      }, demanding: demands, dayCounter: dayCounter)
  }
}

extension FieldTest {
  /// Whether a header meets the condition; false where it lacks the field.
  func holds(_ header: Header) -> Bool {
    let value = HeaderValue(of: field, in: header)
    if case .given = demand { return (value != nil) != isNegated }
    guard let value else { return false }
    return meets(value) != isNegated
  }

  private func meets(_ value: HeaderValue) -> Bool {
    switch (demand, value) {
    case (.given, _): true
    case (.flag(let wanted), .flag(let value)): wanted == value
    case (.words(let words), .word(let value)): words.contains(value)
    case (.texts(let texts), .text(let value)): texts.contains(value)
    case (.version(let comparison, let wanted), .text(let value)):
      comparison.holds(VersionText(text: value), VersionText(text: wanted))
    case (.number(let comparison, .whole(let wanted)), .number(let value)):
      comparison.holds(value, wanted)
    case (.number(let comparison, .decimal(let wanted)), .number(let value)):
      comparison.holds(Double(value), wanted)
    default: false
    }
  }
}

extension Header {
  /// The text of a field that a line 'sessions:' can compare with texts; nil where the header lacks
  /// it.
  package func text(of field: FieldName) -> String? {
    if case .text(let text) = HeaderValue(of: field, in: self) { text } else { nil }
  }
}

/// A version that compares in natural order.
private struct VersionText: Comparable {
  let text: String

  static func < (one: VersionText, other: VersionText) -> Bool {
    NaturalOrder.precedes(one.text, other.text)
  }
}

/// The value of a field of a header.
private enum HeaderValue {
  case text(String)
  case word(Word)
  case number(Int64)
  case flag(Bool)

  init?(of field: FieldName, in header: Header) {
    let value: HeaderValue? =
      switch field {
      case .app: .text(header.app)
      case .appVersion: .text(header.appVersion)
      case .build: .word(header.build)
      case .os: .text(header.os)
      case .osVersion: .text(header.osVersion)
      case .device: .text(header.device)
      case .sdk: .text(header.sdk)
      case .sdkVersion: .text(header.sdkVersion)
      case .install: .text(header.install)
      case .timezone: .text(header.timezone)
      case .clock: header.clock == .absent ? nil : .word(header.clock)
      case .utcOffsetMin: .number(header.utcOffsetMinutes)
      case .launchCount: header.launchCount.map { .number($0) }
      case .multiScene: header.multiScene.map { .flag($0) }
      case .testDevice: header.testDevice.map { .flag($0) }
      default: nil
      }
    if case .text("") = value { return nil }
    guard let value else { return nil }
    self = value
  }

  /// Whether a rule file can test a field of the header.
  static func canTest(_ field: FieldName) -> Bool {
    switch field {
    case .app, .appVersion, .build, .os, .osVersion, .device, .sdk, .sdkVersion, .install,
      .timezone, .clock, .utcOffsetMin, .launchCount, .multiScene, .testDevice:
      true
    default: false
    }
  }
}

extension FieldEntry {
  /// Whether a line 'sessions:' can test the field.
  var isOfHeader: Bool { HeaderValue.canTest(name) }
}

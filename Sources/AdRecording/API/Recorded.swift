internal import AdSession

/// A typed event.
///
/// Only the constructor of its kind can make one, so a journal contains only fields of the
/// vocabulary.
public protocol VocabularyEvent: RecordedEvent, Sendable {}

/// The typed events, one for each kind of the vocabulary, and the listed values of their fields.
///
/// Call sites need no more than the kind: `recorder.record(.adExpired(ad: ad, unit: unit))`.
public enum Recorded {
  /// One line item of a mediation waterfall: the adapter, its latency and its error.
  public struct WaterfallItem: Equatable, Sendable {
    /// The class name of the adapter.
    public var adapter: String
    /// The latency in milliseconds; nil if unknown.
    public var latencyMs: Int?
    /// The error code; nil if the adapter did not fail.
    public var errorCode: Int?

    /// Makes an item.
    public init(adapter: String, latencyMs: Int? = nil, errorCode: Int? = nil) {
      self.adapter = adapter
      self.latencyMs = latencyMs
      self.errorCode = errorCode
    }
  }
}

extension Recorded.AdLoaded {
  /// Returns the event with its response id hashed; no other kind has one.
  func hashed(by salt: ResponseSalt) -> Self {
    guard let response else { return self }
    var copy = self
    copy.response = salt.hash(of: response)
    return copy
  }
}

/// Writes fields that may be absent.
extension FieldWriter {
  @inline(__always)
  mutating func text(_ name: FieldName, _ value: String?, atMost bytes: Int = maximumText) {
    if let value { text(name, value, atMost: bytes) }
  }

  mutating func word(_ name: FieldName, _ value: Word?) {
    if let value { word(name, value) }
  }

  @inline(__always)
  mutating func integer(_ name: FieldName, _ value: Int?) {
    if let value { integer(name, Int64(value)) }
  }

  @inline(__always)
  mutating func number(_ name: FieldName, _ value: Double?) {
    if let value { number(name, value) }
  }

  mutating func boolean(_ name: FieldName, _ value: Bool?) {
    if let value { boolean(name, value) }
  }

  @inline(__always)
  mutating func json(_ name: FieldName, _ value: [UInt8]?) {
    if let value { json(name, value) }
  }
}

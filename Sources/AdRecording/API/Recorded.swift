internal import AdSession

/// An event that an app records: made by the typed constructors of its kind alone, so that nothing
/// but the fields of the vocabulary can get into a journal.
public protocol VocabularyEvent: RecordedEvent, Sendable {
  /// The event with the response ids that it has hashed.
  func hashed(by salt: ResponseSalt) -> Self
}

extension VocabularyEvent {
  /// The event as it is: most kinds have no response id.
  public func hashed(by salt: ResponseSalt) -> Self { self }
}

/// The typed events, one a kind of the vocabulary, and the values that their fields can have.
///
/// Call sites need no more than the kind: `recorder.record(.adExpired(ad: ad, unit: unit))`.
public enum Recorded {
  /// One line item of a waterfall: which adapter was asked, how long it took, how it failed.
  public struct WaterfallItem: Equatable, Sendable {
    /// The class name of the adapter.
    public var adapter: String
    /// Milliseconds that it took; nil where that is not known.
    public var latencyMs: Int?
    /// Its error; nil where it did not fail.
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
  /// The event with its response id hashed.
  public func hashed(by salt: ResponseSalt) -> Self {
    guard let response else { return self }
    var copy = self
    copy.response = salt.hash(of: response)
    return copy
  }
}

/// Fields that an event can be without: one that is not there is not called for.
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

  @inline(never)
  private mutating func json(_ name: FieldName, _ value: [UInt8]) {
    value.withUnsafeBytes { json(name, $0) }
  }
}

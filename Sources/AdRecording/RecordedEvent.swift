public import AdVocabulary

/// An event that a recorder accepts: its kind, and a function that writes its fields.
///
/// Apps use the typed events of ``Recorded``. ``Recorder/record(_:urgent:)`` copies the fields into
/// the recorder's memory and does not keep the event.
public protocol RecordedEvent: Sendable {
  /// The kind in the vocabulary; never `unknown`.
  var kind: EventKind { get }
  /// Writes each field that has a value, once, in the order of the vocabulary.
  ///
  /// The recorder calls this on the recording thread while it holds its lock, and a second time if
  /// a component follows the session. The function must do nothing else.
  func write(to fields: inout FieldWriter)
}

/// An event whose fields are written by a closure, for callers that know the kind only at run time.
public struct AnyRecordedEvent: RecordedEvent {
  /// The kind in the vocabulary.
  public var kind: EventKind
  private let body: @Sendable (inout FieldWriter) -> Void

  /// Makes an event of a kind.
  ///
  /// The closure writes the fields in the order of the vocabulary.
  public init(_ kind: EventKind, _ body: @escaping @Sendable (inout FieldWriter) -> Void = { _ in })
  {
    self.kind = kind
    self.body = body
  }

  /// Writes the fields by calling the closure.
  public func write(to fields: inout FieldWriter) { body(&fields) }
}

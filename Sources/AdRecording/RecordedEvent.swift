public import AdSession

/// An event that a recorder takes: its kind, and its fields as they are to be written.
///
/// A typed constructor for each kind conforms; an event lives only for the call of
/// ``Recorder/record(_:urgent:)`` and is copied there, field by field, into the recorder's memory.
public protocol RecordedEvent: Sendable {
  /// The kind of the vocabulary; not ``EventKind/unknown``.
  var kind: EventKind { get }
  /// Puts every field that is there, each once, in the order of the vocabulary.
  ///
  /// It is called on the thread that records, while the recorder's lock is held, a second time where
  /// somebody follows the session: it must do nothing but put fields.
  func write(to fields: inout FieldWriter)
}

/// An event whose fields are put by a closure: for callers that know the kind only when they run.
public struct AnyRecordedEvent: RecordedEvent {
  /// The kind of the vocabulary.
  public var kind: EventKind
  private let body: @Sendable (inout FieldWriter) -> Void

  /// Makes an event of a kind; the closure puts its fields in the order of the vocabulary.
  public init(_ kind: EventKind, _ body: @escaping @Sendable (inout FieldWriter) -> Void = { _ in })
  {
    self.kind = kind
    self.body = body
  }

  /// Puts the fields.
  public func write(to fields: inout FieldWriter) { body(&fields) }
}

public import AdVocabulary

extension Recorded {
  /// An event of any kind with its fields.
  ///
  /// One type for all kinds keeps apps small: a type for each kind would add the code that copies
  /// and releases its values. For the same reason no constructor is inlined. Nothing is allocated
  /// except for lists and objects.
  public struct Event: VocabularyEvent {
    /// The kind.
    public let kind: EventKind
    private var byteCount: UInt8 = 0
    private var textCount: UInt8 = 0
    /// The fields as ``FieldWriter`` writes them, but of a text or JSON only its name and form.
    private var bytes: Bytes = (0, 0, 0, 0, 0, 0, 0, 0)
    private var texts: Texts = ("", "", "", "", "", "", "", "", "")
    private var json: [[UInt8]] = []

    private typealias Bytes = (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
    private typealias Texts = (
      String, String, String, String, String, String, String, String, String
    )

    /// Makes an event without fields; they must be added in the order of the vocabulary.
    ///
    /// The generator of the constructors checks that the fields of each kind have room.
    @inline(never)
    init(_ kind: EventKind) { self.kind = kind }

    /// Writes the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) {
      withUnsafeBytes(of: bytes) { bytes in
        var offset = 0
        var text = 0
        var list = 0
        while offset < Int(byteCount) {
          guard let form = FieldWriter.Form(rawValue: bytes[offset &+ 1]) else { return }
          let field = bytes.baseAddress.unsafelyUnwrapped + offset
          switch form {
          case .text:
            write(text, Self.name(field), to: &fields)
            text &+= 1
          case .json:
            fields.json(Self.name(field), json[list])
            list &+= 1
          default: fields.encoded(field, form.size)
          }
          offset &+= form.size
        }
      }
    }

    private static func name(_ field: UnsafeRawPointer) -> FieldName {
      field.load(as: FieldName.self)
    }

    @inline(__always)
    private func write(_ index: Int, _ name: FieldName, to fields: inout FieldWriter) {
      let limit = name.maximumText
      switch index {
      case 0: fields.text(name, texts.0, atMost: limit)
      case 1: fields.text(name, texts.1, atMost: limit)
      case 2: fields.text(name, texts.2, atMost: limit)
      case 3: fields.text(name, texts.3, atMost: limit)
      case 4: fields.text(name, texts.4, atMost: limit)
      case 5: fields.text(name, texts.5, atMost: limit)
      case 6: fields.text(name, texts.6, atMost: limit)
      case 7: fields.text(name, texts.7, atMost: limit)
      default: fields.text(name, texts.8, atMost: limit)
      }
    }
  }

  /// The beginning or the end of a session, which only a recorder of events of any type takes.
  public struct SessionEvent: RecordedEvent {
    let event: Event

    /// The kind.
    public var kind: EventKind { event.kind }

    /// Writes the fields in the order of the vocabulary.
    public func write(to fields: inout FieldWriter) { event.write(to: &fields) }
  }
}

/// Adds fields; a value that is nil adds none.
extension Recorded.Event {
  @inline(never)
  mutating func text(_ name: FieldName, _ value: consuming String?) {
    guard let value else { return }
    add(name, .text)
    withUnsafeMutableBytes(of: &texts) { texts in
      // The empty text in this place owns no memory.
      texts.assumingMemoryBound(to: String.self).initializeElement(at: Int(textCount), to: value)
    }
    textCount &+= 1
  }

  @inline(never)
  mutating func json(_ name: FieldName, _ value: [UInt8]?) {
    guard let value else { return }
    add(name, .json)
    json.append(value)
  }

  @inline(never)
  mutating func word(_ name: FieldName, _ value: Word?) {
    guard let value else { return }
    add(name, .word) { $0.storeBytes(of: value.rawValue, as: UInt8.self) }
  }

  @inline(never)
  mutating func integer(_ name: FieldName, _ value: Int64?) {
    guard let value else { return }
    add(name, .integer) { $0.storeBytes(of: value, as: Int64.self) }
  }

  @inline(never)
  mutating func integer(_ name: FieldName, _ value: Int?) { integer(name, value.map(Int64.init)) }

  @inline(never)
  mutating func number(_ name: FieldName, _ value: Double?) {
    guard let value else { return }
    add(name, .number) { $0.storeBytes(of: value.bitPattern, as: UInt64.self) }
  }

  @inline(never)
  mutating func boolean(_ name: FieldName, _ value: Bool?) {
    guard let value else { return }
    add(name, value ? .yes : .no)
  }

  @inline(__always)
  private mutating func add(
    _ name: FieldName, _ form: FieldWriter.Form,
    _ store: (UnsafeMutableRawPointer) -> Void = { _ in }
  ) {
    let offset = Int(byteCount)
    withUnsafeMutableBytes(of: &bytes) { bytes in
      let field = bytes.baseAddress.unsafelyUnwrapped + offset
      field.storeBytes(of: name.rawValue, as: UInt8.self)
      field.storeBytes(of: form.rawValue, toByteOffset: 1, as: UInt8.self)
      store(field + 2)
    }
    byteCount &+= UInt8(form.size)
  }
}

extension FieldWriter.Form {
  /// The number of bytes of a field in a ``Recorded/Event``, with its name and form.
  @inline(__always)
  fileprivate var size: Int {
    switch self {
    case .text, .json, .yes, .no: 2
    case .word: 3
    case .integer, .number: 10
    }
  }
}

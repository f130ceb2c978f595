internal import JournalFormat
public import AdSession
internal import JSONLines

/// An event as one line of JSON without an envelope: `{"event":"ad.loaded","unit":"…",…}`.
///
/// It takes what the vocabulary has, and nothing else: other fields are left out, response ids are
/// hashed, lists and objects keep what their meaning needs. An envelope is ignored: the recorder
/// makes its own.
public struct EventLine: RecordedEvent {
  /// Why a line is no event, in one sentence.
  public struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
    /// The name of the event, where the vocabulary does not have it.
    public let unknownKind: String?

    /// Makes a fault of a sentence.
    public init(_ description: String, unknownKind: String? = nil) {
      self.description = description
      self.unknownKind = unknownKind
    }
  }

  /// The kind of the vocabulary.
  public let kind: EventKind
  /// The names of the fields that were left out, in the order of the line.
  public private(set) var leftOut: [String] = []
  private var fields: [(name: FieldName, value: FieldValue)] = []

  /// Reads a line without its line feed; for many lines a ``Reader`` is faster.
  ///
  /// - Parameter salt: What response ids are hashed with; nil keeps them as they are.
  /// - Throws: ``Fault`` where it is not JSON, no event, or lacks what its kind must have.
  public init(_ line: [UInt8], salt: ResponseSalt?) throws(Fault) {
    var reader = Reader(salt: salt)
    self = try reader.event(line)
  }

  private init(_ parts: EventLineParts) {
    kind = parts.kind
    fields = parts.values
    leftOut = parts.leftOut
  }

  /// Reads lines one after the other, in the same memory.
  public struct Reader {
    private var scanner = LineScanner()
    private let salt: ResponseSalt?

    /// Makes a reader.
    ///
    /// - Parameter salt: What response ids are hashed with; nil keeps them as they are.
    public init(salt: ResponseSalt?) { self.salt = salt }

    /// Reads a line without its line feed.
    ///
    /// - Throws: ``Fault`` where it is not JSON, no event, or lacks what its kind must have.
    public mutating func event(_ line: [UInt8]) throws(Fault) -> EventLine {
      if let fault = scanner.scan(bytes: line) {
        throw Fault("it is no event: at byte \(fault.byte) \(fault.because)")
      }
      let fields = scanner.fields
      let salt = salt
      let read: Result<EventLineParts, Fault> = line.withUnsafeBytes { bytes in
        do throws(Fault) {
          return .success(try EventLineParts(bytes, fields, salt))
        } catch {
          return .failure(error)
        }
      }
      return EventLine(try read.get())
    }
  }

  /// The same header, with what the recorder knows better: whether there are checksums, and that
  /// response ids are hashed.
  public func asHeader(checksums: Bool) -> EventLine {
    var copy = self
    copy.set(.checksums, .boolean(checksums))
    if let redacted = fields.first(where: { $0.name == .redacted })?.value {
      guard case .strings(let names) = redacted, !names.contains("response") else { return copy }
      copy.set(.redacted, .strings(names + ["response"]))
    } else {
      copy.set(.redacted, .strings(["response"]))
    }
    return copy
  }

  private mutating func set(_ name: FieldName, _ value: FieldValue) {
    fields.removeAll { $0.name == name }
    fields.append((name, value))
    let order = Vocabulary.entry(of: kind)?.fields.map(\.name) ?? []
    fields.sort { order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0 }
  }

  /// Puts the fields in the order of the vocabulary.
  public func write(to fields: inout FieldWriter) {
    for (name, value) in self.fields {
      switch value {
      case .string(let text) where name == .errorMessage || name == .text:
        fields.text(name, text, atMost: FieldWriter.freeText)
      case .string(let text): fields.text(name, text)
      case .integer(let number): fields.integer(name, number)
      case .number(let number): fields.number(name, number)
      case .boolean(let truth): fields.boolean(name, truth)
      case .strings(let texts): fields.json(name, RecordedJSON.redacted(texts))
      case .policy(let settings): fields.json(name, RecordedJSON.policy(settings))
      case .json(let json): fields.json(name, json)
      }
    }
  }
}

extension FieldWriter {
  /// Bytes that free text (a message, a note) may have; more is cut: 512.
  static let freeText = 512
}

public import AdVocabulary
package import JSONLines

/// The value of a record's field, to be encoded.
public enum FieldValue: Equatable, Sendable {
  /// Text.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A number. Without a fraction it is written as a whole number.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// A list of texts.
  case strings([String])
  /// Thresholds, as an object.
  case policy([PolicySetting])
  /// One complete JSON value, copied unchanged.
  case json([UInt8])
}

/// The fields that every record has, whatever its kind.
public struct Envelope: Equatable, Sendable {
  /// The version of the journal format that this package reads and writes.
  public static let knownVersion: Int64 = 1

  /// The version of the format.
  public var version: Int64
  /// The session: 1 to 64 of `A-Z a-z 0-9 . _ -`.
  public var session: String
  /// The record's number in the session, from 1.
  public var seq: Int64
  /// Milliseconds since the session began.
  public var t: Int64
  /// The wall clock, milliseconds since 1970.
  public var wall: Int64

  /// Makes an envelope.
  public init(
    version: Int64 = knownVersion, session: String, seq: Int64, t: Int64, wall: Int64
  ) {
    self.version = version
    self.session = session
    self.seq = seq
    self.t = t
    self.wall = wall
  }
}

extension JSONWriter {
  /// Writes the value of a field.
  package mutating func value(_ value: FieldValue) {
    switch value {
    case .string(let text): string(text)
    case .integer(let number): integer(number)
    case .number(let number): shortest(number)
    case .boolean(let truth): boolean(truth)
    case .strings(let texts):
      beginArray()
      for text in texts { string(text) }
      endArray()
    case .policy(let settings):
      beginObject()
      for setting in settings {
        key(setting.key.name)
        shortest(setting.value)
      }
      endObject()
    case .json(let bytes): raw(bytes)
    }
  }

  /// Writes a number, as a whole number if it has no fraction.
  private mutating func shortest(_ number: Double) {
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 {
      integer(whole)
    } else {
      decimal(number)
    }
  }
}

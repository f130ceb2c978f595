/// The reason why a line is not a valid JSON object, and its location in the line.
public struct JSONFault: Error, Equatable, Sendable {
  /// The kinds of fault, in order of precedence.
  public enum Code: UInt8, CaseIterable, Sendable {
    case tooLong, nulPadding, notUTF8, tooDeep, notJSON, duplicateKey, notAnObject

    /// The damage code in the journal format, such as `not-json`.
    public var name: String {
      switch self {
      case .tooLong: "too-long"
      case .nulPadding: "nul-padding"
      case .notUTF8: "not-utf8"
      case .tooDeep: "too-deep"
      case .notJSON: "not-json"
      case .duplicateKey: "duplicate-key"
      case .notAnObject: "not-an-object"
      }
    }
  }

  /// The first kind of fault that applies, in the order of ``Code``.
  public let code: Code
  /// The offset of the fault in the line, in bytes from 0; the line's length if the line ends
  /// early.
  public let byte: Int
  let detail: Detail

  init(_ code: Code, byte: Int, _ detail: Detail) {
    self.code = code
    self.byte = byte
    self.detail = detail
  }

  /// A message for a person: what was found and what was expected.
  public var because: String {
    switch detail {
    case .length(let count):
      Self.tooLongMessage(bytes: count)
    case .byte(let value):
      switch code {
      case .nulPadding: "found a NUL byte"
      default: "found byte \(hexadecimal(value)), which is not valid UTF-8 here"
      }
    case .depth:
      "nested more than \(Limits.levels) levels deep"
    case .expected(let expectation, let found):
      "expected \(expectation.text), found \(describe(found))"
    case .repeated(let first):
      "duplicate key; the first one is at byte \(first)"
    case .type(let type):
      "expected an object, found \(withArticle(type))"
    }
  }

  /// The message of a line that is too long.
  package static func tooLongMessage(bytes count: Int) -> String {
    "the line has \(count) bytes; the limit is \(Limits.lineBytes)"
  }
}

extension JSONFault {
  /// The data for a fault's message, which is only formatted on request.
  enum Detail: Equatable, Sendable {
    case length(Int)
    case byte(UInt8)
    case depth
    case expected(Expectation, found: UInt8?)
    case repeated(first: Int)
    case type(ValueType)
  }

  /// What the grammar allows at an offset.
  enum Expectation: UInt8, Sendable {
    case value, key, keyOrEnd, valueOrEnd, colon, commaOrBrace, commaOrBracket, lineEnd
    case digit, noLeadingZero, literal, escape, hexDigit, lowSurrogate, noLowSurrogate
    case noControl, closingQuote

    var text: String {
      switch self {
      case .value: "a value"
      case .key: "a key in quotes"
      case .keyOrEnd: "a key in quotes or `}`"
      case .valueOrEnd: "a value or `]`"
      case .colon: "`:` after the key"
      case .commaOrBrace: "`,` or `}`"
      case .commaOrBracket: "`,` or `]`"
      case .lineEnd: "nothing after the value"
      case .digit: "a digit"
      case .noLeadingZero: "no digit after a leading zero"
      case .literal: "the rest of `true`, `false` or `null`"
      case .escape: #"one of `"\/bfnrtu` after the backslash"#
      case .hexDigit: #"four hexadecimal digits after `\u`"#
      case .lowSurrogate: #"a low surrogate (`\uDC00` to `\uDFFF`) after a high surrogate"#
      case .noLowSurrogate: "a high surrogate before a low surrogate"
      case .noControl: "control characters in strings to be escaped"
      case .closingQuote: "the closing quote of a string"
      }
    }
  }
}

private func describe(_ found: UInt8?) -> String {
  guard let found else { return "the end of the line" }
  return found > 0x20 && found < 0x7F
    ? "`\(Character(Unicode.Scalar(found)))`" : "byte \(hexadecimal(found))"
}

private func hexadecimal(_ byte: UInt8) -> String {
  (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
}

private func withArticle(_ type: ValueType) -> String {
  switch type {
  case .null: "null"
  case .integer, .array, .object: "an \(type.name)"
  default: "a \(type.name)"
  }
}

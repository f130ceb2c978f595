/// What makes a line no record at all: the first fault that applies, and where it lies.
public struct Fault: Error, Equatable, Sendable {
  /// The kinds of fault, in the order in which they take precedence.
  public enum Code: UInt8, CaseIterable, Sendable {
    case tooLong, nulPadding, notUTF8, tooDeep, notJSON, duplicateKey, notAnObject

    /// The damage code of the journal format, such as `not-json`.
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

  /// Which fault applies first, in the order of ``Code``.
  public let code: Code
  /// Offset in the line of the byte at fault, from 0; the line's length where the line ends early.
  public let byte: Int
  let detail: Detail

  init(_ code: Code, byte: Int, _ detail: Detail) {
    self.code = code
    self.byte = byte
    self.detail = detail
  }

  /// One clear sentence part: what was found, and what was expected instead.
  public var because: String {
    switch detail {
    case .length(let count):
      "the line has \(count) bytes, and at most \(Limits.lineBytes) are allowed"
    case .byte(let value):
      switch code {
      case .nulPadding: "found a NUL byte, which no line contains"
      default: "found byte \(hexadecimal(value)), which is no valid UTF-8 here"
      }
    case .depth:
      "found the start of level \(Limits.levels + 1), and at most \(Limits.levels) are allowed"
    case .expected(let expectation, let found):
      "expected \(expectation.words), found \(describe(found))"
    case .repeated(let first):
      "found a key again that its object has at byte \(first) already, expected each key once"
    case .type(let type):
      "found \(article(type)), expected an object"
    }
  }
}

extension Fault {
  /// The particulars of a fault, from which its sentence is made only when somebody asks.
  enum Detail: Equatable, Sendable {
    case length(Int)
    case byte(UInt8)
    case depth
    case expected(Expectation, found: UInt8?)
    case repeated(first: Int)
    case type(ValueType)
  }

  /// What the grammar allows at a place.
  enum Expectation: UInt8, Sendable {
    case value, key, keyOrEnd, valueOrEnd, colon, commaOrBrace, commaOrBracket, lineEnd
    case digit, noLeadingZero, literal, escape, hexDigit, lowSurrogate, noLowSurrogate
    case noControl, closingQuote

    var words: String {
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
      case .lowSurrogate: #"a low surrogate as `\uDC00` to `\uDFFF` after the high one"#
      case .noLowSurrogate: "a high surrogate before a low one"
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

private func article(_ type: ValueType) -> String {
  switch type {
  case .null: "null"
  case .integer, .array, .object: "an \(type.name)"
  default: "a \(type.name)"
  }
}

/// The type of a JSON value; numbers are divided into integers and decimals.
///
/// A number without `.`, `e` and `E` is an `integer`, even if it does not fit in 64 bits. Any other
/// number is a `decimal`, even if its value is whole.
public enum ValueType: UInt8, Sendable {
  case string, integer, decimal, boolean, null, object, array

  /// The name of this type in messages.
  public var name: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .decimal: "decimal"
    case .boolean: "boolean"
    case .null: "null"
    case .object: "object"
    case .array: "array"
    }
  }
}

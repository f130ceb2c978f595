/// The type of a JSON value, as its first byte and the grammar of numbers say it.
///
/// A number without `.`, `e` and `E` is an `integer`, however many digits it has; any other number
/// is a `decimal`, even if its value is a whole number.
public enum ValueType: UInt8, Sendable {
  case string, integer, decimal, boolean, null, object, array

  /// The word for this type in a message to a person.
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

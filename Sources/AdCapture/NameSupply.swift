/// Generates names that are unique in a session: `r-1`, `r-2`, `a-1` and so on.
public struct NameSupply: Sendable {
  private var newest: [UInt8: Int] = [:]

  /// Creates a supply whose first names have number 1.
  public init() {}

  /// Returns a new name of a kind.
  public mutating func next(_ kind: Kind) -> String {
    let number = newest[kind.letter, default: 0] + 1
    newest[kind.letter] = number
    return "\(Character(Unicode.Scalar(kind.letter)))-\(number)"
  }

  /// The kind of object that is named.
  public enum Kind: Sendable {
    /// A request of an ad (`r`).
    case request
    /// A loaded ad (`a`).
    case ad
    /// A call of an adapter's load method (`l`).
    case load
    /// A window of the ad module (`w`).
    case window

    fileprivate var letter: UInt8 {
      switch self {
      case .request: UInt8(ascii: "r")
      case .ad: UInt8(ascii: "a")
      case .load: UInt8(ascii: "l")
      case .window: UInt8(ascii: "w")
      }
    }
  }
}

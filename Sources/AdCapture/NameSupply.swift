/// Gives names that are unique in a session: `r-1`, `r-2`, `a-1`.
public struct NameSupply: Sendable {
  private var newest: [UInt8: Int] = [:]

  /// Makes a supply that has given nothing yet.
  public init() {}

  /// The next name of a kind.
  public mutating func next(_ kind: Kind) -> String {
    let number = newest[kind.letter, default: 0] + 1
    newest[kind.letter] = number
    return "\(Character(Unicode.Scalar(kind.letter)))-\(number)"
  }

  /// What is named.
  public enum Kind: Sendable {
    /// One load of an ad.
    case request
    /// What a load delivered.
    case ad
    /// One call of an adapter.
    case load
    /// The ad module's own window.
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

public import AdSession

/// One occurrence of a fault, with what it is about.
public struct Strike: Sendable {
  /// The fault that occurred.
  public let fault: Fault
  /// The time in milliseconds since the process began.
  public let time: Int64
  /// The ad that the fault is about; absent if it is about no ad.
  public let ad: Symbol
  /// The unit that the fault is about; absent if it is about the whole process.
  public let unit: Symbol
}

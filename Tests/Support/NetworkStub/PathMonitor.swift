// The part of Network that the package uses, for tests on systems without it.
public import Foundation

/// The network connection.
public struct NWPath: Sendable {
  /// Whether there is a connection.
  public enum Status: Sendable {
    /// There is one.
    case satisfied
    /// There is none.
    case unsatisfied
    /// There can be one, if the app uses it.
    case requiresConnection
  }

  /// Whether there is a connection.
  public var status: Status
  /// Whether the connection costs money.
  public var isExpensive: Bool
  /// Whether the connection is in low data mode.
  public var isConstrained: Bool

  /// Creates a connection.
  public init(stubStatus: Status, isExpensive: Bool = false, isConstrained: Bool = false) {
    status = stubStatus
    self.isExpensive = isExpensive
    self.isConstrained = isConstrained
  }
}

/// Reports the network connection; tests send it.
public final class NWPathMonitor: @unchecked Sendable {
  /// Receives the connection and its changes.
  public var pathUpdateHandler: (@Sendable (NWPath) -> Void)?
  private var queue: DispatchQueue?

  /// Creates a monitor that is not started.
  public init() {}

  /// Starts to report on a queue.
  public func start(queue: DispatchQueue) { self.queue = queue }

  /// Stops to report.
  public func cancel() { queue = nil }

  /// Reports a connection, if the monitor is started, and waits for the handler.
  public func stubSend(_ path: NWPath) { queue?.sync { pathUpdateHandler?(path) } }
}

/// Calls of an SDK's delegates and handlers on the thread on which the SDK calls the recorder.
///
/// SDKs declare their delegates for the main actor but may call them on any thread. A recorder must
/// neither move a call to another thread nor trap. These functions therefore run a closure of the
/// main actor on the current thread, without a check. They are compiled into the caller.
public enum ThisThread {
  /// Runs a function that is declared for the main actor on the current thread.
  @_alwaysEmitIntoClient @inline(__always)
  public static func run(_ body: @MainActor () -> Void) {
    withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Void).self)() }
  }

  /// Like ``run(_:)``, with a value that need not be sendable.
  @_alwaysEmitIntoClient @inline(__always)
  public static func run<Value>(_ value: Value, _ body: @MainActor (Value) -> Void) {
    nonisolated(unsafe) let value = value
    run { body(value) }
  }

  /// Like ``run(_:_:)``, with a result.
  @_alwaysEmitIntoClient @inline(__always)
  public static func result<Value, Result>(
    _ value: Value, _ body: @MainActor (Value) -> Result
  ) -> Result {
    nonisolated(unsafe) let value = value
    nonisolated(unsafe) var results: [Result] = []
    run { results.append(body(value)) }
    return results[0]
  }

  /// Calls an optional method if the object implements it.
  ///
  /// The methods are optional in an SDK and required in the stubs of the tests; a required one
  /// converts to an optional.
  @MainActor @_alwaysEmitIntoClient @inline(__always)
  public static func call<each Argument>(
    _ method: ((repeat each Argument) -> Void)?, _ argument: repeat each Argument
  ) {
    method?(repeat each argument)
  }

  /// Returns the result of an optional method; `nil` if the object does not implement it.
  @MainActor @_alwaysEmitIntoClient @inline(__always)
  public static func answer<Value>(_ method: (() -> Value)?) -> Value? { method?() }

  /// Returns the value of an optional property; `nil` if the object does not implement it.
  @_alwaysEmitIntoClient @inline(__always)
  public static func known<Value>(_ value: Value?) -> Value? { value }
}

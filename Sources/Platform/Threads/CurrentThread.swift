#if !hasFeature(Embedded)
  /// Calls of functions that are declared for an actor, on the thread of the caller.
  package enum CurrentThread {
    /// Calls a function of the main actor without checking that this is the main thread.
    ///
    /// Use it only for a callback of an SDK that declares the main actor but uses any thread.
    @_alwaysEmitIntoClient @inline(__always)
    package static func run(_ body: @MainActor () -> Void) {
      withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Void).self)() }
    }
  }
#endif

#if canImport(Testing)
  public import PropertyTesting
  public import Testing

  /// Checks a property in a test of Swift Testing; throws an error with the smallest failing case.
  ///
  /// A failed `#expect` fails the case; it is shrunk and reported once. On Linux the same is true
  /// of a failed XCTest assertion, which would otherwise be lost. A passing `#expect` is invisible
  /// to the engine, so call `Trial.reach(_:)` beside it. The attachment of the smallest case is
  /// attached to the test. Environment variables change the settings; see
  /// `CheckSettings.fromEnvironment(test:)`.
  ///
  /// - Parameters:
  ///   - sentence: The property in words.
  ///   - settings: The size of the search, its seed and the required coverage.
  ///   - name: The file name of the attachment.
  ///   - sourceLocation: The location to which the attachment belongs.
  ///   - property: Draws values from the choices of the trial and checks them.
  /// - Throws: `PropertyError` if the property fails, ``VerifyOutsideTestError`` outside of a test.
  @discardableResult
  nonisolated(nonsending) public func verify(
    _ sentence: String, _ settings: CheckSettings = CheckSettings(),
    attachment name: String = "counterexample.jsonl",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ property: @escaping @Sendable (Trial) throws -> Void
  ) async throws -> Coverage {
    try await hosted(settings, attachment: name, sourceLocation) { settings, observer in
      try check(sentence, settings, observer: observer, property)
    }
  }

  /// Checks an asynchronous property in a test of Swift Testing.
  @discardableResult
  nonisolated(nonsending) public func verify(
    _ sentence: String, _ settings: CheckSettings = CheckSettings(),
    attachment name: String = "counterexample.jsonl",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ property: @escaping @Sendable (Trial) async throws -> Void
  ) async throws -> Coverage {
    try await hosted(settings, attachment: name, sourceLocation) { settings, observer in
      try await check(sentence, settings) { trial in
        let box = Box(trial)
        let failures = await observer.observe {
          do { try await property(box.value) } catch { box.value.fail(error) }
        }
        for failure in failures { trial.fail(failure.reason, because: failure.because) }
      }
    }
  }

  /// The error of a call of `verify` outside of a test.
  public struct VerifyOutsideTestError: Error, CustomStringConvertible {
    /// The problem and how to fix it.
    public let description = "verify must be called in a test; outside of a test, call check"
  }

  /// Runs a check in the scope of the current test; only the observer receives its expectations.
  nonisolated(nonsending) private func hosted(
    _ settings: CheckSettings, attachment name: String, _ location: SourceLocation,
    _ body: @escaping @Sendable (CheckSettings, IssueObserver) async throws -> Coverage
  ) async throws -> Coverage {
    guard let test = Test.current else { throw VerifyOutsideTestError() }
    let settings = settings.fromEnvironment(test: test.name)
    let observer = IssueObserver()
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      observer.add(issue)
      return nil
    }
    let result = Box(Result<Coverage, any Error>.failure(VerifyOutsideTestError()))
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
      do {
        result.value = .success(try await body(settings, observer))
      } catch {
        result.value = .failure(error)
      }
    }
    if case .failure(let error as PropertyError) = result.value,
      let bytes = error.counterexample?.attachment
    {
      Attachment.record(bytes, named: name, sourceLocation: location)
    }
    return try result.value.get()
  }

  /// Collects the failed expectations and, on Linux, the failed XCTest assertions of one case.
  private final class IssueObserver: AssertionObserver, Sendable {
    private let expectations = FailureCollector()

    func add(_ issue: Issue) { expectations.add(PropertyFailure(issue)) }

    func observe(_ body: () -> Void) -> [PropertyFailure] {
      #if canImport(XCTest) && !canImport(Darwin)
        AssertionListener.observe(assertions, body)
        return expectations.takeAll() + assertions.takeAll()
      #else
        body()
        return expectations.takeAll()
      #endif
    }

    nonisolated(nonsending) func observe(
      _ body: nonisolated(nonsending) () async -> Void
    ) async -> [PropertyFailure] {
      #if canImport(XCTest) && !canImport(Darwin)
        await AssertionListener.observe(assertions, body)
        return expectations.takeAll() + assertions.takeAll()
      #else
        await body()
        return expectations.takeAll()
      #endif
    }

    #if canImport(XCTest) && !canImport(Darwin)
      private let assertions = FailureCollector()
    #endif
  }

  /// Passes a value into a closure that the compiler treats as concurrent but that runs in place.
  private final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }
#endif

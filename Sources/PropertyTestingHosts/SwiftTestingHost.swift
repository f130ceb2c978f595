#if canImport(Testing)
  public import PropertyTesting
  public import Testing

  /// Checks a property inside a test of Swift Testing; throws what a person needs where it is broken.
  ///
  /// A failed `#expect` in the property is its failure: it is caught, made smaller, and reported once.
  /// So is a failed assertion of XCTest, which no one else would hear (not on Apple platforms, where
  /// XCTest says itself what it makes of it). `#expect` does not say when it passes: call `trial.arm`
  /// beside it. What the smallest case attached is attached to the test.
  @discardableResult
  nonisolated(nonsending) public func verify(
    _ sentence: String, _ settings: CheckSettings = CheckSettings(),
    attachment name: String = "counterexample.jsonl",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ property: @escaping @Sendable (Trial) throws -> Void
  ) async throws -> Coverage {
    try await hosted(settings, attachment: name, sourceLocation) { settings, ear in
      try check(sentence, settings, observer: ear, property)
    }
  }

  /// Checks like ``verify(_:_:attachment:sourceLocation:_:)``, for a property that is asynchronous.
  @discardableResult
  nonisolated(nonsending) public func verify(
    _ sentence: String, _ settings: CheckSettings = CheckSettings(),
    attachment name: String = "counterexample.jsonl",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ property: @escaping @Sendable (Trial) async throws -> Void
  ) async throws -> Coverage {
    try await hosted(settings, attachment: name, sourceLocation) { settings, ear in
      try await check(sentence, settings) { trial in
        let box = Box(trial)
        let failures = await ear.observe {
          do { try await property(box.value) } catch { box.value.fail(error) }
        }
        for failure in failures { trial.fail(failure.reason, because: failure.because) }
      }
    }
  }

  /// ``verify(_:_:attachment:sourceLocation:_:)`` was called where no test runs.
  public struct NoTest: Error, CustomStringConvertible {
    /// What to do instead.
    public let description =
      "verify was called outside a test, where nobody would see its failure; use check there"
  }

  /// Runs a check in the scope of the present test: its expectations go to the ear alone.
  nonisolated(nonsending) private func hosted(
    _ settings: CheckSettings, attachment name: String, _ location: SourceLocation,
    _ body: @escaping @Sendable (CheckSettings, Ear) async throws -> Coverage
  ) async throws -> Coverage {
    guard let test = Test.current else { throw NoTest() }
    let settings = settings.fromEnvironment(test: test.name)
    let ear = Ear()
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      ear.hear(issue)
      return nil
    }
    let result = Box(Result<Coverage, any Error>.failure(NoTest()))
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
      do {
        result.value = .success(try await body(settings, ear))
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

  /// What the expectations of one case say; the cases of a check never run at the same time.
  private final class Ear: AssertionObserver, @unchecked Sendable {
    private var failures: [PropertyFailure] = []

    func hear(_ issue: Issue) { failures.append(PropertyFailure(issue)) }

    func take() -> [PropertyFailure] {
      defer { failures = [] }
      return failures
    }

    func observe(_ body: () -> Void) -> [PropertyFailure] {
      #if canImport(XCTest) && !canImport(Darwin)
        AssertionListener.observe(asserted, body)
        return take() + asserted.take()
      #else
        body()
        return take()
      #endif
    }

    nonisolated(nonsending) func observe(
      _ body: nonisolated(nonsending) () async -> Void
    ) async -> [PropertyFailure] {
      #if canImport(XCTest) && !canImport(Darwin)
        await AssertionListener.observe(asserted, body)
        return take() + asserted.take()
      #else
        await body()
        return take()
      #endif
    }

    #if canImport(XCTest) && !canImport(Darwin)
      private let asserted = AssertionListener.Ear()
    #endif
  }

  /// A value on its way through a scope that runs at once.
  private final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
  }
#endif

#if canImport(Testing)
  public import PropertyTesting
  public import Testing

  /// Checks a property inside a test of Swift Testing; throws what a person needs where it is broken.
  ///
  /// A failed `#expect` in the property is its failure: it is caught, made smaller, and reported once.
  /// An assertion of XCTest in it is not seen by anyone; a property that has only such assertions arms
  /// nothing, and fails for that. `#expect` does not say when it passes: call `trial.arm` beside it.
  ///
  /// What the smallest case attached is attached to the test.
  @discardableResult
  nonisolated(nonsending) public func verify(
    _ sentence: String, _ settings: CheckSettings = CheckSettings(),
    attachment name: String = "counterexample.jsonl",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ property: @escaping @Sendable (Trial) async throws -> Void
  ) async throws -> Coverage {
    guard let test = Test.current else { throw NoTest() }
    let settings = settings.fromEnvironment(test: test.name)
    do {
      return try await check(sentence, settings) { trial in
        try await observe(trial, in: test, property)
      }
    } catch {
      if let bytes = error.counterexample?.attachment {
        Attachment.record(bytes, named: name, sourceLocation: sourceLocation)
      }
      throw error
    }
  }

  /// ``verify(_:_:attachment:sourceLocation:_:)`` was called where no test runs.
  public struct NoTest: Error, CustomStringConvertible {
    /// What to do instead.
    public let description =
      "verify was called outside a test, where nobody would see its failure; use check there"
  }

  /// Runs one case and takes the expectations that failed in it for failures of the case.
  nonisolated(nonsending) private func observe(
    _ trial: Trial, in test: Test, _ property: @escaping @Sendable (Trial) async throws -> Void
  ) async throws {
    let box = Box(trial)
    let trait = IssueHandlingTrait.compactMapIssues { issue in
      box.add(issue)
      return nil
    }
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
      try await property(box.trial)
    }
    for failure in box.failures { trial.fail(failure.reason, because: failure.because) }
  }

  /// One case on its way through a scope: the cases of a check never run at the same time.
  private final class Box: @unchecked Sendable {
    let trial: Trial
    private(set) var failures: [PropertyFailure] = []

    init(_ trial: Trial) { self.trial = trial }

    /// The place in the source is the reason; the text names values.
    func add(_ issue: Issue) {
      let place = issue.sourceLocation.map { "\($0.fileName):\($0.line)" } ?? "an expectation"
      failures.append(PropertyFailure(reason: "\(place) failed", because: "\(place): \(issue)"))
    }
  }
#endif

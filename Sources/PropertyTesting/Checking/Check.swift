/// Collects the failed assertions of a test framework that occur inside a property.
///
/// A failed `#expect` or `XCTAssert…` does not throw, so the engine cannot see it. Without an
/// observer the search would take the case as passed, and the framework would report the failure
/// once for every case.
public protocol AssertionObserver {
  /// Runs a body once and returns the assertions that failed in it, in order.
  ///
  /// The reason of a failure should be its source location: messages contain values, which differ
  /// from case to case.
  func observe(_ body: () -> Void) -> [PropertyFailure]
}

/// Searches for a case in which a property fails, and shrinks it.
///
/// Runs the property at most once for each case, rejected case and proposal of the shrinker; see
/// ``CheckSettings``.
///
/// - Parameters:
///   - sentence: The property in words, for messages and as its name in the corpus.
///   - settings: The size of the search, its seed and the required coverage.
///   - observer: Collects the failed assertions of a test framework.
///   - property: Draws values from ``Trial/choices`` and calls ``Trial/expect(_:_:because:)``. A
///     thrown error fails the case; see ``Trial/fail(_:)``.
public func search(
  _ sentence: String, _ settings: CheckSettings = CheckSettings(),
  observer: (any AssertionObserver)? = nil, _ property: (Trial) throws -> Void
) -> PropertyVerdict {
  var search = Search(sentence, settings)
  while let trial = search.next() {
    if let observer {
      let recorded = observer.observe { run(property, trial) }
      for failure in recorded { trial.fail(failure.reason, because: failure.because) }
    } else {
      run(property, trial)
    }
    search.learn(trial)
  }
  return search.outcome
}

private func run(_ property: (Trial) throws -> Void, _ trial: Trial) {
  do { try property(trial) } catch { trial.fail(error) }
}

/// Checks a property; throws an error with the smallest failing case if it fails.
///
///     try check("a sorted array is in order") { trial in
///       let numbers = trial.choices.array { trial.choices.int(-9...9) }.sorted()
///       trial.expect(zip(numbers, numbers.dropFirst()).allSatisfy(<=), "each is at most the next")
///     }
///
/// - Returns: The cases that ran, with their labels and checks.
/// - Throws: ``PropertyError`` for every verdict except ``PropertyVerdict/passed(_:)``.
@discardableResult
public func check(
  _ sentence: String, _ settings: CheckSettings = CheckSettings(),
  observer: (any AssertionObserver)? = nil, _ property: (Trial) throws -> Void
) throws(PropertyError) -> Coverage {
  let verdict = search(sentence, settings, observer: observer, property)
  return try coverage(of: verdict, sentence)
}

/// Searches for a case in which an asynchronous property fails, and shrinks it.
///
/// The cases run one after the other on the caller's actor. The function is emitted into the
/// client, so that a program without asynchronous properties does not link the concurrency runtime.
@_alwaysEmitIntoClient
nonisolated(nonsending) public func search(
  _ sentence: String, _ settings: CheckSettings = CheckSettings(),
  _ property: nonisolated(nonsending) (Trial) async throws -> Void
) async -> PropertyVerdict {
  var search = Search(sentence, settings)
  while let trial = search.next() {
    do { try await property(trial) } catch { trial.fail(error) }
    search.learn(trial)
  }
  return search.outcome
}

/// Checks an asynchronous property; throws an error with the smallest failing case if it fails.
@_alwaysEmitIntoClient
@discardableResult
nonisolated(nonsending) public func check(
  _ sentence: String, _ settings: CheckSettings = CheckSettings(),
  _ property: nonisolated(nonsending) (Trial) async throws -> Void
) async throws(PropertyError) -> Coverage {
  let verdict = await search(sentence, settings, property)
  return try coverage(of: verdict, sentence)
}

@usableFromInline
func coverage(
  of verdict: PropertyVerdict, _ sentence: String
) throws(PropertyError) -> Coverage {
  if let error = PropertyError(verdict, of: sentence) { throw error }
  if case .passed(let coverage) = verdict { return coverage }
  return Coverage()
}

extension Trial {
  /// Fails the case with a thrown error.
  ///
  /// The reason of the failure is the reason of a ``PropertyFailure``, or else the type of the
  /// error.
  public func fail(_ error: any Error) {
    if let failure = error as? PropertyFailure {
      fail(failure.reason, because: failure.because)
    } else {
      fail("\(type(of: error)) was thrown", because: "\(error)")
    }
  }
}

/// Catches what a test framework records inside a property instead of throwing it.
///
/// An assertion of a test framework does not stop the code and is not seen by the engine; without an
/// observer a case in which only such an assertion failed would pass for the search, and be reported
/// once for each of thousands of cases. An observer runs the body and answers what was recorded.
public protocol AssertionObserver {
  /// Runs a body once; answers what the framework's assertions recorded in it, in order.
  ///
  /// The reason of each should be the place in the source, because a message names values.
  func observe(_ body: () -> Void) -> [PropertyFailure]
}

/// Searches for a case that breaks a property, and makes it small; answers what became of it.
///
/// - Parameters:
///   - sentence: What the property promises, as a person says it.
///   - observer: Catches assertions of a test framework in the property.
///   - property: Draws its values from the trial's choices and says what it expects. What it throws
///     is a failure; its reason is the error's type and, for a ``PropertyFailure``, the reason in it.
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

/// Checks that a property is kept; throws a ``PropertyError`` that says everything where it is not.
///
///     try check("a sorted array is in order") { trial in
///       let numbers = trial.choices.array { trial.choices.int(-9...9) }.sorted()
///       trial.expect(zip(numbers, numbers.dropFirst()).allSatisfy(<=), "each is at most the next")
///     }
@discardableResult
public func check(
  _ sentence: String, _ settings: CheckSettings = CheckSettings(),
  observer: (any AssertionObserver)? = nil, _ property: (Trial) throws -> Void
) throws(PropertyError) -> Coverage {
  let verdict = search(sentence, settings, observer: observer, property)
  return try coverage(of: verdict, sentence)
}

/// Searches like ``search(_:_:observer:_:)``, for a property that is asynchronous.
///
/// The cases run one after the other, on the caller's actor. (What is asynchronous here is compiled
/// where it is called: a program without such a property needs no runtime of Swift concurrency.)
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

/// Checks like ``check(_:_:observer:_:)``, for a property that is asynchronous.
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
  if case .kept(let coverage) = verdict { return coverage }
  return Coverage()
}

extension Trial {
  /// Takes an error that was thrown for the failure of the case.
  ///
  /// The reason is that of a ``PropertyFailure``, else the error's type.
  public func fail(_ error: any Error) {
    if let failure = error as? PropertyFailure {
      fail(failure.reason, because: failure.because)
    } else {
      fail("\(type(of: error)) was thrown", because: "\(error)")
    }
  }
}

#if canImport(XCTest)
  internal import Foundation
  public import PropertyTesting
  public import XCTest

  #if canImport(Testing)
    internal import Testing
  #endif

  /// An XCTest test case in which a failed assertion fails the case of a property.
  ///
  /// The same is true of a failed expectation of Swift Testing, which would otherwise be lost.
  /// Passing assertions are invisible to the engine, so call `Trial.reach(_:)` beside them.
  open class PropertyTestCase: XCTestCase {
    /// The failed assertions of the current case; nil outside of a property.
    private var observed: [PropertyFailure]?
    private let lock = NSLock()

    /// Checks a property; throws an error with the smallest failing case if it fails.
    ///
    /// Environment variables change the settings; see
    /// `CheckSettings.fromEnvironment(test:)`.
    @discardableResult
    public func verify(
      _ sentence: String, _ settings: CheckSettings = CheckSettings(),
      _ property: (Trial) throws -> Void
    ) throws -> Coverage {
      let settings = settings.fromEnvironment(test: name)
      do {
        return try check(sentence, settings, observer: Observer(test: self), property)
      } catch {
        if let bytes = error.counterexample?.attachment { attach(bytes) }
        throw error
      }
    }

    /// Checks an asynchronous property; throws an error with the smallest failing case if it fails.
    @discardableResult
    nonisolated(nonsending) public func verify(
      _ sentence: String, _ settings: CheckSettings = CheckSettings(),
      _ property: nonisolated(nonsending) (Trial) async throws -> Void
    ) async throws -> Coverage {
      let settings = settings.fromEnvironment(test: name)
      do {
        return try await check(sentence, settings) { trial in
          for failure in await self.observe(property, trial) {
            trial.fail(failure.reason, because: failure.because)
          }
        }
      } catch {
        if let bytes = error.counterexample?.attachment { attach(bytes) }
        throw error
      }
    }

    /// Runs one case of an asynchronous property; returns the failed assertions of both frameworks.
    nonisolated(nonsending) private func observe(
      _ property: nonisolated(nonsending) (Trial) async throws -> Void, _ trial: Trial
    ) async -> [PropertyFailure] {
      lock.withLock { observed = [] }
      #if canImport(Testing)
        let collector = FailureCollector()
        await withKnownIssue(isIntermittent: true) {
          do { try await property(trial) } catch { trial.fail(error) }
        } matching: { issue in
          collector.add(PropertyFailure(issue))
          return true
        }
        let expectations = collector.takeAll()
      #else
        do { try await property(trial) } catch { trial.fail(error) }
        let expectations: [PropertyFailure] = []
      #endif
      return endObservation() + expectations
    }

    /// Returns the failed XCTest assertions of the case; later ones fail the test itself again.
    private func endObservation() -> [PropertyFailure] {
      lock.withLock {
        defer { observed = nil }
        return observed ?? []
      }
    }

    private struct Observer: AssertionObserver {
      let test: PropertyTestCase

      func observe(_ body: () -> Void) -> [PropertyFailure] {
        test.lock.withLock { test.observed = [] }
        let expectations = failedExpectations(body)
        return test.endObservation() + expectations
      }

      /// Runs a body; returns the expectations of Swift Testing that failed in it.
      private func failedExpectations(_ body: () -> Void) -> [PropertyFailure] {
        #if canImport(Testing)
          let collector = FailureCollector()
          withKnownIssue(isIntermittent: true) {
            body()
          } matching: { issue in
            collector.add(PropertyFailure(issue))
            return true
          }
          return collector.takeAll()
        #else
          body()
          return []
        #endif
      }
    }

    /// Records a failed assertion as a failure of the case; returns false outside of a property.
    private func observe(_ description: String, _ file: String, _ line: Int) -> Bool {
      lock.withLock {
        guard observed != nil else { return false }
        observed?.append(PropertyFailure(assertion: description, file, line))
        return true
      }
    }

    #if canImport(Darwin)
      /// Records a failed assertion, which inside a property fails the case instead of the test.
      open override func record(_ issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        let (file, line) = (location?.fileURL.path ?? "?", location?.lineNumber ?? 0)
        if !observe(issue.compactDescription, file, line) { super.record(issue) }
      }

      private func attach(_ bytes: [UInt8]) {
        let attachment = XCTAttachment(string: String(decoding: bytes, as: UTF8.self))
        attachment.name = "counterexample"
        attachment.lifetime = .keepAlways
        add(attachment)
      }
    #else
      /// Records a failed assertion, which inside a property fails the case instead of the test.
      open override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
        expected: Bool
      ) {
        if observe(description, filePath, lineNumber) { return }
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }

      /// Does nothing: XCTest on Linux has no attachments; the error message has the bytes.
      private func attach(_ bytes: [UInt8]) {}
    #endif
  }
#endif

#if canImport(XCTest)
  internal import Foundation
  public import PropertyTesting
  public import XCTest

  #if canImport(Testing)
    internal import Testing

    /// What expectations say in one case of a property.
    private final class ExpectationEar: @unchecked Sendable {
      var failures: [PropertyFailure] = []
    }
  #endif

  /// A test case of XCTest whose assertions count inside properties.
  ///
  /// So do expectations of Swift Testing, which no one else would hear. Neither says when it passes:
  /// call `trial.arm` beside it.
  open class PropertyTestCase: XCTestCase {
    private var observed: [PropertyFailure]?
    private let lock = NSLock()

    /// Checks a property; throws what a person needs where it is broken.
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

    /// Checks like ``verify(_:_:_:)``, for a property that is asynchronous.
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

    /// Runs one case of an asynchronous property; answers the assertions of both frameworks in it.
    nonisolated(nonsending) private func observe(
      _ property: nonisolated(nonsending) (Trial) async throws -> Void, _ trial: Trial
    ) async -> [PropertyFailure] {
      lock.withLock { observed = [] }
      #if canImport(Testing)
        let ear = ExpectationEar()
        await withKnownIssue(isIntermittent: true) {
          do { try await property(trial) } catch { trial.fail(error) }
        } matching: { issue in
          ear.failures.append(PropertyFailure(issue))
          return true
        }
        let expected = ear.failures
      #else
        do { try await property(trial) } catch { trial.fail(error) }
        let expected: [PropertyFailure] = []
      #endif
      return takeObserved() + expected
    }

    /// What XCTest's own assertions said in the case; from now on they are the test's again.
    private func takeObserved() -> [PropertyFailure] {
      lock.withLock {
        defer { observed = nil }
        return observed ?? []
      }
    }

    private struct Observer: AssertionObserver {
      let test: PropertyTestCase

      func observe(_ body: () -> Void) -> [PropertyFailure] {
        test.lock.withLock { test.observed = [] }
        let expected = expectations(body)
        return test.takeObserved() + expected
      }

      /// Runs a body; answers the expectations of Swift Testing that failed in it.
      private func expectations(_ body: () -> Void) -> [PropertyFailure] {
        #if canImport(Testing)
          let ear = ExpectationEar()
          withKnownIssue(isIntermittent: true) {
            body()
          } matching: { issue in
            ear.failures.append(PropertyFailure(issue))
            return true
          }
          return ear.failures
        #else
          body()
          return []
        #endif
      }
    }

    /// Takes an assertion inside a property for a failure of the case; answers whether it was one.
    private func take(_ description: String, _ file: String, _ line: Int) -> Bool {
      lock.withLock {
        guard observed != nil else { return false }
        observed?.append(PropertyFailure(assertion: description, file, line))
        return true
      }
    }

    #if canImport(Darwin)
      /// Takes an assertion inside a property for a failure of the case.
      open override func record(_ issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        let (file, line) = (location?.fileURL.path ?? "?", location?.lineNumber ?? 0)
        if !take(issue.compactDescription, file, line) { super.record(issue) }
      }

      private func attach(_ bytes: [UInt8]) {
        let attachment = XCTAttachment(string: String(decoding: bytes, as: UTF8.self))
        attachment.name = "counterexample"
        attachment.lifetime = .keepAlways
        add(attachment)
      }
    #else
      /// Takes an assertion inside a property for a failure of the case.
      open override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
        expected: Bool
      ) {
        if take(description, filePath, lineNumber) { return }
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }

      /// This XCTest has no attachments; the failure prints the bytes.
      private func attach(_ bytes: [UInt8]) {}
    #endif
  }
#endif

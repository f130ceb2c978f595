#if canImport(XCTest)
  public import PropertyTesting
  public import XCTest

  /// A test case of XCTest whose assertions count inside properties.
  ///
  /// `#expect` of Swift Testing is not seen in it by anyone; a property that has only such expectations
  /// arms nothing, and fails for that. `XCTAssert…` does not say when it passes: call `trial.arm`.
  open class PropertyTestCase: XCTestCase {
    private var observed: [PropertyFailure]?

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

    private struct Observer: AssertionObserver {
      let test: PropertyTestCase

      func observe(_ body: () -> Void) -> [PropertyFailure] {
        test.observed = []
        body()
        defer { test.observed = nil }
        return test.observed ?? []
      }
    }

    /// Takes an assertion inside a property for a failure of the case; answers whether it was one.
    private func take(_ description: String, _ place: String) -> Bool {
      guard observed != nil else { return false }
      observed?.append(
        PropertyFailure(reason: "\(place) failed", because: "\(place): \(description)"))
      return true
    }

    #if canImport(Darwin)
      /// Takes an assertion inside a property for a failure of the case.
      open override func record(_ issue: XCTIssue) {
        let location = issue.sourceCodeContext.location
        let place = location.map { "\($0.fileURL.lastPathComponent):\($0.lineNumber)" }
        if !take(issue.compactDescription, place ?? "an assertion") { super.record(issue) }
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
        let file = filePath.split(separator: "/").last ?? "?"
        if take(description, "\(file):\(lineNumber)") { return }
        super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }

      /// This XCTest has no attachments; the failure prints the bytes.
      private func attach(_ bytes: [UInt8]) {}
    #endif
  }
#endif

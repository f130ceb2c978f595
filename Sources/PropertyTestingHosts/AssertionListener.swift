#if canImport(XCTest) && !canImport(Darwin)
  internal import Foundation
  internal import PropertyTesting
  internal import XCTest

  /// Hears assertions of XCTest where no test of XCTest runs.
  ///
  /// They report to a test case that the process knows as the current one, and are silent where there
  /// is none. So from the first property on this is that test case, on a thread that waits for ever;
  /// whose assertion it was, the task in which it failed knows. Nobody waits for a turn.
  final class AssertionListener: XCTestCase, @unchecked Sendable {
    /// Where the assertions of a property go.
    final class Ear: @unchecked Sendable {
      private let lock = NSLock()
      private var failures: [PropertyFailure] = []

      func hear(_ failure: PropertyFailure) { lock.withLock { failures.append(failure) } }

      func take() -> [PropertyFailure] {
        lock.withLock {
          defer { failures = [] }
          return failures
        }
      }
    }

    @TaskLocal private static var ear: Ear?
    private static let ears = Ears()
    private static let listening: Void = startListening()

    /// Runs a body; its assertions that fail go to an ear.
    static func observe<Result>(_ ear: Ear, _ body: () throws -> Result) rethrows -> Result {
      _ = listening
      ears.add(ear)
      defer { ears.remove(ear) }
      return try $ear.withValue(ear, operation: body)
    }

    /// Runs a body that is asynchronous; its assertions that fail go to an ear.
    nonisolated(nonsending) static func observe<Result>(
      _ ear: Ear, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
      _ = listening
      ears.add(ear)
      defer { ears.remove(ear) }
      return try await $ear.withValue(ear, operation: body)
    }

    /// Makes a listener the current test case of the process, for good.
    private static func startListening() {
      let isListening = DispatchSemaphore(value: 0)
      let listener = AssertionListener(name: "a property") { _ in }
      listener.begun = isListening
      Thread { listener.perform(XCTestCaseRun(test: listener)) }.start()
      isListening.wait()
    }

    private var begun: DispatchSemaphore?

    override func invokeTest() {
      begun?.signal()
      while true { Thread.sleep(forTimeInterval: 3_600) }
    }

    /// A failure without a task that knows its property (it came from a thread of the code itself) is
    /// of the oldest property that runs.
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      let ear = Self.ear ?? Self.ears.oldest
      ear?.hear(PropertyFailure(assertion: description, filePath, lineNumber))
    }
  }

  /// The ears of the properties that run now, oldest first.
  private final class Ears: @unchecked Sendable {
    private let lock = NSLock()
    private var ears: [AssertionListener.Ear] = []

    var oldest: AssertionListener.Ear? { lock.withLock { ears.first } }

    func add(_ ear: AssertionListener.Ear) { lock.withLock { ears.append(ear) } }

    func remove(_ ear: AssertionListener.Ear) {
      lock.withLock {
        if let place = ears.lastIndex(where: { $0 === ear }) { ears.remove(at: place) }
      }
    }
  }
#endif

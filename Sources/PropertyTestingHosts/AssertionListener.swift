#if canImport(XCTest) && !canImport(Darwin)
  internal import Foundation
  internal import PropertyTesting
  internal import XCTest

  /// Collects failed assertions of XCTest while no XCTest test runs.
  ///
  /// A failed assertion is reported to the current test case of the process, and is lost if there
  /// is none. The first property therefore installs this class as the current test case, on a
  /// thread that sleeps forever. A task-local value identifies the property whose assertion
  /// failed, so properties can run at the same time.
  final class AssertionListener: XCTestCase, @unchecked Sendable {
    @TaskLocal private static var collector: FailureCollector?
    private static let active = ActiveCollectors()
    private static let listening: Void = startListening()

    /// Runs a body and adds its failed assertions to a collector.
    static func observe<Result>(
      _ collector: FailureCollector, _ body: () throws -> Result
    ) rethrows -> Result {
      _ = listening
      active.add(collector)
      defer { active.remove(collector) }
      return try $collector.withValue(collector, operation: body)
    }

    /// Runs an asynchronous body and adds its failed assertions to a collector.
    nonisolated(nonsending) static func observe<Result>(
      _ collector: FailureCollector, _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
      _ = listening
      active.add(collector)
      defer { active.remove(collector) }
      return try await $collector.withValue(collector, operation: body)
    }

    /// Makes a listener the current test case of the process; it stays so until the process ends.
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

    /// Adds a failure to the collector of its task.
    ///
    /// A failure on a thread without a task, which the code under test started itself, goes to the
    /// property that has been running longest.
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      let collector = Self.collector ?? Self.active.oldest
      collector?.add(PropertyFailure(assertion: description, filePath, lineNumber))
    }
  }

  /// The collectors of the properties that are running, oldest first.
  private final class ActiveCollectors: @unchecked Sendable {
    private let lock = NSLock()
    private var collectors: [FailureCollector] = []

    var oldest: FailureCollector? { lock.withLock { collectors.first } }

    func add(_ collector: FailureCollector) { lock.withLock { collectors.append(collector) } }

    func remove(_ collector: FailureCollector) {
      lock.withLock {
        guard let index = collectors.lastIndex(where: { $0 === collector }) else { return }
        collectors.remove(at: index)
      }
    }
  }
#endif

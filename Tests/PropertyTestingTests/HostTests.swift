import PropertyTesting
import PropertyTestingHosts
import Testing
import XCTest

struct HostTests {
  @Test func `a failed expectation fails a property once, with the smallest case`() async throws {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        let number = trial.choices.int(0...1000)
        trial.note("\(number)")
        #expect(number < 40)
      }
    }
    let found = try #require(error?.counterexample)
    #expect(found.notes == ["40"])
    #expect(found.failure.reason.hasPrefix("HostTests.swift:"))
    #expect(found.failure.because.contains("number < 40") || found.failure.because.contains("40"))
    #expect(found.command?.contains("swift test --filter") == true)
  }

  @Test func `a property with passing expectations must reach a check to pass`() async throws {
    await #expect(throws: PropertyError.self) {
      try await verify("no check is reached") { trial in
        #expect(trial.choices.int(0...9) < 10)
      }
    }
    try await verify("a check is reached") { trial in
      trial.reach("below ten")
      #expect(trial.choices.int(0...9) < 10)
    }
  }

  @Test func `a failed XCTest assertion fails a property in Swift Testing`() async throws {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.reach("below 40")
        XCTAssertLessThan(trial.choices.int(0...1000), 40)
      }
    }
    let found = try #require(error?.counterexample)
    #expect(found.indexes == [40])
    #expect(found.failure.reason.hasPrefix("HostTests.swift:"))
  }

  @Test func `a failed expectation fails an asynchronous property`() async throws {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        await Task.yield()
        #expect(trial.choices.int(0...1000) < 40)
      }
    }
    #expect(error?.counterexample?.indexes == [40])
  }

  @Test func `a failed XCTest assertion fails an asynchronous property`() async throws {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.reach("below 40")
        await Task.yield()
        XCTAssertLessThan(trial.choices.int(0...1000), 40)
      }
    }
    #expect(error?.counterexample?.indexes == [40])
    #expect(error?.counterexample?.failure.reason.hasPrefix("HostTests.swift:") == true)
  }

  @Test func `a failed XCTest assertion in a task fails its property`() async throws {
    let inTask = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.reach("below 40")
        let number = trial.choices.int(0...1000)
        await Task { XCTAssertLessThan(number, 40) }.value
      }
    }
    #expect(inTask?.counterexample?.indexes == [40])
  }

  @Test(arguments: [10, 20, 30, 40, 50])
  func `a property that runs beside others fails by its own assertions only`(limit: Int)
    async throws
  {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.reach("small")
        let number = trial.choices.int(0...1000)
        for _ in 0..<3 { await Task.yield() }
        XCTAssertLessThan(number, limit)
      }
    }
    #expect(error?.counterexample?.indexes == [UInt64(limit)])
  }
}

final class XCTestHostTests: PropertyTestCase {
  func testFailedAssertionFailsPropertyOnceWithSmallestCase() throws {
    do {
      try verify("numbers are small", CheckSettings(cases: 300)) { trial in
        XCTAssertLessThan(trial.choices.int(0...1000), 40)
      }
      XCTFail("nothing was thrown")
    } catch let error as PropertyError {
      XCTAssertEqual(error.counterexample?.indexes, [40])
      XCTAssertEqual(error.counterexample?.failure.reason.hasPrefix("HostTests.swift:"), true)
    }
  }

  func testFailedExpectationFailsProperty() throws {
    do {
      try verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.reach("below 40")
        #expect(trial.choices.int(0...1000) < 40)
      }
      XCTFail("nothing was thrown")
    } catch let error as PropertyError {
      XCTAssertEqual(error.counterexample?.indexes, [40])
    }
  }

  func testFailedAssertionFailsAsynchronousProperty() async throws {
    do {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        await Task.yield()
        XCTAssertLessThan(trial.choices.int(0...1000), 40)
      }
      XCTFail("nothing was thrown")
    } catch let error as PropertyError {
      XCTAssertEqual(error.counterexample?.indexes, [40])
    }
  }

  func testFailedExpectationFailsAsynchronousProperty() async throws {
    do {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.reach("below 40")
        await Task.yield()
        #expect(trial.choices.int(0...1000) < 40)
      }
      XCTFail("nothing was thrown")
    } catch let error as PropertyError {
      XCTAssertEqual(error.counterexample?.indexes, [40])
    }
  }
}

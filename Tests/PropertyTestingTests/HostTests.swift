import PropertyTesting
import PropertyTestingHosts
import Testing
import XCTest

@Suite struct `A property in Swift Testing` {
  @Test func `fails by an expectation, once and smallest`() async throws {
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

  @Test func `with expectations that pass is to arm what it looks at`() async throws {
    await #expect(throws: PropertyError.self) {
      try await verify("nothing is armed") { trial in
        #expect(trial.choices.int(0...9) < 10)
      }
    }
    try await verify("something is armed") { trial in
      trial.arm("below ten")
      #expect(trial.choices.int(0...9) < 10)
    }
  }

  @Test func `hears an assertion of the other framework`() async throws {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.arm("below 40")
        XCTAssertLessThan(trial.choices.int(0...1000), 40)
      }
    }
    let found = try #require(error?.counterexample)
    #expect(found.indexes == [40])
    #expect(found.failure.reason.hasPrefix("HostTests.swift:"))
  }

  @Test func `that is asynchronous fails by an expectation, and not for want of one`() async throws
  {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        await Task.yield()
        #expect(trial.choices.int(0...1000) < 40)
      }
    }
    #expect(error?.counterexample?.indexes == [40])
  }

  @Test func `that is asynchronous hears an assertion of the other framework`() async throws {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.arm("below 40")
        await Task.yield()
        XCTAssertLessThan(trial.choices.int(0...1000), 40)
      }
    }
    #expect(error?.counterexample?.indexes == [40])
    #expect(error?.counterexample?.failure.reason.hasPrefix("HostTests.swift:") == true)
  }

  @Test func `hears an assertion in a task of the property`() async throws {
    let inTask = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.arm("below 40")
        let number = trial.choices.int(0...1000)
        await Task { XCTAssertLessThan(number, 40) }.value
      }
    }
    #expect(inTask?.counterexample?.indexes == [40])
  }

  @Test(arguments: [10, 20, 30, 40, 50])
  func `beside others hears its own assertions alone`(limit: Int) async throws {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.arm("small")
        let number = trial.choices.int(0...1000)
        for _ in 0..<3 { await Task.yield() }
        XCTAssertLessThan(number, limit)
      }
    }
    #expect(error?.counterexample?.indexes == [UInt64(limit)])
  }
}

final class AssertionsInPropertiesTests: PropertyTestCase {
  func testAnAssertionFailsThePropertyOnceAndSmallest() throws {
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

  func testAnExpectationOfTheOtherFrameworkIsHeard() throws {
    do {
      try verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.arm("below 40")
        #expect(trial.choices.int(0...1000) < 40)
      }
      XCTFail("nothing was thrown")
    } catch let error as PropertyError {
      XCTAssertEqual(error.counterexample?.indexes, [40])
    }
  }

  func testAnAssertionFailsAnAsynchronousPropertyOnceAndSmallest() async throws {
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

  func testAnExpectationInAnAsynchronousPropertyIsHeard() async throws {
    do {
      try await verify("numbers are small", CheckSettings(cases: 300)) { trial in
        trial.arm("below 40")
        await Task.yield()
        #expect(trial.choices.int(0...1000) < 40)
      }
      XCTFail("nothing was thrown")
    } catch let error as PropertyError {
      XCTAssertEqual(error.counterexample?.indexes, [40])
    }
  }
}

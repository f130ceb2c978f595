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

  @Test func `in which the other framework asserts does not pass`() async {
    let error = await #expect(throws: PropertyError.self) {
      try await verify("XCTest is not heard here") { trial in
        XCTAssertLessThan(trial.choices.int(0...9), 3)
      }
    }
    guard case .nothingArmed? = error?.verdict else {
      Issue.record("\(String(describing: error))")
      return
    }
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

  func testTheOtherFrameworkIsNotHeardAndDoesNotPass() throws {
    do {
      try verify("Swift Testing is not heard here") { trial in
        #expect(trial.choices.int(0...9) < 3)
      }
      XCTFail("nothing was thrown")
    } catch let error as PropertyError {
      guard case .nothingArmed = error.verdict else { return XCTFail("\(error)") }
    }
  }
}

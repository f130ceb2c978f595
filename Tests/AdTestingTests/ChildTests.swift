#if os(Linux)
  import Foundation
  import Testing

  /// What a person sees of tests that fail, in both frameworks.
  @Suite struct ChildTests {
    /// Runs tests of this process in a child process; returns its output.
    private func output(_ arguments: [String]) throws -> String {
      let child = Process()
      child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      child.arguments = arguments
      child.environment = ProcessInfo.processInfo.environment.merging(
        ["ADJOURNAL_FAILING_TESTS": "1"], uniquingKeysWith: { $1 })
      let pipe = Pipe()
      (child.standardOutput, child.standardError) = (pipe, pipe)
      try child.run()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      child.waitUntilExit()
      #expect(child.terminationStatus != 0)
      return String(decoding: bytes, as: UTF8.self)
    }

    /// The line of FailingTests.swift that ends with a comment.
    private func line(_ comment: String) throws -> Int {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("FailingTests.swift")
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      return try #require(lines.firstIndex { $0.hasSuffix("  // \(comment)") }) + 1
    }

    @Test func `in Swift Testing the issue has its line, its case and its journal`() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("child-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let output = try output([
        "--testing-library", "swift-testing", "--filter", "FailingSuite", "--attachments-path",
        folder.path,
      ])
      let line = try line("in Swift Testing")
      #expect(output.contains("recorded an issue at FailingTests.swift:\(line):"), "\(output)")
      #expect(output.contains(": Caught error: reload-after-dismiss: After an ad is dismissed,"))
      let text = { (name: String) in
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      }
      let wholeCase = try text("case.txt")
      #expect(wholeCase.hasPrefix("reload-after-dismiss: After an ad is dismissed,"))
      #expect(wholeCase.contains("\nthe smallest case:\nprocess 1, launch "))
      #expect(wholeCase.contains("\nreplay: verify(replay: \""))
      #expect(try text("counterexample.jsonl").contains("\"event\":\"ad.dismissed\""))
    }

    @Test func `outside of a test, verify throws the failure`() throws {
      let output = try output(["--testing-library", "swift-testing", "--filter", "FailingSuite"])
      #expect(output.contains("thrown: reload-after-dismiss\n"), "\(output)")
    }

    @Test(arguments: [
      ("testFails", "in XCTest"),
      ("testFailsAsynchronously", "asynchronously in XCTest"),
    ])
    func `in XCTest the failure has its line`(test: String, comment: String) throws {
      let output = try output(["AdTestingTests.FailingXCTests/\(test)"])
      let line = try line(comment)
      let failures = output.components(separatedBy: ": error: ").count - 1
      #expect(failures == 1, "\(output)")
      #expect(
        output.contains(
          "FailingTests.swift:\(line): error: FailingXCTests.\(test) : failed - "
            + "reload-after-dismiss: After an ad is dismissed,"), "\(output)")
    }
  }
#endif

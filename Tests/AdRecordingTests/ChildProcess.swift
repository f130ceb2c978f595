import TestJournals
import Foundation

/// A process that records, see `Tests/Support/RecorderChild`.
final class ChildProcess {
  private let process = Process()
  private let output: URL
  private let pipe = Pipe()
  private let input = Pipe()

  /// Starts it; what it says goes to a file, so that it never waits for its parent.
  ///
  /// - Parameter limited: Whether its files cannot grow: then what it says, which is little, goes
  ///   through a pipe.
  init(_ arguments: String..., folder: TemporaryFolder, limited: Bool = false) throws {
    output = URL(fileURLWithPath: folder.path + "/output-\(UUID().uuidString)")
    try Data().write(to: output)
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = arguments
    if limited {
      process.standardOutput = pipe
    } else {
      process.standardOutput = try FileHandle(forWritingTo: output)
    }
    process.standardError = FileHandle.nullDevice
    process.standardInput = input
    try process.run()
  }

  /// The executable beside the test bundle.
  private static let path: String = {
    let bundle = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
    let folders = [
      bundle.deletingLastPathComponent().path, Bundle.main.bundlePath,
      bundle.deletingLastPathComponent().deletingLastPathComponent().path,
    ]
    return folders.map { "\($0)/RecorderChild" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    } ?? "RecorderChild"
  }()

  /// Ends it as the system does when it wants memory: at once.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Lets a child go on that waits for that.
  func goOn() { try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

  var isRunning: Bool { process.isRunning }

  func suspend() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  func resume() { Foundation.kill(process.processIdentifier, SIGCONT) }

  /// What it said: the numbers it recorded, how far it was acknowledged, whether it ended.
  struct Report {
    /// The number that the child gave a note, by the note's `seq`.
    var notes: [Int64: Int] = [:]
    var through: Int64 = 0
    var lines: [String] = []
    var isComplete = false
    /// Whether ThreadSanitizer said that two threads raced in it.
    var isRaced = false
    /// The sentence why nothing is safe; nil before it said whether there is one.
    var degradation: String?
  }

  func wait() -> Report {
    process.waitUntilExit()
    if process.standardOutput is Pipe {
      try? pipe.fileHandleForReading.availableData.write(to: output)
    }
    var report = report
    report.isRaced = process.terminationReason == .exit && process.terminationStatus == 66
    return report
  }

  /// What it said so far, in whole lines.
  var report: Report {
    var report = Report()
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    report.lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    for line in report.lines {
      let words = line.split(separator: " ")
      switch words.first {
      // One that was dropped has no number.
      case "record" where words[1] != "0": report.notes[Int64(words[1]) ?? 0] = Int(words[2])
      case "through": report.through = max(report.through, Int64(words[1]) ?? 0)
      case "degraded": report.degradation = words.dropFirst().joined(separator: " ")
      case "end": report.isComplete = words[1] == "true"
      default: break
      }
    }
    return report
  }

  static func text(_ number: Int) -> String {
    "note \(number) " + String(repeating: "x", count: number * 37 % 91)
  }
}

extension ChildProcess.Report {
  /// How a folder breaks the law of what a child said; nil where it keeps it.
  func breach(of recovered: Recovered) -> String? {
    if isRaced { return "two threads raced" }
    if !recovered.conflicts.isEmpty { return "conflicts \(recovered.conflicts)" }
    for (seq, text) in recovered.notes {
      // The child may have been killed before it could say that it recorded one more.
      let number = notes[seq] ?? (notes.values.max() ?? 0) + 1
      if text != ChildProcess.text(number) { return "record \(seq) says \(text)" }
    }
    let newest = recovered.notes.keys.max() ?? 0
    for seq in notes.keys where !recovered.seqs.contains(seq) {
      if seq <= through { return "acknowledged through \(through), but \(seq) is lost" }
      if seq < newest { return "record \(seq) is missing before \(newest)" }
    }
    return nil
  }
}

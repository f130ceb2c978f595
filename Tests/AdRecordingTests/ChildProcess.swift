import TestJournals
import Foundation

/// A process with a recorder; see `Tests/Support/RecorderChild`.
final class ChildProcess {
  private let process = Process()
  private let output: URL
  private let pipe = Pipe()
  private let input = Pipe()

  /// Starts the process; its output goes to a file, so that it never waits for its parent.
  ///
  /// - Parameter limited: Whether its files cannot grow; then its output, which is short, goes
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

  /// Kills the process, as the system does when memory is low.
  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Lets a child continue that waits for its parent.
  func goOn() { try? input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

  var isRunning: Bool { process.isRunning }

  func suspend() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  func resume() { Foundation.kill(process.processIdentifier, SIGCONT) }

  /// The output of the child: its records, its acknowledgements, whether it ended.
  struct Report {
    /// The child's number of each note, by the note's `seq`.
    var notes: [Int64: Int] = [:]
    var through: Int64 = 0
    var lines: [String] = []
    var isComplete = false
    /// Whether ThreadSanitizer reported a race.
    var isRaced = false
    /// The description of the degradation; nil before the child reported it.
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

  /// The whole lines of the output so far.
  var report: Report {
    var report = Report()
    let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
    report.lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    for line in report.lines {
      let words = line.split(separator: " ")
      switch words.first {
      // A dropped event has no number.
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
  /// Returns how a folder contradicts the output of a child; nil if it does not.
  func breach(of recovered: Recovered) -> String? {
    if isRaced { return "two threads raced" }
    if !recovered.conflicts.isEmpty { return "conflicts \(recovered.conflicts)" }
    for (seq, text) in recovered.notes {
      // The child may have been killed before it reported its last record.
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

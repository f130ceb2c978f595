import AdImport
import AdReports
import JournalInput
import Platform

extension JournalReader {
  /// The reader that imports console logs among the operands of a command in memory.
  ///
  /// Files that are found in folders are journals, whatever they contain.
  func importing(logsOf operands: [String]) -> JournalReader {
    var reader = self
    let logs = LogOperands(operands)
    reader.converter = { logs.conversion(of: $0, $1, $2) }
    return reader
  }
}

/// Imports the console logs among the operands of a command.
private final class LogOperands: Sendable {
  private let paths: Set<String>
  /// The logs that were reported; a command can read a file twice.
  private let reported = Lock<Set<String>>([])

  init(_ operands: [String]) { paths = Set(operands) }

  /// The journal of an input that is a console log.
  func conversion(
    of path: String, _ beginning: [UInt8], _ next: () -> [UInt8]
  ) -> Conversion {
    let isPage = beginning.first { $0 > 0x20 } == UInt8(ascii: "<")
    guard paths.contains(path), Self.isText(beginning) else { return .unknown(hint: nil) }
    guard LogRecognition.isLog(beginning) else {
      return .unknown(
        hint: isPage
          ? nil
          : "a console log needs a known message about ads in its first 256 KiB "
            + "(see 'adjournal import --help')")
    }
    var options = LogImport.Options()
    options.lastChange = ImportCommand.lastChange(path)
    var log = LogImport(options)
    Self.read(beginning, next, into: &log)
    if log.counts.sessions == 0 {
      return .failed(
        because: "it is a console log without an event of an ad (see 'adjournal import --help')")
    }
    report(path, log.counts)
    return Self.journal(of: log)
  }

  /// Whether bytes are those of a text: they have no control characters but those of terminals.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 || 0x07...0x0D ~= $0 || $0 == 0x1B }
  }

  private static func read(
    _ beginning: [UInt8], _ next: () -> [UInt8], into log: inout LogImport
  ) {
    var lines = PieceLines()
    var piece = beginning[...]
    while !piece.isEmpty {
      lines.add(piece) { log.take($0) }
      piece = next()[...]
    }
    if !lines.unfinished.isEmpty { log.take(lines.unfinished) }
    log.finish()
  }

  private static func journal(of log: LogImport) -> Conversion {
    var bytes: [UInt8] = []
    var lines: [Int] = []
    log.journal { line, number in
      bytes += line
      lines.append(number)
    }
    lines.append(log.counts.lines + 1)
    // A line of no line of the log, such as a header, is that of the next one.
    for index in lines.indices.reversed() where lines[index] == 0 {
      lines[index] = lines[index + 1]
    }
    return .journal(bytes, lines: lines)
  }

  private func report(_ path: String, _ counts: LogCounts) {
    guard reported.locked({ $0.insert(path).inserted }) else { return }
    Terminal.printError(
      "\(path): a console log, imported: \(counts.text) (see 'adjournal import --help')")
  }
}

extension LogCounts {
  /// The numbers of lines, events and sessions.
  var text: String {
    "\(AuditText.count(lines, "line")), \(AuditText.count(events, "event")) in "
      + AuditText.count(sessions, "session")
  }
}

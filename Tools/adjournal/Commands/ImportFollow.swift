import AdImport

extension ImportCommand {
  /// The time without further lines after which all lines are written, in seconds.
  private static let pause = 1.0

  /// Imports the log while it grows, until a pipe ends: `--follow`.
  mutating func follow(_ terminal: inout Terminal) throws -> ExitCode {
    terminal.stopPaging()
    let input = try LiveInput(path: path)
    var lines = PieceLines()
    var number = 0
    var printed: Set<String> = []
    while true {
      var isPause = false
      switch try input.next(within: Self.pause) {
      case .bytes(let bytes):
        if number == 0, lines.unfinished.isEmpty, bytes.starts(with: [0x1F, 0x8B]) {
          throw RawFile.Failure(description: "\(path): compressed; '--follow' needs text")
        }
        try lines.add(bytes[...]) { line in
          number += 1
          try take(line, number: number)
        }
      case .pause: isPause = true
      case .end:
        if number == 0, lines.unfinished.isEmpty, path == "-" { throw RawFile.Failure.emptyInput }
        if !lines.unfinished.isEmpty { try take(lines.unfinished, number: number + 1) }
        log.finish()
        return end(&printed, &terminal)
      }
      var isNew = false
      log.settled(afterPause: isPause) { line, _ in
        isNew = true
        terminal.write(json: line)
      }
      guard isNew else { continue }
      terminal.flush()
      printFindings(&printed)
    }
  }

  private mutating func end(
    _ printed: inout Set<String>, _ terminal: inout Terminal
  ) -> ExitCode {
    if let message = rejection {
      Terminal.printError(message)
      return .damaged
    }
    log.settled { line, _ in terminal.write(json: line) }
    terminal.flush()
    printFindings(&printed)
    Terminal.printError(summary)
    return .fine
  }

  /// Prints what was assumed and was not printed yet.
  private func printFindings(_ printed: inout Set<String>) {
    for sentence in assumptions where printed.insert(sentence).inserted {
      Terminal.printError(sentence)
    }
  }
}

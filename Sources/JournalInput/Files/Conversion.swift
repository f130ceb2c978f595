internal import AdReplay
internal import AdSession

/// What became of a text that is no journal.
package enum Conversion {
  /// A journal was made from it.
  ///
  /// `lines` has, for each line of the journal and for its end, the number of the line of the text
  /// from which it was made.
  case journal([UInt8], lines: [Int])
  /// It is of no known kind, and was not read on; a hint is added to the error.
  case unknown(hint: String?)
  /// It is of a known kind, but no journal can be made from it for this reason.
  case failed(because: String)
}

extension JournalReader {
  /// Makes a journal from the text of an input whose first line is no JSON object.
  ///
  /// - Parameters:
  ///   - path: The path of the input, or `-` for standard input.
  ///   - beginning: Its first 256 KiB or more, decompressed; less if it ends there.
  ///   - next: Returns the next bytes; none at the end.
  package typealias Converter =
    @Sendable (
      _ path: String, _ beginning: [UInt8], _ next: () -> [UInt8]
    ) -> Conversion
}

/// The lines of the texts from which journals were made, for findings.
struct OriginalLines {
  private let lines: [Int]

  init(_ lines: [Int]) { self.lines = lines }

  /// The line of the text from which a line of the journal was made.
  subscript(line: Int) -> Int {
    line > 0 && line <= lines.count ? lines[line - 1] : lines.last ?? line
  }

  /// Replaces the numbers of lines in a reading.
  func number(_ reading: inout SessionReading) {
    for index in reading.trace.events.indices {
      let line = self[Int(reading.trace.events[index].line)]
      reading.trace.events[index].line = UInt32(truncatingIfNeeded: line)
    }
    for index in reading.damage.indices {
      reading.damage[index].line = self[reading.damage[index].line]
    }
  }

  /// Replaces the numbers of lines in the findings of a journal.
  func number(_ summary: inout JournalSummary) {
    for index in summary.damage.indices {
      summary.damage[index].line = self[summary.damage[index].line]
    }
  }
}

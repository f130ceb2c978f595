internal import Platform

/// Sessions whose verdicts depend on the shows of earlier sessions of their install, each with the
/// reports for two answers.
///
/// Both reports are made at once, so that nearly no session has to be read a second time. They wait
/// in a temporary file.
struct Questions: ~Copyable {
  /// The known earlier shows of the install.
  enum Answer: UInt8 {
    /// The disk lost the answer, or the session was the only one of its install.
    case unknown
    /// All are known, and they do not matter.
    case noneThatMatters
  }

  /// The two reports of a session; the same one where earlier shows change no result.
  struct Reports {
    /// The report if there were no earlier shows.
    var withoutEarlier: PendingReport
    /// The report if nothing is known of earlier shows.
    var withUnknown: PendingReport

    var bytes: [UInt8] { withoutEarlier.bytes + withUnknown.bytes }
  }

  private var file = TemporaryFile(limit: 1 << 16)
  private static let size = 2 * PendingReport.size

  /// How many sessions asked.
  var count: Int { file.count / Self.size }

  /// Keeps the reports of a session and returns the number of its question.
  mutating func add(_ reports: Reports) -> Int {
    let number = count
    _ = file.append(reports.bytes)
    return number
  }

  /// The reports of a session; nil where the disk lost them.
  mutating func reports(_ number: Int) -> Reports? {
    let bytes = file.read(number * Self.size, Self.size)
    guard bytes.count == Self.size,
      let withoutEarlier = PendingReport(Array(bytes.prefix(PendingReport.size))),
      let withUnknown = PendingReport(Array(bytes.suffix(PendingReport.size)))
    else { return nil }
    return Reports(withoutEarlier: withoutEarlier, withUnknown: withUnknown)
  }
}

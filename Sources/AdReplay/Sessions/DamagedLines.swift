/// A damaged line of a session.
struct DamagedLine {
  var code: DamageCode
  var line: Int
  /// The offset of the fault in the file.
  var byte: Int
  /// The offset of the line in the file.
  var start: Int
  var because: String
  /// The `seq`s in its bytes.
  var seqs: [Int64]
  /// The number of records of the session before it.
  var after: Int
  /// Whether it is the unfinished last line of its file.
  var isTail = false
  /// The number of equal damaged lines that this one represents.
  fileprivate(set) var count = 1
  /// The last of these lines.
  fileprivate(set) var lastLine: Int?
}

/// The damaged lines of a session, in bounded memory while they say the same.
///
/// Beyond ``Finding/most`` of a kind, a line between the same records as the last damaged line, and
/// with the same `seq`s, is only counted: what it proves about gaps is proved already.
struct DamagedLines {
  private(set) var lines: [DamagedLine] = []
  /// The number of lines of each kind.
  private var counts: [(code: DamageCode, count: Int)] = []

  /// Whether there are none.
  var isEmpty: Bool { lines.isEmpty }

  /// The number of lines that are stored.
  var count: Int { lines.count }

  /// Adds a line.
  mutating func append(_ line: DamagedLine) {
    guard isMany(line.code) else { return lines.append(line) }
    let last = lines.count - 1
    if last >= 0, lines[last].says(what: line) {
      lines[last].count += 1
      lines[last].lastLine = line.line
    } else {
      // Its sentence is not listed.
      var line = line
      line.because = ""
      line.lastLine = line.line
      lines.append(line)
    }
  }

  /// Counts a line of a kind; returns whether the kind has more lines than are listed.
  private mutating func isMany(_ code: DamageCode) -> Bool {
    guard let index = counts.firstIndex(where: { $0.code == code }) else {
      counts.append((code, 1))
      return false
    }
    counts[index].count += 1
    return counts[index].count > Damage.most
  }

  /// Adds the lines of a further file behind `base` records.
  mutating func append(_ others: DamagedLines, base: Int) {
    for var line in others.lines {
      line.after += base
      lines.append(line)
    }
  }
}

extension DamagedLine {
  /// Whether another line of the session says the same about its records.
  fileprivate func says(what other: DamagedLine) -> Bool {
    lastLine != nil && code == other.code && after == other.after && !isTail && !other.isTail
      && seqs == other.seqs
  }

  /// The finding to report.
  func finding(in session: String, path: String?) -> Damage {
    var found = Damage(
      code, line: line, byte: byte, session: session, path: path, because: because)
    if let lastLine { found.setRange(count: count, last: lastLine) }
    return found
  }
}

internal import AdReplay

/// The name of a session, and its beginning in a journal.
struct NamedSession {
  /// With `#2` for a session that a second header began.
  var id: String
  /// The hash of the value of `session`.
  var hash: UInt64
  /// The offset of the session's first line.
  var byte: Int

  /// The note that another journal has the session, too.
  func note(line: Int, other path: String) -> Note {
    Note(
      .sessionRepeated, line: line, byte: byte, session: id,
      because: "session \(id) is also in \(path), where it counts as well")
  }
}

/// The first input of each session, by its name, to find names that occur in several inputs.
///
/// A session takes 16 to 32 bytes. A name is a hash of 64 bits: among a million sessions, the
/// probability of two names with one hash is 3 in 100 million.
struct RepeatedNames {
  private var inputs: [UInt64: UInt32] = [:]

  /// Adds a session; returns the first input with its name, which can be this one.
  mutating func add(_ name: NamedSession, in input: Int) -> Int {
    let input = UInt32(truncatingIfNeeded: input)
    guard let first = inputs[name.hash] else {
      inputs[name.hash] = input
      return Int(input)
    }
    return Int(first)
  }
}

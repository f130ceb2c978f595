internal import AdSession
internal import JSONLines
internal import JournalFormat

/// Searches a line that is not valid JSON for the session and the `seq`s that it names.
enum BrokenLine {
  /// The number of bytes searched; only a line beyond the limit is longer.
  private static let searchedBytes = 1 << 20
  /// The maximum number of `seq`s returned.
  private static let maximumSeqs = 1000

  /// The session of the first `"session":"` that a complete and valid name follows.
  static func session(in line: ByteView) -> String? {
    var values = ValueSearch(key: "session", line.prefix(searchedBytes))
    while let start = values.next() {
      let rest = line[start..<line.count]
      guard rest.first == 0x22 else { continue }
      let name = rest.dropFirst().prefix { SessionName.allows($0) }
      if name.count + 1 < rest.count, rest[name.count + 1] == 0x22, SessionName.isValid(name) {
        return name.string
      }
    }
    return nil
  }

  /// The numbers after every `"seq":`; there are two if a lost line feed joined two records.
  static func seqs(in line: ByteView) -> [Int64] {
    let line = line.prefix(searchedBytes)
    var values = ValueSearch(key: "seq", line)
    var seqs: [Int64] = []
    while seqs.count < maximumSeqs, let start = values.next() {
      let digits = line[start..<line.count].prefix { $0 &- 48 < 10 }
      // A number at the end of the line may be incomplete.
      guard start + digits.count < line.count else { continue }
      if let seq = parseInteger(digits), seq >= 1 { seqs.append(seq) }
    }
    return seqs
  }

  /// The fault of a line that is not a JSON object.
  static func fault(
    _ code: DamageCode, byte: Int, because: String, in line: ByteView
  ) -> LineFault {
    LineFault(
      code: code, byte: byte, because: because, session: session(in: line), seqs: seqs(in: line))
  }
}

/// Finds the offsets at which the values of a key may begin, in any bytes.
private struct ValueSearch {
  private let key: [UInt8]
  private let line: ByteView
  private var offset = 0

  init(key: String, _ line: ByteView) {
    self.key = Array("\"\(key)\"".utf8)
    self.line = line
  }

  /// The offset after the next `"key":` and any white space.
  mutating func next() -> Int? {
    while offset + key.count < line.count {
      let start = offset
      offset += 1
      guard line[start] == 0x22, line[start..<start + key.count].elementsEqual(key) else {
        continue
      }
      let colon = skipSpace(start + key.count)
      guard colon < line.count, line[colon] == 0x3A else { continue }
      offset = start + key.count
      return skipSpace(colon + 1)
    }
    return nil
  }

  private func skipSpace(_ start: Int) -> Int {
    var offset = start
    while offset < line.count, line[offset] == 0x20 || line[offset] == 0x09 { offset += 1 }
    return offset
  }
}

extension DamageCode {
  /// The code of a fault that the scanner found.
  init(_ code: JSONFault.Code) {
    self =
      switch code {
      case .tooLong: .tooLong
      case .nulPadding: .nulPadding
      case .notUTF8: .notUTF8
      case .tooDeep: .tooDeep
      case .notJSON: .notJSON
      case .duplicateKey: .duplicateKey
      case .notAnObject: .notAnObject
      }
  }
}

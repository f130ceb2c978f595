internal import JournalFormat
internal import AdSession
internal import JSONLines

/// What the bytes of a line say that is no JSON: whose it was, and which record.
enum BrokenLine {
  /// Names further behind are not looked for; only a line that is too long is longer.
  static let searched = 1 << 20

  /// The session after the first `"session":"` that has a whole name of the right form.
  static func session(in line: UnsafeRawBufferPointer) -> String? {
    let line = UnsafeRawBufferPointer(rebasing: line.prefix(searched))
    var from = 0
    while let place = value(ofKey: "\"session\"", in: line, from: &from) {
      guard place < line.count, line[place] == 0x22 else { continue }
      var end = place + 1
      while end < line.count, SessionName.allows(line[end]) { end += 1 }
      let name = UnsafeRawBufferPointer(rebasing: line[place + 1..<end])
      if end < line.count, line[end] == 0x22, SessionName.isValid(name) {
        return String(decoding: name, as: UTF8.self)
      }
    }
    return nil
  }

  /// The numbers after every `"seq":`: two where a lost line feed joined two records.
  static func seqs(in line: UnsafeRawBufferPointer) -> [Int64] {
    let line = UnsafeRawBufferPointer(rebasing: line.prefix(searched))
    var seqs: [Int64] = []
    var from = 0
    while seqs.count < 1000, let place = value(ofKey: "\"seq\"", in: line, from: &from) {
      var end = place
      while end < line.count, line[end] &- 48 < 10 { end += 1 }
      let digits = UnsafeRawBufferPointer(rebasing: line[place..<end])
      if end < line.count, let seq = parseInteger(digits), seq >= 1 { seqs.append(seq) }
    }
    return seqs
  }

  /// Where the value of the next such key begins; `from` goes on behind the key.
  private static func value(
    ofKey key: StaticString, in line: UnsafeRawBufferPointer, from: inout Int
  ) -> Int? {
    let pattern = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    while from + pattern.count < line.count {
      let start = from
      from += 1
      guard line[start] == 0x22, matches(pattern, line, start) else { continue }
      var place = skipSpace(line, start + pattern.count)
      guard place < line.count, line[place] == 0x3A else { continue }
      place = skipSpace(line, place + 1)
      from = start + pattern.count
      return place
    }
    return nil
  }

  private static func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, _ line: UnsafeRawBufferPointer, _ start: Int
  ) -> Bool {
    for index in pattern.indices where line[start + index] != pattern[index] { return false }
    return true
  }

  private static func skipSpace(_ line: UnsafeRawBufferPointer, _ start: Int) -> Int {
    var place = start
    while place < line.count, line[place] == 0x20 || line[place] == 0x09 { place += 1 }
    return place
  }

  /// The fault of a line that is no object of JSON.
  static func fault(
    _ code: DamageCode, byte: Int, because: String, in line: UnsafeRawBufferPointer
  ) -> LineFault {
    LineFault(
      code: code, byte: byte, because: because, session: session(in: line), seqs: seqs(in: line))
  }
}

extension DamageCode {
  /// The code of what the scanner found.
  init(_ code: Fault.Code) {
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

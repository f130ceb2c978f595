/// Reads values behind their names in the message of a line.
struct LogFacts {
  /// The line in lower case.
  private let small: [UInt8]
  /// The unchanged line, of the same length.
  private let text: [UInt8]
  private let start: Int

  init(small: [UInt8], text: [UInt8], from start: Int) {
    self.small = small
    self.text = text
    self.start = start
  }

  /// A code: `Code=1`, `code: 3`, `"Code": 3`, or a lone number behind a colon.
  var code: Int64? {
    if let index = value(of: "code") { return number(at: index) }
    let rest = LogCursor.trimmed(start..<small.count, of: small)
    guard small[rest].first == UInt8(ascii: ":") else { return nil }
    let digits = LogCursor.trimmed(rest.lowerBound + 1..<rest.upperBound, of: small)
    return Int64(text.text(digits))
  }

  /// A domain: `Domain=com.google.admob`, `domain: com.google.android.gms.ads`.
  var domain: String? {
    guard let index = value(of: "domain") else { return nil }
    let word = small[index...].prefix { $0 > 0x20 && !"\",;})".utf8.contains($0) }
    return word.isEmpty ? nil : text.text(word.startIndex..<word.endIndex)
  }

  /// A message: in quotation marks behind the code, or `message: No fill.` up to the next comma.
  var message: String? {
    if let index = value(of: "message") { return words(from: index) }
    guard let code = value(of: "code"),
      let open = small[code...].prefix(16).firstIndex(of: UInt8(ascii: "\"")),
      let close = small[(open + 1)...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return text.text(open + 1..<close)
  }

  /// An amount: `amount 10`.
  var amount: Double? {
    guard let name = small.firstRange(of: "amount ", in: start..<small.count) else { return nil }
    let digits = small[name.upperBound...].prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }
    return Double(text.text(digits.startIndex..<digits.endIndex)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// An ad unit: `ca-app-pub-`, digits, a slash, digits.
  static func unit(in text: [UInt8]) -> String? {
    guard let found = text.firstRange(of: "ca-app-pub-", in: 0..<text.count) else { return nil }
    func digits(_ start: Int) -> Int { text[start...].prefix { $0 &- 48 < 10 }.endIndex }
    let middle = digits(found.upperBound)
    guard middle > found.upperBound, middle < text.count, text[middle] == UInt8(ascii: "/") else {
      return nil
    }
    let end = digits(middle + 1)
    return end > middle + 1 ? text.text(found.lowerBound..<end) : nil
  }

  /// The index of the value after a name: behind `=` or `:`, spaces and quotation marks.
  private func value(of name: String) -> Int? {
    guard let found = small.firstRange(of: name, in: start..<small.count) else { return nil }
    var index = found.upperBound
    var hasMark = false
    while index < small.count, "=: \"'".utf8.contains(small[index]) {
      if small[index] == UInt8(ascii: "=") || small[index] == UInt8(ascii: ":") { hasMark = true }
      index += 1
    }
    return hasMark && index < small.count ? index : nil
  }

  private func number(at index: Int) -> Int64? {
    let digits = small[index...].prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: "-") }
    return Int64(text.text(digits.startIndex..<digits.endIndex))
  }

  private func words(from index: Int) -> String? {
    let isQuoted = small[index - 1] == UInt8(ascii: "\"")
    let ends: String.UTF8View = isQuoted ? "\"".utf8 : ",;\"".utf8
    let words = small[index...].prefix { !ends.contains($0) }
    let part = LogCursor.trimmed(words.startIndex..<words.endIndex, of: text)
    return part.isEmpty ? nil : text.text(part)
  }
}

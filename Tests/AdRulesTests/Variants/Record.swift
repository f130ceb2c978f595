import AdReplay
import JournalInput
import AdRules
import AdSession

/// One record of a journal as its line says it: names and values in their order, values as JSON
/// text.
struct Record {
  var fields: [(name: String, json: String)]

  init(_ fields: [(name: String, json: String)]) { self.fields = fields }

  /// The value of a field as JSON text; nil removes it, and a new one stands last.
  subscript(name: String) -> String? {
    get { fields.first { $0.name == name }?.json }
    set {
      let place = fields.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let json?): fields[place].json = json
      case (let place?, nil): fields.remove(at: place)
      case (nil, let json?): fields.append((name, json))
      case (nil, nil): break
      }
    }
  }

  /// The text of a string field, without its quotes.
  func text(_ name: String) -> String? {
    guard let json = self[name], json.hasPrefix("\"") else { return nil }
    return String(json.dropFirst().dropLast())
  }

  var event: String { text("event") ?? "" }
  var session: String { text("session") ?? "" }

  var seq: Int {
    get { self["seq"].flatMap { Int($0) } ?? 0 }
    set { self["seq"] = String(newValue) }
  }

  /// The time, with which the wall clock goes.
  var t: Int64 {
    get { self["t"].flatMap { Int64($0) } ?? 0 }
    set {
      let passed = newValue - t
      self["t"] = String(newValue)
      guard var wall = text("wall"),
        let clock = wall.withUTF8({ WallClock.parse(UnsafeRawBufferPointer($0)) })
      else { return }
      self["wall"] = "\"\(WallClock.text(clock + passed))\""
    }
  }

  var line: String {
    "{" + fields.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ",") + "}"
  }
}

extension Record {
  /// Reads a line that is known to be whole: no more than splitting it at its commas and colons.
  init(line: some StringProtocol) {
    var parts: [[UInt8]] = [[]]
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in line.utf8 {
      if isText {
        isText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else {
        switch byte {
        case UInt8(ascii: "\""): isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          if depth == 1 { continue }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          depth -= 1
          if depth == 0 { continue }
        case UInt8(ascii: ","), UInt8(ascii: ":"):
          if depth != 1 { break }
          parts.append([])
          continue
        default: break
        }
      }
      parts[parts.count - 1].append(byte)
    }
    fields = stride(from: 0, to: parts.count - 1, by: 2).map { place in
      let name = parts[place].dropFirst().dropLast()
      return (
        String(decoding: name, as: UTF8.self), String(decoding: parts[place + 1], as: UTF8.self)
      )
    }
  }
}

extension [Record] {
  /// The records of a journal beside the tests.
  init(journal path: String) throws {
    self = (Journals.text(path) ?? "").split(separator: "\n").map { Record(line: $0) }
    if isEmpty { throw MissingJournal(path: path) }
  }

  struct MissingJournal: Error { let path: String }

  var bytes: [UInt8] { Array<UInt8>(map { $0.line + "\n" }.joined().utf8) }

  /// What all rules say of each session, by session and rule.
  func judged(by judge: Judge = Judge()) -> [String: [String: RuleResult]] {
    var found: [String: [String: RuleResult]] = [:]
    for reading in Journal.read(bytes: bytes) {
      found[reading.trace.id] = judge.results(reading.trace)
    }
    return found
  }

  /// What a rule says of the first session.
  func result(_ rule: String) -> RuleResult? {
    guard let trace = Journal.read(bytes: bytes).first?.trace,
      let rule = RuleBook.all.first(where: { $0.id == rule })
    else { return nil }
    return Judge(rules: [rule]).judge(trace).first
  }
}

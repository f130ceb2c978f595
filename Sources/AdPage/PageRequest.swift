internal import AdReports
internal import JSONLines

/// A question of the page: one JSON object.
struct PageRequest {
  var ask = ""
  /// The session.
  var key = ""
  /// The id of a problem or of a rule.
  var id = ""
  var problem = ""
  var rule = ""
  var sort = ""
  var seq: Int64?
  /// The index of a record.
  var index = 0
  var from = 0
  var count = 0
  var near: Int?
  var filter = PageFilter()
  var query = RecordQuery()

  /// Reads a request; members that it does not have keep their defaults.
  ///
  /// The bytes must be valid JSON, as `JSON.stringify` writes it.
  init(_ bytes: ByteView) {
    JSONValue(objectOfLine: bytes.raw).forEachMember { take($0.name, $0.value) }
  }

  private mutating func take(_ name: String, _ value: JSONValue) {
    let text = value.string ?? ""
    switch name {
    case "ask": ask = text
    case "key": key = text
    case "id": id = text
    case "problem": problem = text
    case "rule": rule = text
    case "sort": sort = text
    case "seq": seq = value.integer
    case "i": index = Self.number(value)
    case "from": from = Self.number(value)
    case "count": count = Self.number(value)
    case "near": near = value.integer.map { Int(clamping: $0) }
    case "event": query.event = text
    case "ad": query.ad = text
    case "unit": query.unit = text
    case "text": query.text = text
    case "only_violations": query.onlyViolations = value.boolean ?? false
    case "filter": filter = PageFilter(value)
    default: break
    }
  }

  private static func number(_ value: JSONValue) -> Int { Int(clamping: value.integer ?? 0) }
}

/// Which sessions the page shows; without any choice, all.
struct PageFilter: Equatable {
  /// The least severity of a violation; empty for sessions without violations, too.
  var severity = ""
  var version = ""
  var day = ""
  var network = ""
  var format = ""
  /// A text of the session, in any case.
  var text = ""

  init() {}

  init(_ value: JSONValue) {
    value.forEachMember { member in
      let text = member.value.string ?? ""
      switch member.name {
      case "severity": severity = text
      case "version": version = text
      case "day": day = text
      case "network": network = text
      case "format": format = text
      case "text": self.text = text.lowercased()
      default: break
      }
    }
  }
}

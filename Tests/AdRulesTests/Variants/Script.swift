import AdSession

/// A journal of one session in few words, one record a line: `400 ad.requested unit=u request=r`.
///
/// A line that begins with `-` is one that the journal lost; ``whole`` has it still.
struct Script {
  private var records: [Record] = []
  private var lost: Set<Int> = []

  /// `header` are further fields of `session.began`, as JSON: `"launch_count":1`.
  init(captures: String?, _ header: String..., lines: String) {
    var names = [#""app":"a","app_version":"1","build":"release","os":"iOS","os_version":"18""#]
    names.append(#""sdk":"google-mobile-ads","sdk_version":"13","utc_offset_min":0"#)
    if let captures {
      let classes = captures.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ",")
      names.append("\"captures\":[\(classes)]")
    }
    records = [record(at: 0, "session.began", (names + header).joined(separator: ","))]
    for line in lines.split(separator: "\n") { add(String(line)) }
  }

  /// The journal before anything was lost.
  var whole: [Record] { records }

  /// The journal that is left.
  var journal: [Record] { records.filter { !lost.contains($0.seq) } }

  private mutating func add(_ line: String) {
    var words = line.split(separator: " ").map(String.init)
    if words.first == "-" {
      lost.insert(records.count + 1)
      words.removeFirst()
    }
    let fields = words.dropFirst(2).map { word in
      let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
      return "\"\(pair[0])\":\(Self.json(pair[1]))"
    }
    records.append(record(at: Int64(words[0]) ?? 0, words[1], fields.joined(separator: ",")))
  }

  private static func json(_ value: String) -> String {
    let isRaw =
      Double(value) != nil || ["true", "false"].contains(value)
      || value.hasPrefix("{") || value.hasPrefix("[")
    return isRaw ? value : "\"\(value)\""
  }

  private func record(at t: Int64, _ event: String, _ fields: String) -> Record {
    let wall = WallClock.text(1_795_000_000_000 + t)
    let rest = fields.isEmpty ? "" : ",\(fields)"
    return Record(
      line: """
        {"v":1,"session":"s","seq":\(records.count + 1),"t":\(t),"wall":"\(wall)",\
        "event":"\(event)"\(rest)}
        """)
  }
}

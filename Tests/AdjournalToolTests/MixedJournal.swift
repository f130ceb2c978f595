/// A journal of many sessions with interleaved records, generated from a seed.
struct MixedJournal {
  /// The session that begins the file.
  static let first = "s-0"
  /// The name of two sessions; the id of the second one ends in `#2`.
  static let twice = "s-7"
  /// The last session, whose last line is cut.
  static let torn = "s-last"

  private(set) var lines: [String] = []
  private var state: UInt64

  /// Creates a journal with this number of sessions and records per session.
  ///
  /// - Parameter late: The session whose second-to-last record is at the end of the file. Unless it
  ///   is the first session, the first session ends late.
  init(seed: UInt64, sessions: Int = 50, records: Int = 30, late: String = "s-3") {
    state = seed
    var rest = (0..<sessions).map { Self.session("s-\($0)", records) }
    var open: [[String]] = []
    while !rest.isEmpty || !open.isEmpty {
      while open.count < 6, !rest.isEmpty { open.append(rest.removeFirst()) }
      var index = below(open.count)
      if index == 0, late != Self.first, below(10) > 0 { index = open.count - 1 }
      if lines.isEmpty { index = 0 }
      let count = min(open[index].count, 1 + below(5))
      lines += open[index].prefix(count)
      open[index].removeFirst(count)
      if open[index].isEmpty { open.remove(at: index) }
    }
    let moved = "\"session\":\"\(late)\",\"seq\":\(records - 1),"
    if let index = lines.lastIndex(where: { $0.contains(moved) }) {
      lines.append(lines.remove(at: index))
    }
    lines += Self.session(Self.twice, records, day: 6) + Self.session(Self.torn, records)
  }

  /// The bytes of the file; the last line is cut in the middle.
  var bytes: [UInt8] { Array(lines.map { $0 + "\n" }.joined().utf8.dropLast(60)) }

  /// The lines of the sessions with this name.
  func bytes(of name: String) -> [UInt8] {
    let lines = lines.filter { $0.contains("\"session\":\"\(name)\"") }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  /// The lines of a session that shows an ad that is five hours old.
  private static func session(_ name: String, _ records: Int, day: Int = 5) -> [String] {
    func line(_ seq: Int, _ t: Int, _ rest: String) -> String {
      #"{"v":1,"session":"\#(name)","seq":\#(seq),"t":\#(t),"wall":"2026-01-0\#(day)T08:00:00.000Z""#
        + #","event":"\#(rest)}"#
    }
    let header =
      #"session.began","app":"a","app_version":"1","build":"debug","os":"iOS","os_version":"26","#
      + #""sdk":"other","sdk_version":"1","utc_offset_min":0"#
    var lines = [line(1, 0, header)]
    lines.append(line(2, 0, #"ad.loaded","unit":"u","format":"app_open","request":"r","ad":"a""#))
    for seq in 3..<(records - 1) { lines.append(line(seq, seq, #"user.acted""#)) }
    let late = records + 18_000_000
    lines.append(
      line(records - 1, late, #"ad.present_requested","ad":"a","unit":"u","format":"app_open""#))
    lines.append(line(records, late + 1, #"session.ended","reason":"terminated""#))
    return lines
  }
}

import AdReplay
import JournalInput
import AdSession

/// Sessions of many equal rounds: an interstitial is requested, loaded, presented and dismissed.
enum Rounds {
  /// A cut session of some rounds, in which each `often`th ad is shown twice.
  static func session(_ count: Int, shownTwiceEach often: Int = .max) throws -> Trace {
    var lines = Lines()
    for round in 0..<count {
      let ad = "\(Lines.unit),\"ad\":\"a\(round)\",\"format\":\"interstitial\""
      let request = ",\"request\":\"r\(round)\",\"format\":\"interstitial\""
      lines.add("ad.requested", 2000, "\(Lines.unit)\(request)")
      lines.add("ad.loaded", 700, "\(ad),\"request\":\"r\(round)\"")
      lines.add("ad.present_requested", 120_000, ad)
      lines.add("ad.will_present", 700, ad)
      if round % often == often - 1 { lines.add("ad.will_present", 1, ad) }
      lines.add("ad.impression", 700, ad)
      lines.add("ad.dismissed", 700, ad)
    }
    return try lines.trace()
  }

  /// A session with two lost records, and then impressions of ads whose loads may be among them.
  static func impressionsBehindGap(_ count: Int) throws -> Trace {
    var lines = Lines()
    lines.add("recorder.gap", 1000, ",\"dropped\":2,\"reason\":\"buffer_full\"", lost: 2)
    for number in 0..<count {
      lines.add("ad.impression", 1000, "\(Lines.unit),\"ad\":\"a\(number)\",\"format\":\"native\"")
    }
    return try lines.trace()
  }

  private struct NoSession: Error {}

  private struct Lines {
    static let unit = ",\"unit\":\"ca-app-pub-3940256099942544/1033173712\""
    private var seq = 0
    private var t = 0
    private var text = ""

    init() {
      add(
        "session.began", 0,
        ",\"app\":\"a\",\"app_version\":\"1\",\"build\":\"release\",\"os\":\"iOS\",\"os_version\":\"18\""
          + ",\"sdk\":\"google-mobile-ads\",\"sdk_version\":\"13\",\"utc_offset_min\":0")
    }

    mutating func add(_ event: String, _ wait: Int, _ fields: String, lost: Int = 0) {
      (seq, t) = (seq + 1 + lost, t + wait)
      text +=
        "{\"v\":1,\"session\":\"s\",\"seq\":\(seq),\"t\":\(t),\"wall\":\"2026-11-20T09:15:02.123Z\","
        + "\"event\":\"\(event)\"\(fields)}\n"
    }

    func trace() throws -> Trace {
      guard let reading = Journal.read(bytes: Array(text.utf8), path: "rounds.jsonl").first else {
        throw NoSession()
      }
      return reading.trace
    }
  }
}

/// Sessions with fifteen rewarded ads each, of three networks, of which N0 pays no rewards.
enum NetworkJournal {
  static func text(sessions: Int) -> String {
    (0..<sessions).map(session).joined()
  }

  private static func session(_ number: Int) -> String {
    var (lines, t) = ("", 0)
    func add(_ event: String, after milliseconds: Int) {
      t += milliseconds
      let seq = lines.count { $0 == "\n" } + 1
      let wall = "2026-01-05T08:\(two(t / 60_000)):\(two(t / 1000 % 60)).000Z"
      lines +=
        #"{"v":1,"session":"s-\#(number)","seq":\#(seq),"t":\#(t),"wall":"\#(wall)","event":"#
        + event + "}\n"
    }
    add(
      #""session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26.1","#
        + #""sdk":"s","sdk_version":"1","utc_offset_min":0,"install":"i-\#(number)","#
        + #""captures":["revenue","reward"]"#, after: 0)
    let unit = #""unit":"u","format":"rewarded""#
    for ad in 0..<15 {
      let names = #""ad":"a-\#(ad)",\#(unit)"#
      add(
        #""ad.loaded",\#(unit),"request":"r-\#(ad)","ad":"a-\#(ad)","network":"N\#(ad % 3)""#,
        after: 1000)
      add(#""ad.will_present",\#(names)"#, after: 1000)
      if ad % 3 > 0 { add(#""ad.reward_earned",\#(names),"amount":1"#, after: 15_000) }
      add(#""ad.dismissed",\#(names)"#, after: ad % 3 > 0 ? 1000 : 16_000)
    }
    add(#""session.ended""#, after: 10_000)
    return lines
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : String(number)
  }
}

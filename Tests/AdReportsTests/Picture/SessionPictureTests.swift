@testable import AdReports
import AdRules
import AdSession
import TestReports
import Testing

struct SessionPictureTests {
  @Test
  func `An ad has bands from its load to its dismissal, and the next ad a band until the end`()
    throws
  {
    var script = ExportScript()
    script.request("r")
    script.load("r", ad: "a")
    script.present("ad.present_requested", "a")
    script.present("ad.will_present", "a")
    script.present("ad.dismissed", "a")
    script.add(#""ad.discarded","ad":"a","unit":"u","reason":"shown""#)
    script.request("q")
    script.load("q", ad: "b")
    script.add(#""ad.expired","ad":"b","unit":"u""#)
    script.add(#""ad.discarded","ad":"b","unit":"u""#)
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited())
    #expect(
      sketch.rows("u") == [
        [
          "a: loading 1000-2000, ready 2000-3000, asked to show 3000-4000, shown 4000-5000",
          "b: loading 7000-8000, ready 8000-9000, expired 9000-10000",
        ]
      ])
  }

  @Test func `Overlapping ads of one slot or one request have different rows`()
    throws
  {
    var script = ExportScript()
    script.request("r", format: "native")
    script.load("r", ad: "a", format: "native")
    script.load("r", ad: "b", format: "native")
    script.add(#""native.rendered","ad":"b","unit":"u""#)
    script.add(#""native.untracked","ad":"b","unit":"u""#)
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited())
    #expect(
      sketch.rows("u") == [
        ["a: loading 1000-2000, ready 2000-6000"],
        ["b: ready 3000-4000, shown 4000-5000, hidden 5000-6000"],
      ])
  }

  @Test func `The bands of a banner end when the next banner replaces it`() throws {
    var script = ExportScript()
    script.request("r", format: "banner")
    script.load("r", ad: "a", format: "banner")
    script.add(#""view.appeared","ad":"a","unit":"u""#)
    script.add(#""ad.will_present","ad":"a","unit":"u","format":"banner""#)
    script.add(#""ad.dismissed","ad":"a","unit":"u","format":"banner""#)
    script.add(#""view.hidden","ad":"a","unit":"u""#)
    script.request("q", format: "banner")
    script.load("q", ad: "b", format: "banner")
    script.add(#""session.ended""#)
    #expect(
      PictureSketch(try script.audited()).rows("u") == [
        ["a: loading 1000-2000, ready 2000-3000, shown 3000-6000, hidden 6000-8000"],
        ["b: loading 7000-8000, ready 8000-9000"],
      ])
  }

  @Test func `A ready ad becomes too old at its maximum age`() throws {
    var script = ExportScript()
    script.request("r")
    script.load("r", ad: "a")
    script.add(#""user.acted""#, after: 18_000)
    script.present("ad.present_requested", "a")
    script.present("ad.will_present", "a")
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited())
    #expect(
      sketch.rows("u") == [
        [
          "a: loading 1000-2000, ready 2000-14402000, too old 14402000-18003000, "
            + "asked to show 18003000-18004000, shown 18004000-18005000"
        ]
      ])
    #expect(sketch.pins("u").contains { $0.hasSuffix("app-open-max-age at 18003000, seq 5") })
    let fold = try #require(sketch.picture.scale.folds.first)
    #expect(
      (sketch.picture.scale.folds.count, fold.milliseconds, fold.leftOut) == (1, 18_001_000, 0))
    let old = sketch.picture.x(of: PicturePoint(after: 2, t: 14_402_000))
    #expect(fold.begin < old && old < fold.end)
    #expect(sketch.picture.scale.ticks.map(\.label).contains("5:00:03"))
  }

  @Test func `A maximum age from the command line overrides that of the journal`() throws {
    var script = ExportScript()
    script.request("r")
    script.load("r", ad: "a")
    script.add(#""user.acted""#, after: 60)
    let sketch = PictureSketch(
      try script.audited(), overrides: [PolicySetting(.appOpenMaxAgeSeconds, 10)])
    #expect(sketch.rows("u") == [["a: loading 1000-2000, ready 2000-12000, too old 12000-62000"]])
  }

  @Test func `A witness record without another lane is in the last lane, with its event name`()
    throws
  {
    let path = "incidents/banner-not-reloaded-on-resize.jsonl"
    let sketch = PictureSketch(try #require(try Samples.audited(path).first))
    let unit = "ca-app-pub-1234567890123456/5503746029 left"
    #expect(sketch.names == ["app", unit, "other"])
    #expect(sketch.brackets(unit) == ["1: no ad.requested 23860-25860"])
    let other = try #require(sketch.picture.lanes.last)
    #expect(
      other.rings.map { sketch.picture.kind(besides: $0, in: other) } == [
        "scene.connected", "scene.resized",
      ])
    let html = PictureMarkup(sketch.picture, found: sketch.found, id: "s").html
    #expect(html.contains(">scene.resized</text>"))
  }

  @Test func `Extreme times in a journal give a finite picture`() throws {
    var script = ExportScript()
    script.request("r")
    script.load("r", ad: "a")
    let wall = "2026-01-05T22:00:02.000Z"
    let late =
      script.lines + [
        #"{"v":1,"session":"s","seq":4,"t":\#(Int64.max - 1),"wall":"\#(wall)","event":"#
          + #""ad.present_requested","ad":"a","unit":"u","format":"app_open"}"#,
        #"{"v":1,"session":"s","seq":5,"t":\#(Int64.max),"wall":"\#(wall)","event":"session.ended"}"#,
      ]
    let sketch = PictureSketch(try #require(Samples.audited(lines: late).first))
    #expect(sketch.found.map(\.rule.id).contains("app-open-max-age"))
    #expect(sketch.rows("u")[0][0].hasPrefix("a: loading 1000-2000, ready 2000-14402000, too old "))
    #expect(!PictureMarkup(sketch.picture, found: sketch.found, id: "s").html.isEmpty)
  }

  @Test func `A missing event has a bracket over its time window, in the lane of its trigger`()
    throws
  {
    var script = ExportScript()
    script.request("r", format: "rewarded")
    script.add(#""user.acted""#, after: 40)
    script.add(#""user.acted""#, after: 40)
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited())
    #expect(sketch.names == ["app", "u"])
    #expect(sketch.rows("u") == [["r: loading 1000-81000, no answer 81000-82000"]])
    #expect(sketch.brackets("u") == ["1: no ad.loaded 1000-61000"])
    #expect(sketch.pins("u") == ["1 load-completes at 81000, seq 4"])
    #expect(sketch.rings("u") == ["1: seq 2"])
  }

  @Test func `Every band ends at a gap, which is labelled with the number of lost records`() throws
  {
    var script = ExportScript()
    script.add(#""app.became_active""#)
    script.request("r")
    script.load("r", ad: "a")
    script.add(#""sdk.started""#)
    script.present("ad.will_present", "a", skipping: 3)
    script.present("ad.dismissed", "a")
    script.add(#""app.resigned_active""#)
    let sketch = PictureSketch(try script.audited())
    #expect(sketch.rows("app") == [["active 1000-4000, inactive 7000-7000"]])
    #expect(
      sketch.rows("u") == [["a: loading 2000-3000, ready 3000-4000, shown 5000-6000"]])
    let gap = try #require(sketch.picture.gaps.first)
    #expect((sketch.picture.gaps.count, gap.dropped) == (1, 3))
    #expect(gap.begin == sketch.picture.x(ofRecord: 4))
    #expect(gap.end == sketch.picture.x(ofRecord: 5))
  }

  @Test func `Gaps before the first record and after the last one are drawn`() throws {
    var script = ExportScript(header: false)
    script.add(
      #""ad.requested","unit":"u","format":"app_open","request":"r""#, after: 0, skipping: 4)
    script.load("r", ad: "a")
    script.add("tor", after: 1)
    let picture = PictureSketch(try script.audited()).picture
    #expect(picture.gaps.count == 2)
    #expect(picture.gaps[0].begin == 0)
    #expect(picture.gaps[0].end == picture.x(ofRecord: 0))
    #expect(picture.gaps[1].begin == picture.x(ofRecord: 1))
    #expect(picture.gaps[1].end < picture.scale.width)
  }

  @Test func `Locks, loading screens, forms and windows have bands`() throws {
    var script = ExportScript()
    script.add(#""splash.began""#)
    script.add(#""consent.form_shown""#)
    script.add(#""consent.form_closed""#)
    script.add(#""suppression.began","why":"share""#)
    script.add(#""window.shown","window":"w""#)
    script.add(#""device.locked""#)
    script.add(#""device.unlocked""#)
    script.add(#""splash.finished""#)
    script.add(#""suppression.ended","why":"share""#)
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited())
    #expect(sketch.names.prefix(2) == ["app", "screens"])
    #expect(sketch.rows("app") == [["locked 6000-7000"]])
    #expect(
      sketch.rows("screens") == [
        ["splash 1000-8000"], ["consent form 2000-3000", "suppression: share 4000-9000"],
        ["w: ad window 5000-10000"],
      ])
  }

  @Test func `Failures, clicks, rewards and revenue are symbols where there is room`() throws {
    var script = ExportScript()
    script.add(#""app.memory_warning""#)
    script.request("r", format: "rewarded")
    script.add(#""ad.failed_to_load","unit":"u","format":"rewarded","request":"r","error_code":3"#)
    script.request("q", format: "rewarded")
    script.load("q", ad: "a", format: "rewarded")
    script.add(#""ad.will_present","ad":"a","unit":"u","format":"rewarded""#, after: 5)
    script.add(#""ad.clicked","ad":"a","unit":"u","format":"rewarded""#)
    script.add(
      #""ad.paid","ad":"a","unit":"u","format":"rewarded","value_micros":1,"currency":"EUR","#
        + #""precision":"precise""#, after: 0)
    script.add(#""ad.reward_earned","ad":"a","unit":"u""#)
    script.add(#""ad.reward_granted","ad":"a","unit":"u""#)
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited())
    #expect(sketch.marks("app") == ["! at 1000"])
    #expect(sketch.marks("u") == ["✕3 at 3000", "C at 11000", "R at 12000", "G at 13000"])
    #expect(sketch.picture.leftOut == SessionPicture.LeftOut(marks: 1))
  }

  @Test
  func `The picture of a long session shows the records around violations and counts the others`()
    throws
  {
    var script = ExportScript()
    script.add(#""app.became_active""#)
    for turn in 0..<4_000 {
      script.request("r\(turn)", format: "interstitial")
      script.add(
        #""ad.failed_to_load","unit":"u","format":"interstitial","request":"r\#(turn)","#
          + #""error_code":3"#, after: 1)
    }
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited(), numbered: 100)
    let picture = sketch.picture
    #expect(sketch.found.count == RuleResult.mostListed)
    #expect(picture.stops.indexes.count <= PictureStops.most)
    #expect(picture.lanes.flatMap(\.pins).map(\.number) == Array(1...100))
    #expect(picture.more.map(\.count).reduce(0, +) == sketch.found.count - 100)
    #expect(picture.leftOut.records == 8_003 - picture.stops.indexes.count)
    let html = PictureMarkup(picture, found: sketch.found, id: "s").html
    #expect(html.utf8.count < 200_000)
    let isSaid = html.contains("not drawn: \(picture.leftOut.records) records")
    #expect(isSaid)
  }

  @Test func `The number of lanes and rows is limited, and those of violations are kept`()
    throws
  {
    var script = ExportScript()
    for unit in 0..<30 {
      script.add(#""ad.requested","unit":"u\#(unit)","format":"native","request":"r\#(unit)""#)
    }
    for ad in 0..<40 { script.load("r0", ad: "a\(ad)", format: "native") }
    script.add(
      #""ad.requested","unit":"u29","format":"interstitial","request":"q","reason":"user""#)
    script.add(#""user.acted""#, after: 80)
    script.add(#""session.ended""#)
    let sketch = PictureSketch(try script.audited(), numbered: 100)
    #expect(sketch.picture.lanes.count { $0.key.isSlot } == 12)
    #expect(sketch.picture.leftOut.slots > 0)
    #expect(sketch.picture.lanes.allSatisfy { $0.rows.count <= 10 })
    #expect(sketch.picture.lanes.flatMap(\.pins).count == sketch.found.count)
  }

  @Test(
    arguments: [
      (0, "0 ms"), (999, "999 ms"), (1_000, "1 s"), (1_250, "1.3 s"), (95_000, "1 min 35 s"),
      (59_999, "1 min"),
      (18_760_615, "5 h 13 min"), (176_398_960, "2 d 1 h"), (86_400_000, "1 d"),
    ] as [(Int64, String)])
  func `A duration has its two largest units`(milliseconds: Int64, text: String) {
    #expect(PictureMarkup.duration(milliseconds) == text)
  }
}

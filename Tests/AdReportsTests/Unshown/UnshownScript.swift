import AdAudit
import TestReports

/// A session of events, a second apart: the parts of a line behind the envelope.
struct UnshownScript {
  /// The unit of interstitials.
  static let unit = "ca-app-pub-1234567890123456/4410027781"

  private(set) var lines: [String] = []
  private var seq = 0

  init(captures: String = #"["decision","revenue","adapter"]"#, isMultiScene: Bool = false) {
    add(
      #"session.began","app":"a","app_version":"1","build":"release","os":"iOS","os_version":"26.0","#
        + #""sdk":"google-mobile-ads","sdk_version":"13.1.0","utc_offset_min":0,"#
        + #""multi_scene":\#(isMultiScene),"captures":\#(captures)"#)
  }

  init(_ events: [String]) {
    self.init()
    for event in events { add(event) }
  }

  /// Adds a record; `~` stands for lost records, and `+N` advances the clock by N hours.
  mutating func add(_ event: String) {
    if event == "~" {
      seq += 2
      return
    }
    seq += 1
    let t = (seq - 1) * 1000 + hours * 3_600_000
    if event.hasPrefix("+") {
      hours += Int(event.dropFirst()) ?? 0
      seq -= 1
      return
    }
    lines.append(
      #"{"v":1,"session":"s","seq":\#(seq),"t":\#(t),"wall":"2026-11-26T\#(clock(t))Z","event":"\#(event)}"#
    )
  }

  private var hours = 0

  private func clock(_ t: Int) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(t / 3_600_000)):\(padded(t / 60_000 % 60)):\(padded(t / 1000 % 60)).000"
  }

  var audited: AuditedSession {
    get throws { Samples.audited(lines: lines)[0] }
  }

  // MARK: Records

  private static let slot = #""unit":"\#(unit)","format":"interstitial""#

  static func skip(_ reason: String? = nil, scene: String? = nil) -> String {
    #"ad.show_decided",\#(slot),"outcome":"skip""# + field("reason", reason) + field("scene", scene)
  }

  static let show = #"ad.show_decided",\#(slot),"outcome":"show""#

  static func request(_ name: String, scene: String? = nil) -> String {
    #"ad.requested",\#(slot),"request":"\#(name)""# + field("scene", scene)
  }

  static func fail(_ name: String, _ code: Int, adapter: String? = nil) -> String {
    #"ad.failed_to_load",\#(slot),"request":"\#(name)","error_code":\#(code)"#
      + field("adapter", adapter)
  }

  static func load(_ name: String, _ ad: String, scene: String? = nil) -> String {
    #"ad.loaded",\#(slot),"request":"\#(name)","ad":"\#(ad)""# + field("scene", scene)
  }

  static func present(_ ad: String) -> String { #"ad.present_requested","ad":"\#(ad)",\#(slot)"# }

  static func refuse(_ ad: String, _ code: Int) -> String {
    #"ad.failed_to_present","ad":"\#(ad)",\#(slot),"error_code":\#(code)"#
  }

  static func appear(_ ad: String, scene: String? = nil) -> String {
    #"ad.will_present","ad":"\#(ad)",\#(slot)"# + field("scene", scene)
  }

  static func expire(_ ad: String) -> String { #"ad.expired","ad":"\#(ad)","unit":"\#(unit)""# }

  static func discard(_ ad: String, _ reason: String) -> String {
    #"ad.discarded","ad":"\#(ad)","unit":"\#(unit)","reason":"\#(reason)""#
  }

  static func banner(_ name: String, _ reason: String = "view_did_load") -> String {
    #"ad.requested","unit":"b","format":"banner","request":"\#(name)","reason":"\#(reason)""#
  }

  static func bannerEnds(_ name: String, _ kind: String, _ rest: String) -> String {
    #"\#(kind)","unit":"b","format":"banner","request":"\#(name)",\#(rest)"#
  }

  /// The calls of two adapters for a request; neither has an ad.
  static func waterfall(_ request: String) -> [String] {
    ["AdMob", "Unity"].enumerated().flatMap { number, adapter in
      let load = #""load":"\#(request)-\#(number)","adapter":"\#(adapter)""#
      return [
        #"adapter.load_called",\#(load),"request":"\#(request)",\#(slot),"parameter_present":true"#,
        #"adapter.completed",\#(load),"has_ad":false,"has_error":true"#,
      ]
    }
  }

  private static func field(_ name: String, _ value: String?) -> String {
    value.map { #","\#(name)":"\#($0)""# } ?? ""
  }
}

internal import AdRules
internal import AdSession

/// A fact that a header can lack, such as `launch_count 1`.
struct HeaderFact {
  /// The fact in words.
  let name: String
  /// Adds the fact to a header.
  let add: (Header) -> Void

  /// The facts that a lost header can have had and a rule can need.
  static func ofLostHeader(for rule: Rule) -> [HeaderFact] {
    let facts = [
      HeaderFact(name: "multi_scene true") { $0.multiScene = true },
      launches(1), launches(1000),
      HeaderFact(name: "build debug and Google's SDK on iOS") { $0.useGoogleOnIOS(.debug) },
      HeaderFact(name: "build release and Google's SDK on iOS") { $0.useGoogleOnIOS(.release) },
      HeaderFact(name: "utc_offset_min 720") { $0.utcOffsetMinutes = 720 },
      HeaderFact(name: "utc_offset_min -720") { $0.utcOffsetMinutes = -720 },
    ]
    let thresholds = rule.policy.flatMap { key in
      values(of: key).map { value in
        HeaderFact(name: "policy \(key.name) \(Int64(value))") {
          $0.policy = [PolicySetting(key, value)]
        }
      }
    }
    return facts + thresholds + limitsOfLaunches(rule)
  }

  /// The facts that a header lacks, although it is there.
  ///
  /// Most facts are known without a field: an app without `multi_scene` has one window, and a
  /// threshold that is not set has its default.
  static func missing(in header: Header) -> [HeaderFact] {
    let builds = [Word.debug, .release].map { build in
      HeaderFact(name: "build \(build.text ?? "")") { $0.build = build }
    }
    return (header.launchCount == nil ? [launches(1), launches(1000)] : [])
      + (header.build == .unrecognised ? builds : [])
  }

  /// The values of a threshold that decide most often: the default, no and any number.
  static func values(of key: PolicyKey) -> [Double] { [key.defaultValue ?? 1, 0, 1_000_000] }

  private static func launches(_ count: Int64) -> HeaderFact {
    HeaderFact(name: "launch_count \(count)") { $0.launchCount = count }
  }

  /// A limit that the app did not state, compared with the number of launches.
  private static func limitsOfLaunches(_ rule: Rule) -> [HeaderFact] {
    rule.policy.filter { $0.defaultValue == nil }.flatMap { key in
      [Int64(1), 1000].map { launches in
        HeaderFact(name: "launch_count \(launches) and policy \(key.name) 3") {
          $0.launchCount = launches
          $0.policy = [PolicySetting(key, 3)]
        }
      }
    }
  }
}

extension Header {
  fileprivate func useGoogleOnIOS(_ build: Word) {
    (self.build, sdk, os) = (build, "google-mobile-ads", "iOS")
  }
}

internal import AdRecording
internal import AdSession
internal import JSONLines

/// The configuration of a session, read from a JSON object.
struct SessionConfiguration {
  private(set) var folder = ""
  private(set) var facts: SessionFacts
  private var durability: Durability?
  private var queueBytes: Int?
  private var segmentBytes: Int?
  private var totalBytes: Int?
  /// The keys of the facts that must be given and are not yet.
  private var missing: [String]

  /// Reads a configuration; throws the first key that is unknown, invalid or missing.
  init(_ json: [UInt8]) throws(CallFailure) {
    let app = NativeApp.facts
    facts =
      app
      ?? SessionFacts(
        app: "", appVersion: "", build: .unknown, os: "", osVersion: "", sdk: "", sdkVersion: "")
    let ofTheApp = ["app", "app_version", "os", "os_version"]
    missing = ["folder", "build", "sdk", "sdk_version"] + (app == nil ? ofTheApp : [])
    var scanner = LineScanner()
    if let fault = scanner.scan(bytes: json) {
      throw .invalid("the configuration: at byte \(fault.byte), \(fault.because)")
    }
    try scanner.fields.forEachMember(of: json) { (member) throws(CallFailure) in
      try set(member.name, ConfigurationValue(member))
    }
    if !missing.isEmpty {
      throw .invalid("the configuration has no `\(missing.joined(separator: "`, `"))`")
    }
  }

  private mutating func set(_ key: String, _ value: ConfigurationValue) throws(CallFailure) {
    missing.removeAll { $0 == key }
    switch key {
    case "folder": folder = try value.path()
    case "app": facts.app = try value.text()
    case "app_version": facts.appVersion = try value.text()
    case "build": facts.build = try value.choice(Self.builds)
    case "os": facts.os = try value.text()
    case "os_version": facts.osVersion = try value.text()
    case "device": facts.device = try value.text()
    case "sdk": facts.sdk = try value.text()
    case "sdk_version": facts.sdkVersion = try value.text()
    case "utc_offset_min": facts.utcOffsetMinutes = try value.integer(-1080...1080)
    case "timezone": facts.timezone = try value.text()
    case "launch_count": facts.launchCount = try value.integer(0...Int(Int32.max))
    case "multi_scene": facts.supportsSeveralWindows = try value.boolean()
    case "test_device": facts.isTestDevice = try value.boolean()
    case "captures": facts.captures = try value.classes()
    case "policy": facts.policy = try value.thresholds()
    case "durability":
      durability = try value.choice(Durability.allCases.map { ($0.rawValue, $0) })
    case "queue_bytes": queueBytes = try value.integer(4096...(1 << 30))
    case "segment_bytes": segmentBytes = try value.integer(1...(1 << 40))
    case "total_bytes": totalBytes = try value.integer(0...(1 << 50))
    default: throw .invalid("the configuration has the unknown key `\(value.shortName)`")
    }
  }

  private static let builds: [(String, Recorded.SessionBegan.Build)] = [
    ("debug", .debug), ("release", .release), ("unknown", .unknown),
  ]

  /// Sets the options that are given.
  func apply(to options: inout Recorder.Options) {
    options.durability = durability ?? options.durability
    options.queueBytes = queueBytes ?? options.queueBytes
    options.segmentBytes = segmentBytes ?? options.segmentBytes
    options.totalBytes = totalBytes ?? options.totalBytes
  }
}

/// The value of a key, which is read in one way or is an error that names the key.
private struct ConfigurationValue {
  private let member: JSONMember
  private var value: JSONValue { member.value }

  init(_ member: JSONMember) { self.member = member }

  /// The key, cut to 100 bytes.
  var shortName: String { String(decoding: member.name.utf8.prefix(100), as: UTF8.self) }

  private func expected(_ what: String) -> CallFailure {
    .invalid("`\(shortName)` of the configuration must be \(what)")
  }

  func text() throws(CallFailure) -> String {
    guard let text = value.string else { throw expected("a string") }
    return text
  }

  func path() throws(CallFailure) -> String {
    guard let text = value.string, !text.isEmpty, !text.utf8.contains(0) else {
      throw expected("a path that is not empty and has no NUL")
    }
    return text
  }

  func boolean() throws(CallFailure) -> Bool {
    guard let truth = value.boolean else { throw expected("true or false") }
    return truth
  }

  func integer(_ range: ClosedRange<Int>) throws(CallFailure) -> Int {
    guard let number = value.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw expected("an integer from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func choice<Choice>(_ choices: [(String, Choice)]) throws(CallFailure) -> Choice {
    let text = value.string
    guard let found = choices.first(where: { $0.0 == text }) else {
      throw expected("one of \(choices.map { "`\($0.0)`" }.joined(separator: ", "))")
    }
    return found.1
  }

  func classes() throws(CallFailure) -> [EventClass] {
    guard value.type == .array else { throw expected("an array of classes of events") }
    var classes: [EventClass] = []
    var unknown: String?
    value.forEachElement { element in
      let name = element.string ?? "a value that is no string"
      if let found = EventClass.allCases.first(where: { $0.name == name }) {
        classes.append(found)
      } else {
        unknown = unknown ?? name
      }
    }
    if let unknown { throw expected("an array of classes of events, which `\(unknown)` is not") }
    return classes
  }

  func thresholds() throws(CallFailure) -> [PolicySetting] {
    guard value.type == .object else { throw expected("an object of thresholds") }
    var settings: [PolicySetting] = []
    var unknown: String?
    value.forEachMember { member in
      if let key = PolicyKey.named(member.name), let number = member.value.decimal {
        settings.append(PolicySetting(key, number))
      } else {
        unknown = unknown ?? member.name
      }
    }
    if let unknown {
      throw expected(
        "an object of thresholds with numbers; `\(unknown)` is no threshold or no number")
    }
    return settings
  }
}

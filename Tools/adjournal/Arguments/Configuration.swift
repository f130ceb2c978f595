import AdFleet
import AdRules
import AdSession
import JSONLines
import Platform

extension OptionEntry {
  /// The configuration file.
  static let config = OptionEntry(
    name: "--config", value: .one("FILE"),
    help: "Read settings from FILE instead of the repository's '.adjournal.json'.")

  /// No configuration file.
  static let noConfig = OptionEntry(
    name: "--no-config", help: "Do not look for '.adjournal.json'.")
}

/// The settings of a repository: `.adjournal.json`, or the file of `--config`.
///
/// Options of the command line come after it: `--policy` replaces its thresholds one by one,
/// `--rules` adds to its rule files, `--baseline` replaces its baseline. Paths in it are relative
/// to its folder.
struct Configuration {
  /// The name of the file that is found without `--config`.
  static let name = ".adjournal.json"

  private(set) var policy: [PolicySetting] = []
  /// The severities that replace those of rules, in the order of the file.
  private var severities: [SeverityEntry] = []
  /// The paths of rule files.
  private(set) var rules: [String] = []
  /// The path of the baseline; nil without one.
  private(set) var baseline: String?
  /// The path of the file; nil without one.
  private let path: String?

  /// The severity of one rule.
  private struct SeverityEntry {
    let rule: String
    /// Nil switches the rule off.
    let severity: Severity?
    /// The location of the id in the file.
    let place: String
  }

  private static let keys = ["policy", "severities", "rules", "baseline"]
  /// The value of a severity that switches a rule off.
  private static let off = "off"

  /// No settings: for a command that does not judge, and where there is no file.
  static let none = Configuration(path: nil)

  private init(path: String?) { self.path = path }

  /// Reads the file that the command line names; else that of the repository, which standard error
  /// names.
  init(_ arguments: Arguments) throws {
    self = .none
    guard arguments.accepts("--config") else { return }
    if let path = arguments.value("--config") {
      if arguments.has("--no-config") {
        throw UsageError("'--no-config' and '--config' exclude each other")
      }
      if path == "-" { throw UsageError("'--config' needs a regular file; '-' is a stream") }
      self.init(path: path)
      try take(RawFile.bytes(path: path, most: Self.largest, Self.expected))
    } else if !arguments.has("--no-config"), let path = Self.find() {
      self.init(path: path)
      let bytes = try Self.trusted(path)
      Terminal.printError("using configuration \(path)")
      try take(bytes)
    }
  }

  /// The nearest file in the working folder and the folders above it, up to the top of the
  /// repository.
  ///
  /// Anything of this name counts, so that a file that cannot be used is an error.
  private static func find() -> String? {
    foldersOfRepository().lazy.map { $0 + name }.first(where: System.isThere)
  }

  /// The working folder and those above it up to the one with `.git`, as prefixes of paths.
  ///
  /// Outside a repository it is the working folder alone.
  private static func foldersOfRepository() -> [String] {
    var folders = [""]
    // Paths of more than a hundred folders do not occur.
    for _ in 0..<100 {
      let folder = folders[folders.count - 1]
      if System.isThere("\(folder).git") { return folders }
      let above = "\(folder)../"
      let isTop = System.identity(path: "\(folder).") == System.identity(path: "\(above).")
      if isTop { break }
      folders.append(above)
    }
    return [""]
  }

  /// The bytes of a file that the command line does not name.
  private static func trusted(_ path: String) throws -> [UInt8] {
    do {
      return try RawFile.bytes(path: path, most: largest, expected, trustedOnly: true)
    } catch let failure as RawFile.Failure {
      throw RawFile.Failure(
        description: "\(failure.description); "
          + "name a file with '--config', or ignore this one with '--no-config'")
    }
  }

  private static let largest = 1 << 20
  private static let expected = "a configuration of at most 1 MiB"

  private mutating func take(_ bytes: [UInt8]) throws {
    let line = JSONText.line(bytes)
    if let fault = LineScanner.fault(ofAnyLength: line) {
      let location = TextLocation(ofByte: fault.byte, in: bytes)
      throw UsageError("\(name):\(location): not a JSON object: \(fault.because)")
    }
    try line.withUnsafeBytes { line in
      let object = JSONValue(objectOfLine: line)
      let source = ConfigurationSource(name: name, bytes: bytes, object: object)
      try object.forEachMember { try take($0, source) }
    }
    printSwitchedOff()
  }

  private mutating func take(_ member: JSONMember, _ source: ConfigurationSource) throws {
    switch member.name {
    case "policy": try takePolicy(object(member, source), source)
    case "severities": try takeSeverities(object(member, source), source)
    case "rules":
      let expected = "an array of paths"
      guard member.value.type == .array else { throw source.invalid("rules", expected, at: member) }
      try member.value.forEachElement { element in
        let element = JSONMember(key: member.key, keyHasEscapes: false, value: element)
        guard let file = element.value.string else {
          throw source.invalid("rules", expected, at: element)
        }
        rules.append(try path(file, of: element, source))
      }
    case "baseline":
      guard let file = member.value.string else {
        throw source.invalid("baseline", "a path", at: member)
      }
      baseline = try path(file, of: member, source)
    case let other:
      throw UsageError(
        "\(source.place(ofKey: member)): unknown key '\(other)' "
          + "(\(Self.keys.joined(separator: ", ")))", near: other, known: Self.keys)
    }
  }

  /// Says once which rules are not judged.
  private func printSwitchedOff() {
    let ids = severities.filter { $0.severity == nil }.map(\.rule)
    if ids.isEmpty { return }
    Terminal.printError("rules that \(name) switches off: \(ids.joined(separator: ", "))")
  }

  private var name: String { path ?? Self.name }

  private func object(_ member: JSONMember, _ source: ConfigurationSource) throws -> JSONValue {
    guard member.value.type == .object else {
      throw source.invalid(member.name, "an object", at: member)
    }
    return member.value
  }

  /// A path relative to the folder of the configuration.
  private func path(
    _ file: String, of member: JSONMember, _ source: ConfigurationSource
  ) throws -> String {
    // The system would open what is in front of a NUL.
    if file.utf8.contains(0) {
      throw source.invalid(member.name, "paths without NUL", at: member)
    }
    let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    return file.hasPrefix("/") ? file : folder + file
  }

  private mutating func takePolicy(_ value: JSONValue, _ source: ConfigurationSource) throws {
    try value.forEachMember { member in
      guard let number = member.value.decimal else {
        throw source.invalid("policy.\(member.name)", "a number", at: member)
      }
      do {
        policy.append(try Selection.setting("\(member.name)=\(Self.text(number))"))
      } catch let error as UsageError {
        let isKnown = PolicyKey.named(member.name) != nil
        let place = isKnown ? source.place(ofValue: member) : source.place(ofKey: member)
        throw UsageError("\(place): \(error.description)")
      }
    }
  }

  /// A number as `--policy` accepts it.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }

  private mutating func takeSeverities(_ value: JSONValue, _ source: ConfigurationSource) throws {
    try value.forEachMember { member in
      let text = member.value.string
      let severity = text.flatMap(Severity.init(rawValue:))
      guard severity != nil || text == Self.off else {
        throw source.invalid(
          "severities.\(member.name)", "error, warning, info or off", at: member)
      }
      severities.append(
        SeverityEntry(
          rule: member.name, severity: severity, place: source.place(ofKey: member)))
    }
  }

  /// The rules with their severities in this configuration, without those that it switches off.
  ///
  /// - Throws: An error that names a rule that does not exist.
  func applied(to rules: [Rule]) throws -> [Rule] {
    var byID: [String: SeverityEntry] = [:]
    for entry in severities {
      guard rules.contains(where: { $0.id == entry.rule }) else {
        throw UsageError(
          "\(entry.place): unknown rule '\(entry.rule)' in 'severities'", near: entry.rule,
          known: rules.map(\.id), hint: "run 'adjournal rules' for the list")
      }
      byID[entry.rule] = entry
    }
    return rules.compactMap { rule in
      guard let entry = byID[rule.id] else { return rule }
      return entry.severity.map(rule.with)
    }
  }

  /// The severities that the file gives to rules, in its order.
  var changedSeverities: [(rule: String, severity: Severity)] {
    severities.compactMap { entry in entry.severity.map { (entry.rule, $0) } }
  }

  /// Where the file switches a rule off; nil for other rules.
  func place(ofSwitchedOff id: String) -> String? {
    severities.last { $0.rule == id && $0.severity == nil }?.place
  }
}

/// The text of a configuration while it is read, for the locations in messages.
private struct ConfigurationSource {
  let name: String
  let bytes: [UInt8]
  let object: JSONValue

  /// `.adjournal.json:3:5`, the location of a key.
  func place(ofKey member: JSONMember) -> String { place(member.keyOffset(in: object)) }

  /// `.adjournal.json:3:15`, the location of a value.
  func place(ofValue member: JSONMember) -> String { place(member.valueOffset(in: object)) }

  private func place(_ offset: Int) -> String {
    let start = bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
    return "\(name):\(TextLocation(ofByte: start + offset, in: bytes))"
  }

  /// The error of a value that is not as expected.
  func invalid(_ key: String, _ expected: String, at member: JSONMember) -> UsageError {
    UsageError("\(place(ofValue: member)): invalid value of '\(key)' (\(expected))")
  }
}

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
  private(set) var severities: [(rule: String, severity: Severity)] = []
  /// The paths of rule files.
  private(set) var rules: [String] = []
  /// The path of the baseline; nil without one.
  private(set) var baseline: String?
  /// The path of the file; nil without one.
  private let path: String?

  private static let keys = ["policy", "severities", "rules", "baseline"]

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
      throw UsageError("\(place): not a JSON object: \(fault.because)")
    }
    let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
    try line.withUnsafeBytes { bytes in
      try JSONValue(objectOfLine: bytes).forEachMember { try take($0, folder) }
    }
  }

  private mutating func take(_ member: JSONMember, _ folder: String) throws {
    switch member.name {
    case "policy": try takePolicy(object(member))
    case "severities": try takeSeverities(object(member))
    case "rules":
      guard member.value.type == .array else { throw invalid("rules", "an array of paths") }
      try member.value.forEachElement { element in
        guard let file = element.string else { throw invalid("rules", "an array of paths") }
        rules.append(try path(file, of: "rules", in: folder))
      }
    case "baseline":
      guard let file = member.value.string else { throw invalid("baseline", "a path") }
      baseline = try path(file, of: "baseline", in: folder)
    case let other:
      throw UsageError("\(place): unknown key '\(other)'", near: other, known: Self.keys)
    }
  }

  private var place: String { path ?? Self.name }

  private func invalid(_ key: String, _ expected: String) -> UsageError {
    UsageError("\(place): invalid value of '\(key)' (\(expected))")
  }

  private func object(_ member: JSONMember) throws -> JSONValue {
    guard member.value.type == .object else { throw invalid(member.name, "an object") }
    return member.value
  }

  private func path(_ file: String, of key: String, in folder: String) throws -> String {
    // The system would open what is in front of a NUL.
    if file.utf8.contains(0) { throw invalid(key, "paths without NUL") }
    return file.hasPrefix("/") ? file : folder + file
  }

  private mutating func takePolicy(_ value: JSONValue) throws {
    try value.forEachMember { member in
      guard let number = member.value.decimal else {
        throw invalid("policy.\(member.name)", "a number")
      }
      do {
        policy.append(try Selection.setting("\(member.name)=\(Self.text(number))"))
      } catch let error as UsageError {
        throw UsageError("\(place): \(error.description)")
      }
    }
  }

  /// A number as `--policy` accepts it.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }

  private mutating func takeSeverities(_ value: JSONValue) throws {
    try value.forEachMember { member in
      guard let severity = member.value.string.flatMap(Severity.init(rawValue:)) else {
        throw invalid("severities.\(member.name)", "error, warning or info")
      }
      severities.append((member.name, severity))
    }
  }

  /// The rules with their severities in this configuration.
  ///
  /// - Throws: An error that names a rule that does not exist.
  func applied(to rules: [Rule]) throws -> [Rule] {
    var byID: [String: Severity] = [:]
    for (id, severity) in severities {
      guard rules.contains(where: { $0.id == id }) else {
        throw UsageError(
          "\(place): unknown rule '\(id)' in 'severities'", near: id, known: rules.map(\.id),
          hint: "run 'adjournal rules' for the list")
      }
      byID[id] = severity
    }
    return rules.map { rule in byID[rule.id].map(rule.with) ?? rule }
  }
}

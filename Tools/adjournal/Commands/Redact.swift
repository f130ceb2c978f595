import AdRedaction
import AdReplay
import JournalInput
import AdReports
import AdSession
import JournalFormat
import Platform

extension CommandEntry {
  static let redact = CommandEntry(
    name: "redact",
    summary: "Copy journals without names, texts and dates; verdicts and statistics stay.",
    operands: "FILE…", fewest: 1,
    options: [
      OptionEntry(
        name: "--to", value: .one("FOLDER"),
        help: "Write one file per journal to a new folder instead of standard output."),
      .key(
        "Use this key file for pseudonyms: 32 bytes, or 64 hexadecimal digits (default: a random key)."
      ),
      OptionEntry(
        name: "--keep", value: .one("FIELD"), isRepeatable: true,
        help: "Leave a text field as it is, such as adapter. Accepts a comma-separated list.",
        choices: FieldTreatment.keepable.map(\.name)),
      OptionEntry(
        name: "--shift", value: .one("SCOPE"),
        help: "What has one number of weeks by which its clocks move back (default: key).",
        choices: ClockShift.Scope.allCases.map(\.rawValue)),
      OptionEntry(
        name: "--blur", value: .one("SECONDS"),
        help: "Move the clocks of each install back by up to so many seconds more, at most 604800."),
    ],
    examples: [
      Example(
        "adjournal redact Journals/sessions/rewarded-two-rounds.jsonl > public.jsonl",
        "make a journal for a public issue"),
      Example(
        "adjournal redact --key Journals/format/key.hex --to redacted Journals/incidents",
        "redact all journals below a folder under one key"),
      Example(
        "adjournal redact --keep adapter,unit Journals/sessions/rewarded-two-rounds.jsonl "
          + "| adjournal audit -", "keep what the vendor of an ad SDK needs"),
      Example(
        "adjournal redact --shift install --blur 3600 --to for-the-public Journals/incidents",
        "make it harder to find a session by its times"),
    ],
    details: """
      Names of sessions, installs, apps, ads, requests, units, adapters, windows and scenes become
      pseudonyms of ten characters: the same name becomes the same pseudonym, under the same key in
      every call. If two names would get the same one, the later gets a longer one. Texts,
      time zones and fields that the format does not define are left out. Wall clocks move back by
      whole weeks, 1 to 256, by the key. Numbers, t and seq stay. So do public names (iOS,
      google-mobile-ads, versions such as 12.9.0, currencies, the prefix of test units).

      Without --blur, every rule has the same verdict, activations and witnesses before and after;
      without --shift install, too, every statistic is the same. Rules of a file that compare a field
      with a text of the app (what = "buy") do not find it any more, unless --keep names the field.

      Times identify: who has the same events with their times, as the vendor of the ad SDK has, can
      find a session by them. --shift install gives each install its own number of weeks, so that
      one known session does not tell the dates of the others; figures by day are no longer those of
      the fleet. --blur moves the clocks of each install further back, so that the time of day is
      not known; local midnights move, so daily caps and figures by day can differ. The times
      between the records of a session always stay, because most rules are about them.

      Each line becomes one line. A damaged line becomes a mark that names the same session and seq,
      and is damaged, too; the exit status is 3. A valid seal becomes a note, because its hash would be
      wrong; an invalid seal stays invalid. Checksums are computed again. The output is not compressed.
      Redact the segments of a session in one call. Inputs must be regular files: they are read twice.

      The key maps pseudonyms to names for anyone who has it and guesses a name. Keep it secret, or let
      each call use its own random key.
      """
  ) { arguments, terminal in
    var command = try RedactCommand(arguments)
    return try command.run(&terminal)
  }
}

/// One execution of `adjournal redact`.
private struct RedactCommand {
  private let paths: [String]
  private let folder: String?
  private var redaction: Redaction
  private var total = Redaction.Counts()
  private var codes: [ExitCode] = []

  init(_ arguments: Arguments) throws {
    folder = arguments.value("--to")
    paths = try JournalFiles.expand(arguments.operands).map { input in
      switch input {
      case .failure(let error): throw error
      case .journal(let path): path
      }
    }
    for path in paths where !JournalFiles.canReadAgain(path) {
      guard !NewFile.exists(path) && path != "-" else {
        throw UsageError("'redact' needs regular files; '\(path)' is a stream")
      }
    }
    if folder == nil && paths.count > 1 {
      throw UsageError(
        "\(paths.count) journals need '--to FOLDER'", hint: "standard output takes one journal")
    }
    if let folder { try NewFile.refuseExisting([folder]) }
    redaction = Redaction(
      key: try arguments.sealKey() ?? Redaction.randomKey(), keeping: try Self.kept(arguments),
      shift: try Self.shift(arguments))
  }

  private static func shift(_ arguments: Arguments) throws -> ClockShift {
    let scopes = ClockShift.Scope.allCases
    let name = arguments.value("--shift") ?? ClockShift.Scope.key.rawValue
    guard let scope = ClockShift.Scope(rawValue: name) else {
      throw UsageError.invalid(name, for: "--shift", scopes.map(\.rawValue))
    }
    let seconds = try arguments.number("--blur", in: 0...ClockShift.longestBlur) ?? 0
    return ClockShift(scope: scope, blurSeconds: seconds)
  }

  private static func kept(_ arguments: Arguments) throws -> Set<FieldName> {
    let known = FieldTreatment.keepable
    return Set(
      try arguments.list("--keep").map { name in
        guard let field = known.first(where: { $0.name == name }) else {
          throw UsageError.invalid(name, for: "--keep", known.map(\.name))
        }
        return field
      })
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitCode {
    Progress.begin(reading: paths)
    try redaction.prepare(paths, jobs: Cores.count)
    Progress.begin(reading: paths)
    if let folder {
      try write(to: folder)
      terminal.write(
        "\(TerminalEscaping.text(folder))  \(AuditText.count(paths.count, "journal")), "
          + "\(AuditText.count(total.records, "record"))\n")
    } else {
      let counts = try redaction.redact(paths[0]) { terminal.write($0) }
      take(counts, of: paths[0])
    }
    terminal.flush()
    return ExitCode.worst(codes)
  }

  /// Writes `journal-0001.jsonl` and so on, in the order of the inputs: names of files can say too
  /// much.
  private mutating func write(to folder: String) throws {
    if SystemCalls.makePlainFolder(folder) < 0 {
      throw NewFile.Failure(description: "\(folder): cannot create the folder")
    }
    let width = max(4, String(paths.count).count)
    for (number, path) in paths.enumerated() {
      let digits = String(number + 1)
      let name = String(repeating: "0", count: width - digits.count) + digits
      // A redacted journal is made to be shared.
      try NewFile.create("\(folder)/journal-\(name).jsonl", from: []) { write in
        take(try redaction.redact(path, write: write), of: path)
      }
    }
  }

  private mutating func take(_ counts: Redaction.Counts, of path: String) {
    total.records += counts.records
    if counts.seals > 0 {
      Terminal.printError(
        "\(path): \(AuditText.count(counts.seals, "valid seal")) replaced by a note")
    }
    guard let first = counts.firstDamage else { return }
    codes.append(.damaged)
    Terminal.printError(
      "\(path): \(AuditText.count(counts.marks, "damaged line")) replaced by a mark; the first is "
        + "line \(first.line), \(first.code.rawValue)")
  }
}

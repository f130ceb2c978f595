import AdReports
import Platform

extension CommandEntry {
  static let sources = CommandEntry(
    name: "sources", summary: "Copy the sources that record an ad SDK to an app, or check copies.",
    operands: "[SDK | FOLDER…]",
    options: [
      OptionEntry(
        name: "--to", value: .one("FOLDER"),
        help: "Write the files of the SDK to a folder, over older copies."),
      OptionEntry(
        name: "--check",
        help: "Check the copies in folders: exit 1 if one is old, changed, missing or superfluous."),
      OptionEntry(name: "--force", help: "Replace files that are changed or no copies, too."),
    ],
    examples: [
      Example("adjournal sources", "list the SDKs and their files"),
      Example(
        "adjournal sources google-mobile-ads --to Ads && adjournal sources --check Ads",
        "copy the files to the folder of an app's target, and check the copies"),
    ],
    details: """
      An app compiles the files that import an ad SDK in its own target, which also links the
      product AppJournal of the same version. The plugins RecordGoogleMobileAds, ShowGoogleAppOpenAds
      and RecordAppLovinMAX add the same files without copies: use one of the two.

        google-mobile-ads    records the Google Mobile Ads SDK
        google-app-open-ads  shows app-open ads; also needs the files of google-mobile-ads and the
                             product AppOpenDriving
        applovin-max         records AppLovin MAX

      The first line of a copy names the version and contains a checksum of the rest, so a copy that
      someone changed is found. --to replaces and deletes older copies, and refuses to touch
      changed ones without --force.
      """
  ) { arguments, terminal in
    let copies = SourceCopies(version: CommandTable.version)
    if arguments.has("--check") {
      guard !arguments.operands.isEmpty, !arguments.has("--to") else {
        throw UsageError("'--check' needs folders and no '--to'")
      }
      return try check(arguments.operands, copies, &terminal)
    }
    guard arguments.operands.count < 2 else {
      throw UsageError("unexpected argument '\(arguments.operands[1])'")
    }
    if let name = arguments.operands.first, !SDKSource.names.contains(name) {
      throw UsageError.invalid(name, for: "SDK", SDKSource.names)
    }
    guard let folder = arguments.value("--to") else {
      for sdk in SDKSource.names where arguments.operands.first ?? sdk == sdk {
        terminal.write("\(sdk)\n")
        for source in SDKSource.all where source.sdk == sdk { terminal.write("  \(source.name)\n") }
      }
      return .fine
    }
    guard let sdk = arguments.operands.first else {
      throw UsageError("'--to' needs an SDK (\(SDKSource.names.joined(separator: ", ")))")
    }
    return try write(sdk, to: folder, copies, isForced: arguments.has("--force"), &terminal)
  }

  private static func check(
    _ folders: [String], _ copies: SourceCopies, _ terminal: inout Terminal
  ) throws -> ExitCode {
    var code = ExitCode.fine
    for folder in folders {
      let states = try copies.states(in: folder)
      let faults = states.filter { $0.state != .current }
      for fault in faults {
        let path = TerminalEscaping.text("\(folder)/\(fault.name)")
        terminal.write("\(path): \(fault.state.text(in: copies.version))\n")
      }
      let name = TerminalEscaping.text(folder)
      if states.isEmpty { terminal.write("\(name): no copies\n") }
      if faults.isEmpty, !states.isEmpty {
        terminal.write("\(name): \(AuditText.count(states.count, "file")) of \(copies.version)\n")
      } else {
        code = .violated
      }
    }
    return code
  }

  private static func write(
    _ sdk: String, to folder: String, _ copies: SourceCopies, isForced: Bool,
    _ terminal: inout Terminal
  ) throws -> ExitCode {
    if !NewFile.exists(folder), SystemCalls.makePlainFolder(folder) < 0 {
      throw NewFile.Failure(description: "\(folder): cannot create the folder")
    }
    let states = try copies.states(in: folder, of: sdk)
    let kept = states.filter { $0.state == .changed || $0.state == .foreign }
    if !isForced, let first = kept.first {
      throw NewFile.Failure(
        description:
          "\(folder)/\(first.name): \(first.state.text(in: copies.version)); use '--force' to replace"
          + " \(AuditText.count(kept.count, "such file"))")
    }
    var (written, deleted) = (0, 0)
    for (name, state) in states where state != .current {
      if let source = SDKSource.all.first(where: { $0.sdk == sdk && $0.name == name }) {
        try NewFile.replace("\(folder)/\(name)", copies.text(of: source))
        written += 1
      } else {
        try NewFile.remove("\(folder)/\(name)")
        deleted += 1
      }
    }
    terminal.write(
      "\(TerminalEscaping.text(folder)): \(AuditText.count(written, "file")) written"
        + (deleted > 0 ? ", \(deleted) deleted\n" : "\n"))
    return .fine
  }
}

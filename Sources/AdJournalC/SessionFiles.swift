internal import AdAudit
internal import AdReports
internal import AdRules
internal import JSONLines
internal import JournalInput
internal import Platform

/// The files of a session that is still recorded.
struct SessionFiles {
  private let folder: String
  /// The names in their order.
  private let names: [String]

  /// Lists the files in a folder.
  init(_ folder: String, session: String) throws(CallFailure) {
    self.folder = folder
    let all = System.names(in: folder) ?? []
    let numbered = all.compactMap { name in
      Self.number(of: name, session).map { (number: $0, name: name) }
    }
    names = numbered.sorted { $0.number < $1.number }.map(\.name)
    if names.isEmpty { throw .file("the folder has no file of the session: \(folder)") }
  }

  /// The number of a file of the session, as `Recorder.Options.fileName` gives it.
  private static func number(of name: String, _ session: String) -> Int? {
    guard name.hasPrefix(session), name.hasSuffix(".jsonl") else { return nil }
    let middle = name.dropFirst(session.count).dropLast(".jsonl".count)
    if middle.isEmpty { return 1 }
    return middle.first == "-" ? Int(middle.dropFirst()) : nil
  }

  /// The object of the session in `adjournal audit --format json`.
  func verdicts() throws(CallFailure) -> [UInt8] {
    let auditor = Auditor(reader: JournalReader(jobs: 1))
    let outputs = auditor.audit(names.map { "\(folder)/\($0)" }) { session in
      var writer = JSONWriter()
      AuditJSON(rules: RuleBook.all).write(session, to: &writer)
      return writer.bytes
    }
    var text: [UInt8]?
    for output in outputs {
      switch output {
      case .session(let report, _, _, _): text = text ?? report
      case .failure(let error): throw .file("\(error)")
      case .journal: break
      }
    }
    guard let text else { throw .file("the files of the session have no record: \(folder)") }
    return text
  }
}

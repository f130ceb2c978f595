internal import AdAudit
internal import AdReports
internal import AdRules
internal import JSONLines
internal import JournalInput

/// The files of a session that is still recorded.
struct SessionFiles {
  private let paths: [String]

  /// Finds the files in a folder.
  init(_ folder: String, session: String) throws(CallFailure) {
    var journal = SessionJournal(folder: folder, session: session)
    paths = journal.paths()
    if paths.isEmpty { throw .file("the folder has no file of the session: \(folder)") }
  }

  /// The object of the session in `adjournal audit --format json`.
  func verdicts() throws(CallFailure) -> [UInt8] {
    let auditor = Auditor(reader: JournalReader(jobs: 1))
    let outputs = auditor.audit(paths) { session in
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
    guard let text else { throw .file("the files of the session have no record: \(paths[0])") }
    return text
  }
}

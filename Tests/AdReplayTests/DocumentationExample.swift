import AdReplay
import JournalInput

func summaries(of paths: [String]) -> [String] {
  var summaries: [String] = []
  let sessions = JournalReader(jobs: 2).read(paths) { session in
    "\(session.id): \(session.recordCount) records"
  }
  for delivery in sessions {
    switch delivery {
    case .session(let summary): summaries.append(summary)
    case .journal(let journal): summaries.append("\(journal.sessions) sessions")
    case .failure(let error): summaries.append("cannot read \(error.path)")
    }
  }
  return summaries
}

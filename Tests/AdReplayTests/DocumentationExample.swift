import AdReplay
import JournalInput

func summaries(of paths: [String]) throws -> [String] {
  var summaries: [String] = []
  try JournalReader(jobs: 2).read(
    paths,
    judge: { session in "\(session.id): \(session.recordCount) records" },
    deliver: { delivery in
      switch delivery {
      case .session(let summary): summaries.append(summary)
      case .journal(let journal): summaries.append("\(journal.sessions) sessions")
      case .failure(let error): summaries.append("cannot read \(error.path)")
      }
    })
  return summaries
}

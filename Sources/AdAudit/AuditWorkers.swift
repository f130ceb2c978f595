internal import AdReplay
internal import Platform

/// Workers for the threads that judge.
final class AuditWorkers: Sendable {
  private let work: AuditWork
  private let idle = Lock<[AuditWorker]>([])

  init(_ work: AuditWork) { self.work = work }

  /// Judges a session on any thread.
  func judge(_ reading: SessionReading) -> PendingReport {
    let worker = idle.locked { $0.popLast() } ?? AuditWorker(work)
    defer { idle.locked { $0.append(worker) } }
    return worker.judge(reading)
  }

  /// Ends the workers, which hand over their notes.
  func end() { idle.locked { $0 = [] } }
}

internal import AdReplay
internal import JournalInput

/// What an ``Auditor`` hands out, in order.
public struct AuditOutputs: Sequence {
  let auditor: Auditor
  let paths: [String]
  let render: @Sendable (AuditedSession) -> [UInt8]
  let loss: DiskLoss

  /// Begins an audit.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Audits while outputs are taken from it, by one thread at a time.
  public final class Iterator: IteratorProtocol {
    private let work: AuditWork
    private let workers: AuditWorkers
    private let jobs: Int
    /// The deliveries of the reader; nil at the end of all inputs.
    private var deliveries: JournalDeliveries<PendingReport>.Iterator?
    /// What is handed out when the sessions that wait are judged.
    private var held: HeldOutputs
    private var isLossReported = false

    fileprivate init(_ outputs: AuditOutputs) {
      let auditor = outputs.auditor
      let work = AuditWork(
        JudgePool(auditor.rules, auditor.policy), loss: outputs.loss, narrow: auditor.narrow,
        render: outputs.render)
      let workers = AuditWorkers(work)
      self.work = work
      self.workers = workers
      jobs = auditor.reader.jobs
      held = HeldOutputs(outputs.loss)
      deliveries =
        auditor.reader.read(outputs.paths) { workers.judge($0) }.makeIterator()
    }

    /// The next output, for which it may wait; nil at the end of the audit.
    public func next() -> Auditor.Output? {
      while let delivery = nextDelivery() {
        if let output = output(of: delivery) { return output }
      }
      if isLossReported { return nil }
      isLossReported = true
      return work.loss.error.map { .failure($0) }
    }

    /// The next delivery; from the first one on that depends on other inputs, they are held back
    /// until all inputs are read.
    private func nextDelivery() -> Delivery<PendingReport>? {
      while let delivery = deliveries?.next() {
        if held.isEmpty, !delivery.isWaiting { return delivery }
        held.add(delivery)
      }
      if deliveries != nil {
        deliveries = nil
        workers.end()
        if !held.isEmpty { work.judgeWaiting(jobs: jobs) }
      }
      return held.next()
    }

    /// The output of a delivery; nil where the disk lost it.
    private func output(of delivery: Delivery<PendingReport>) -> Auditor.Output? {
      switch delivery {
      case .session(let pending):
        work.take(pending).map {
          .session(
            report: $0.report, tally: Tally($0.counts), damage: $0.findings.damage,
            notes: $0.findings.notes)
        }
      case .journal(let summary): .journal(summary)
      case .failure(let error): .failure(error)
      }
    }
  }
}

extension Delivery<PendingReport> {
  /// Whether it is a session that is not judged yet.
  fileprivate var isWaiting: Bool {
    if case .session(let report) = self { report.isWaiting } else { false }
  }
}

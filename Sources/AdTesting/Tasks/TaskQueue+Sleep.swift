#if compiler(>=6.3) && compiler(<6.4) && !canImport(Darwin)
  @_spi(ExperimentalScheduling) internal import _Concurrency

  /// The runtime of Swift 6.3 asks the current executor to wait, if it can, and ignores the hooks
  /// of ``TaskInterception``.
  ///
  /// The protocol is not public yet, and is not part of Apple's SDKs.
  extension TaskQueue: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      enqueue(UnownedJob(job), whenNanosecondsLeft: nanoseconds(clock.now.duration(to: instant)))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      enqueue(UnownedJob(job), afterNanoseconds: nanoseconds(delay))
    }

    private func nanoseconds<Length: DurationProtocol>(_ length: Length) -> Int64 {
      guard let (seconds, attoseconds) = (length as? Duration)?.components else { return 0 }
      let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      return overflows ? .max / 2 : product + attoseconds / 1_000_000_000
    }
  }

  extension GlobalTasks: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      queue.enqueue(job, at: instant, tolerance: tolerance, clock: clock)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      queue.enqueue(job, after: delay, tolerance: tolerance, clock: clock)
    }
  }
#endif

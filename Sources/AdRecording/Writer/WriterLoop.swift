internal import Platform

/// The thread of a recorder.
enum WriterLoop {
  /// Starts the thread; if the system refuses it, the callers write.
  static func start(
    _ exchange: Exchange, _ options: Recorder.Options, _ system: SystemCalls, folder: String,
    session: String
  ) {
    let isStarted = system.startThread {
      run(exchange, JournalWriter(exchange, options, system, folder: folder, session: session))
    }
    if isStarted { return }
    let writer = JournalWriter(exchange, options, system, folder: folder, session: session)
    exchange.monitor.withLock {
      exchange.shared.callerWriter = CallerWriter(writer)
      exchange.shared.sleep = .idle
    }
  }

  static func run(_ exchange: Exchange, _ writer: JournalWriter) {
    var rest = Exchange.Rest.ready(syncBy: nil)
    while true {
      let work = exchange.next(rest)
      rest = writer.pass(work)
      exchange.answer(work.waiters)
      if work.isClosing { return exchange.stop() }
    }
  }
}

internal import Platform

/// The thread of a recorder.
enum WriterLoop {
  /// Starts the thread.
  ///
  /// If the system cannot start one, no record is ever acknowledged.
  static func start(
    _ exchange: Exchange, _ options: Recorder.Options, _ system: SystemCalls, folder: String,
    session: String
  ) {
    let thread = WorkerThread {
      run(exchange, JournalWriter(exchange, options, system, folder: folder, session: session))
    }
    if let thread { thread.detach() } else { exchange.stop() }
  }

  private static func run(_ exchange: Exchange, _ writer: JournalWriter) {
    var rest = Exchange.Rest.ready(syncBy: nil)
    while true {
      let work = exchange.next(rest)
      rest = writer.pass(work)
      exchange.answer(work.waiters)
      if work.isClosing { return exchange.stop() }
    }
  }
}

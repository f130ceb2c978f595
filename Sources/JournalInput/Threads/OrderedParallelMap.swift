internal import Platform

/// Maps elements on several threads; the results come in the order of the elements.
///
/// Each thread takes an element from the source, one thread at a time, and maps it while the others
/// go on. They take elements before their results are asked for, but at most `ahead`. With one job
/// there are no other threads: the calling one takes and maps an element for each result. Only one
/// thread at a time may ask for results.
package final class OrderedParallelMap<Element, Result>: IteratorProtocol {
  private let work: ParallelWork<Element, Result>
  private let threads: [WorkerThread]
  /// Maps on the calling thread; nil if other threads do.
  private let map: ((Element) -> Result)?

  /// - Parameters:
  ///   - source: The next element; nil at the end, after which it is not called again.
  ///   - makeMap: Makes the function of one thread, which can have memory of its own.
  package init(
    jobs: Int, ahead: Int, of source: @escaping () -> Element?,
    makeMap: @escaping @Sendable () -> (Element) -> Result
  ) {
    let work = ParallelWork<Element, Result>(source, ahead: ahead)
    self.work = work
    threads = (0..<(jobs > 1 ? jobs : 0)).compactMap { _ in
      WorkerThread { work.run(makeMap()) }
    }
    map = threads.isEmpty ? makeMap() : nil
  }

  /// Ends the threads; elements that they did not take yet are left.
  deinit {
    work.end()
    for thread in threads { thread.join() }
  }

  /// The result of the next element, for which it may wait; nil at the end.
  package func next() -> Result? {
    if let map { return work.result(by: map) }
    return work.result()
  }
}

/// The elements that several threads map, and the results that wait for their turn.
private final class ParallelWork<Element, Result>: @unchecked Sendable {
  private let sourceLock = ConditionLock()
  private let source: () -> Element?

  private let lock = ConditionLock()
  // Under the lock.
  /// The results by their number modulo the count; nil for one that is not ready.
  private var results: [Result?]
  /// The number of elements that were taken, and of results that were handed out.
  private var taken = 0
  private var handedOut = 0
  private var isEnded = false

  init(_ source: @escaping () -> Element?, ahead: Int) {
    self.source = source
    results = Array(repeating: nil, count: ahead)
  }

  /// Maps elements until the end.
  func run(_ map: (Element) -> Result) {
    while let (number, element) = numberedElement() { put(map(element), number) }
  }

  private func numberedElement() -> (number: Int, Element)? {
    sourceLock.withLock {
      guard waitForRoom(), let element = element() else { return nil }
      return (lock.withLock { take() }, element)
    }
  }

  /// Waits until another element may be taken; false at the end.
  private func waitForRoom() -> Bool {
    lock.withLock {
      while !isEnded, taken - handedOut == results.count { lock.wait() }
      return !isEnded
    }
  }

  private func element() -> Element? {
    let element = source()
    if element == nil { end() }
    return element
  }

  private func take() -> Int {
    taken += 1
    return taken - 1
  }

  private func put(_ result: Result, _ number: Int) {
    lock.withLock {
      results[number % results.count] = result
      if number == handedOut { lock.wakeAll() }
    }
  }

  /// Takes no more elements.
  func end() {
    lock.withLock {
      isEnded = true
      lock.wakeAll()
    }
  }

  /// The result of the next element on the calling thread; nil at the end.
  func result(by map: (Element) -> Result) -> Result? {
    isEnded ? nil : element().map { map($0) }
  }

  /// The next result, for which it waits; nil at the end.
  func result() -> Result? {
    lock.withLock {
      while true {
        let index = handedOut % results.count
        if let result = results[index] {
          results[index] = nil
          if taken - handedOut == results.count { lock.wakeAll() }
          handedOut += 1
          return result
        }
        if isEnded, handedOut == taken { return nil }
        lock.wait()
      }
    }
  }
}

internal import Platform
package import AdVocabulary

/// A time on both clocks of a session, in nanoseconds.
package struct RecordMoment: Equatable, Sendable {
  /// Since the session began, on the clock that counts sleep.
  package var sinceStart: Int64
  /// Since 1970.
  package var wall: Int64

  /// Milliseconds of the session, as records have them.
  package var t: Int64 { sinceStart / 1_000_000 }
  /// The wall clock in milliseconds, as records have it.
  package var wallMilliseconds: Int64 { max(0, wall) / 1_000_000 }
}

extension Exchange {
  /// The present time.
  var moment: RecordMoment {
    let time = time
    return RecordMoment(sinceStart: time, wall: time &+ wallDifference)
  }

  /// Adds all records from now on to a feed.
  func begin(_ feed: RecordFeed) { monitor.withLock { shared.feed = feed } }

  /// Adds an event to the feed with the lock held; returns the feed if its follower must be
  /// notified.
  @inline(never)
  func feed(_ event: some RecordedEvent, _ seq: Int64, _ time: Int64) -> RecordFeed? {
    guard event.kind.isForCallers, let feed = shared.feed else { return nil }
    if feed.take(event, seq: seq, time, wall: time &+ wallDifference) { return feed }
    shared.feed = nil
    return nil
  }

  /// Holds the present time: all records get it until ``letGo(after:)``.
  ///
  /// So a decision that depends on the time agrees with the journal, however long it takes.
  func hold() -> RecordMoment {
    monitor.withLock {
      let moment = moment
      shared.held = Held(time: moment.sinceStart, last: nil)
      return moment
    }
  }

  /// Ends ``hold()`` with the next record of a kind, or immediately.
  func letGo(after last: EventKind?) {
    monitor.withLock {
      if last == nil { shared.held = nil } else { shared.held?.last = last }
    }
  }

  /// The time of a record of the writer itself, with the lock held.
  var ownTime: Int64 { shared.held?.time ?? time }

  /// The time of a record, with the lock held.
  @inline(never)
  func heldTime(_ held: Held, _ kind: EventKind) -> Int64 {
    if kind == held.last { shared.held = nil }
    return held.time
  }
}

extension SessionRecorder {
  /// Makes an empty trace with the session's header; a feed fills it.
  package func makeTrace() -> Trace {
    let trace = Trace()
    trace.id = session
    trace.header = facts.traceHeader(install: install)
    return trace
  }

  /// The trace that all followers share, one after the other; a later follower knows all earlier
  /// records.
  ///
  /// Use it on one thread.
  package var followedTrace: Trace { feed.trace { makeTrace() } }

  /// The present time on the clocks of the session.
  package var moment: RecordMoment { recorder.exchange.moment }

  /// Holds the present time: all records get it until ``letGo(after:)``.
  package func hold() -> RecordMoment { recorder.exchange.hold() }

  /// Ends ``hold()``.
  ///
  /// - Parameter last: The kind of the last record that gets the time; nil to end immediately.
  package func letGo(after last: EventKind? = nil) { recorder.exchange.letGo(after: last) }
}

extension SessionFacts {
  fileprivate func traceHeader(install: String?) -> Header {
    let header = Header()
    header.app = app
    header.appVersion = appVersion
    header.build = build.word
    header.os = os
    header.osVersion = osVersion
    header.device = device ?? ""
    header.sdk = sdk
    header.sdkVersion = sdkVersion
    header.timezone = timezone ?? ""
    header.install = install ?? ""
    header.utcOffsetMinutes = Int64(utcOffsetMinutes)
    header.launchCount = launchCount.map(Int64.init)
    header.multiScene = supportsSeveralWindows
    header.testDevice = isTestDevice
    header.captures = captures.map { $0.reduce(into: .always) { $0.insert(ClassSet($1)) } }
    // The journal leaves out values that are not finite, too.
    header.policy = policy.filter { $0.value.isFinite }
    return header
  }
}

internal import Platform
package import AdSession

/// A moment on both clocks of a session, in nanoseconds.
package struct RecordMoment: Equatable, Sendable {
  /// Since the session began, on the clock that goes on in sleep.
  package var sinceStart: Int64
  /// Since 1970.
  package var wall: Int64

  /// Milliseconds of the session, as records have them.
  package var t: Int64 { sinceStart / 1_000_000 }
  /// The wall clock in milliseconds, as records have it.
  package var wallMilliseconds: Int64 { max(0, wall) / 1_000_000 }
}

extension Exchange {
  /// Now.
  var moment: RecordMoment {
    let time = time
    return RecordMoment(sinceStart: time, wall: time &+ wallDifference)
  }

  /// Every record goes to the feed as well, from now on.
  func begin(_ feed: RecordFeed) { monitor.withLock { shared.feed = feed } }

  /// Gives an event to the feed, with the lock held; the feed, if its follower is to be called.
  @inline(never)
  func feed(_ event: some RecordedEvent, _ seq: Int64, _ time: Int64) -> RecordFeed? {
    guard event.kind.isForCallers, let feed = shared.feed else { return nil }
    if feed.take(event, seq: seq, time, wall: time &+ wallDifference) { return feed }
    shared.feed = nil
    return nil
  }

  /// Now; what anybody records from here on, the writer too, is of this moment until it is let go:
  /// who decides by it does what is right in the journal, however long the deciding takes.
  func hold() -> RecordMoment {
    monitor.withLock {
      let moment = moment
      shared.held = Held(time: moment.sinceStart, last: nil)
      return moment
    }
  }

  /// Lets the moment go, with the next record of a kind or at once.
  func letGo(after last: EventKind?) {
    monitor.withLock {
      if last == nil { shared.held = nil } else { shared.held?.last = last }
    }
  }

  /// The time of a record of the writer's own, with the lock held.
  var ownTime: Int64 { shared.held?.time ?? time }

  /// The time of a record, with the lock held.
  @inline(never)
  func heldTime(_ held: Held, _ kind: EventKind) -> Int64 {
    if kind == held.last { shared.held = nil }
    return held.time
  }
}

extension SessionRecorder {
  /// The session as it goes on: empty, with its header; a feed fills it.
  package func makeTrace() -> Trace {
    let trace = Trace()
    trace.id = session
    trace.header = facts.traceHeader(install: install)
    return trace
  }

  /// The session as those who follow it know it, one after the other: one that comes when another is
  /// gone knows what that knew.
  ///
  /// They use it on one thread.
  package var followedTrace: Trace { feed.trace { makeTrace() } }

  /// Now, on the clocks of the session.
  package var moment: RecordMoment { recorder.exchange.moment }

  /// Now; what anybody records from here on is of this moment, until ``letGo(after:)``.
  package func hold() -> RecordMoment { recorder.exchange.hold() }

  /// Ends ``hold()``.
  ///
  /// - Parameter last: The kind of the last record that is of that moment; nil: none is any more.
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
    // One that is no number is not in the journal, either.
    header.policy = policy.filter { $0.value.isFinite }
    return header
  }
}

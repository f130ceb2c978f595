internal import AdSession

/// The intervals of loads and shows of ads, for tools that show them on a time line.
///
/// The audit's thread uses it. An interval begins and ends when its record is read, which is some
/// milliseconds after the event.
final class AdIntervals: @unchecked Sendable {
  /// The kinds of intervals.
  enum Kind: Hashable {
    /// From the request to the ad or the failure.
    case load
    /// From the appearance to the dismissal.
    case show
  }

  /// Where the intervals go.
  struct Output {
    /// Begins an interval; the result ends it.
    var begin: (Kind, _ label: String) -> (_ result: String) -> Void
  }

  private struct Key: Hashable {
    var kind: Kind
    var name: Symbol
  }

  private let output: Output
  private var open: [Key: (String) -> Void] = [:]

  init(_ output: Output) { self.output = output }

  /// Reads the new records of a session.
  func see(_ trace: Trace, _ new: Range<Int>) {
    for event in trace.events[new] {
      switch event.kind {
      case .adRequested: begin(.load, event.request, event, trace)
      case .adLoaded: end(.load, event.request, "loaded")
      case .adFailedToLoad: end(.load, event.request, "failed")
      case .adRequestAbandoned: end(.load, event.request, "abandoned")
      case .adWillPresent: begin(.show, event.ad, event, trace)
      case .adDismissed: end(.show, event.ad, "dismissed")
      case .adFailedToPresent: end(.show, event.ad, "failed")
      default: break
      }
    }
  }

  private func begin(_ kind: Kind, _ name: Symbol, _ event: Event, _ trace: Trace) {
    guard name.isPresent, open[Key(kind: kind, name: name)] == nil else { return }
    let label = "\(event.format.text ?? "ad") \(trace.symbols.text(name))"
    open[Key(kind: kind, name: name)] = output.begin(kind, label)
  }

  private func end(_ kind: Kind, _ name: Symbol, _ result: String) {
    open.removeValue(forKey: Key(kind: kind, name: name))?(result)
  }
}

#if canImport(os)
  internal import os

  extension AdIntervals {
    /// Intervals in the Points of Interest of Instruments.
    static func signposts() -> AdIntervals? {
      let signposter = OSSignposter(subsystem: "adjournal", category: .pointsOfInterest)
      return AdIntervals(
        Output { kind, label in
          let name: StaticString = kind == .load ? "ad load" : "ad show"
          let id = signposter.makeSignpostID()
          let state = signposter.beginInterval(name, id: id, "\(label, privacy: .public)")
          return { signposter.endInterval(name, state, "\($0, privacy: .public)") }
        })
    }
  }
#else
  extension AdIntervals {
    /// Nil, because the system has no signposts.
    static func signposts() -> AdIntervals? { nil }
  }
#endif

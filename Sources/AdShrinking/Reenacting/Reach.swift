internal import AdRules
internal import AdSession

/// How far an app got in a captured situation.
public struct Reach: Sendable, Equatable, CustomStringConvertible {
  /// The number of its requests.
  public let requests: Int
  /// The number of ads that it received.
  public let loads: Int
  /// The number of moments with an ad at hand: activations, presents and decisions of the incident
  /// at which the app had more loads than presents.
  public let moments: Int
  /// The number of its calls of present.
  public let presents: Int

  /// Such as `2 requests, 1 load, 1 moment with an ad at hand, 0 presents`.
  public var description: String {
    func count(_ number: Int, _ thing: String) -> String {
      "\(number) \(thing)\(number == 1 ? "" : "s")"
    }
    return count(requests, "request") + ", " + count(loads, "load") + ", "
      + count(moments, "moment") + " with an ad at hand, " + count(presents, "present")
  }

  /// How far the app of a session got at the moments of an incident.
  init(_ session: some Collection<Event>, in incident: Trace) {
    func count(_ kind: EventKind, before time: Int64 = .max) -> Int {
      session.count { $0.kind == kind && $0.t < time }
    }
    requests = count(.adRequested)
    loads = count(.adLoaded)
    presents = count(.adPresentRequested)
    moments = incident.events.count { event in
      Self.moments.contains(event.kind)
        && count(.adLoaded, before: event.t) > count(.adPresentRequested, before: event.t)
    }
  }

  /// Whether the app did not even request an ad.
  var isNothing: Bool { requests == 0 && loads == 0 && presents == 0 }

  private static let moments: [EventKind] = [
    .appBecameActive, .adPresentRequested, .adShowDecided,
  ]
}

/// Whether a reenactment without a violation shows that the app keeps the rule.
struct ReachCheck {
  /// How far the app of the incident got, until the violation was certain.
  private let needed: Reach
  /// Whether the violation is a request or a call of present, which an app can leave out.
  private let isAction: Bool
  /// The units of the incident with their formats.
  private let units: [String]

  init(_ incident: Trace, _ violation: Violation?) {
    let last = violation?.certainAt ?? incident.events.count - 1
    let start = incident.events[...last]
    needed = Reach(start, in: incident)
    let kinds: [EventKind] = [.adRequested, .adPresentRequested, .adWillPresent]
    isAction = violation?.missing == nil && kinds.contains(incident.events[last].kind)
    var units: [String] = []
    for event in start where event.kind == .adRequested {
      let unit = "\(event.format.text ?? "?") unit \(incident.symbols.text(event.unit))"
      if !units.contains(unit) { units.append(unit) }
    }
    self.units = units
  }

  /// What the app under test did not reach, and what to do; nil if it reached what is needed.
  ///
  /// A rule about the phone alone applies even if the app does nothing.
  func problem(_ reached: Reach, isApplied: Bool) -> String? {
    if isApplied && (needed.isNothing || !reached.isNothing) { return nil }
    let missing: String
    if needed.requests > 0 && reached.requests == 0 {
      missing =
        "the app requested no ad; request one for each of 'phone.placements' as soon as "
        + "consent and the SDK allow it"
    } else if needed.presents > 0 && reached.loads == 0 {
      missing = "the app received no ad; request the units of the incident"
    } else if needed.moments > 0 && reached.moments == 0 {
      missing = "the app had no ad at any moment at which it could show one; request it earlier"
    } else if needed.presents > 0 && reached.presents == 0 && !isAction {
      missing = "the app presented no ad; present one as in the incident"
    } else if reached.isNothing {
      missing =
        "the app requested and presented no ad, and the rule did not apply; do what it judges"
    } else {
      return nil
    }
    let known = units.isEmpty ? "" : "; its units: \(units.joined(separator: ", "))"
    return
      "nothing was reached: \(missing) (reached: \(reached); in the incident: \(needed)\(known))"
  }
}

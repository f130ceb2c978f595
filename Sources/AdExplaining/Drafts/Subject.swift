internal import AdSession

/// The names and the format that a record is about.
struct Subject: Hashable {
  var ad = Symbol.absent
  var unit = Symbol.absent
  var request = Symbol.absent
  var load = Symbol.absent
  var scene = Symbol.absent
  var window = Symbol.absent
  var adapter = Symbol.absent
  var format = Word.absent
}

/// What the records of a session say about its names.
struct SessionNames {
  /// The subject of each ad, with its load.
  private(set) var ads: [Symbol: Subject] = [:]
  private(set) var requests: [Symbol: Subject] = [:]
  private(set) var loads: [Symbol: Subject] = [:]
  /// The names that a record of the session introduces.
  private(set) var introduced = Set<Name>()
  private(set) var scenes: [Symbol] = []

  init(_ events: [Event]) {
    for event in events {
      for name in event.names where event.introduces(name.kind) { introduced.insert(name) }
      if event.scene.isPresent, !scenes.contains(event.scene) { scenes.append(event.scene) }
      if event.ad.isPresent { ads[event.ad, default: Subject()].complete(from: event) }
      if event.request.isPresent {
        requests[event.request, default: Subject()].complete(from: event)
      }
      if event.load.isPresent { loads[event.load, default: Subject()].complete(from: event) }
    }
  }

  /// The subject of a record, completed by other records of its ad, its request and its adapter
  /// call.
  func subject(of event: Event) -> Subject {
    var subject = Subject()
    subject.complete(from: event)
    if event.ad.isPresent, let known = ads[event.ad] { subject.complete(from: known) }
    if let known = requests[subject.request] { subject.complete(from: known) }
    if let known = loads[subject.load] { subject.complete(from: known) }
    if let known = requests[subject.request] { subject.complete(from: known) }
    return subject
  }
}

extension SessionNames {
  /// The subjects of other ads, requests, adapter calls and windows, the last ones of each first.
  func others(of subject: Subject, in events: [Event], most: Int) -> [Subject] {
    var found: [Subject] = []
    let keys: [((Event) -> Symbol, Symbol)] = [
      ({ $0.ad }, subject.ad), ({ $0.request }, subject.request), ({ $0.load }, subject.load),
    ]
    for (key, own) in keys {
      var seen: [Symbol] = [own, .absent]
      for event in events.reversed() where !seen.contains(key(event)) {
        if seen.count == most + 2 { break }
        seen.append(key(event))
        found.append(self.subject(of: event))
      }
    }
    var windows: [Symbol] = [subject.window]
    for event in events.reversed() where event.kind == .windowShown {
      if windows.contains(event.window) || windows.count > most { continue }
      windows.append(event.window)
      found.append(self.subject(of: event))
    }
    var unique: [Subject] = []
    for other in found where !unique.contains(other) { unique.append(other) }
    return unique
  }
}

extension Subject {
  fileprivate mutating func complete(from event: Event) {
    var other = Subject(
      ad: event.ad, unit: event.unit, request: event.request, load: event.load,
      scene: event.scene, format: event.format)
    switch event.kind {
    case .windowShown, .windowClosed: other.window = event.window
    case .adapterLoadCalled, .adapterCompleted, .adapterReported, .adapterTold, .sdkReady:
      other.adapter = event.adapter
    case .nativeMapped, .nativeRendered: other.format = .native
    default: break
    }
    complete(from: other)
  }

  /// Takes over what is not known yet.
  fileprivate mutating func complete(from other: Subject) {
    if !ad.isPresent { ad = other.ad }
    if !unit.isPresent { unit = other.unit }
    if !request.isPresent { request = other.request }
    if !load.isPresent { load = other.load }
    if !scene.isPresent { scene = other.scene }
    if !window.isPresent { window = other.window }
    if !adapter.isPresent { adapter = other.adapter }
    if format == .absent { format = other.format }
  }
}

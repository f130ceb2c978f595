internal import AdSession

extension Trace {
  /// The header and some records as a session of their own, with names of their own: small whatever
  /// the size of the session.
  func part(_ indexes: [Int]) -> Trace {
    let part = Trace()
    part.header = header
    for index in indexes {
      if let change = policyChanges[index] { part.policyChanges[part.events.count] = change }
      var event = events[index]
      event.rename { $0.isPresent ? part.symbols.intern(symbols.text($0)) : $0 }
      part.events.append(event)
    }
    return part
  }
}

extension Event {
  /// Gives every name of the event another symbol.
  fileprivate mutating func rename(_ symbol: (Symbol) -> Symbol) {
    unit = symbol(unit)
    scene = symbol(scene)
    ad = symbol(ad)
    request = symbol(request)
    load = symbol(load)
    text = symbol(text)
  }
}

extension Evaluation {
  /// How many records are tried to complete a witness.
  static let mostCandidates = 12
  /// How many records before a violation are searched for what else its witness needs.
  static let mostOthers = 128

  /// The first records of a class, one more than are tried; looked up once a session.
  func firstEvents(of eventClass: EventClass) -> [Int] {
    if let known = cache.firstEvents[eventClass] { return known }
    var found: [Int] = []
    for index in trace.events.indices where trace.events[index].kind.eventClass == eventClass {
      found.append(index)
      if found.count > Self.mostCandidates { break }
    }
    cache.firstEvents[eventClass] = found
    return found
  }
}

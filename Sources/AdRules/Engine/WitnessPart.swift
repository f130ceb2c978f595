internal import AdSession

extension Trace {
  /// A session of the header and some records, with a symbol table of its own, so that its size
  /// does not depend on the whole session.
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
  /// Replaces every symbol of the event.
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
  /// The maximum number of records that are tried to complete a witness.
  static let mostCandidates = 12
  /// The maximum number of records before a violation that are searched for its witness.
  static let mostOthers = 128

  /// The first records of a class, one more than are tried.
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

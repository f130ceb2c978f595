import AdSession

extension Trace {
  /// The same session without times: `t` is the number of the record, and `wall` is constant.
  var untimed: Trace {
    let trace = part(Array(events.indices))
    trace.gaps = gaps
    trace.hasBadSeal = hasBadSeal
    for index in trace.events.indices {
      trace.events[index].t = Int64(index)
      trace.events[index].wall = trace.events[0].wall
    }
    guard var parts = header?.parts else { return trace }
    parts.clock = .order
    trace.header = Header(&parts)
    return trace
  }

  /// Whether an ad came up twice, so that time decides whether that is an overlay.
  var hasRepeatedShow: Bool {
    var shown: Set<Symbol> = []
    return events.contains {
      $0.kind == .adWillPresent && $0.ad.isPresent && !shown.insert($0.ad).inserted
    }
  }
}

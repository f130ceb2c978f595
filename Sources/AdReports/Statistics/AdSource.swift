package import AdRules
package import AdSession
package import JSONLines

/// Where an ad comes from, as far as the journal says it.
package struct AdSource: Hashable, Sendable {
  package var adapter: String?
  package var network: String?
  package var creative: String?

  package init() {}

  /// The value of a field that names a network; nil for another field, or without a value.
  package subscript(field: StatisticsField) -> String? {
    switch field {
    case .adapter: adapter
    case .network: network
    case .creative: creative
    default: nil
    }
  }

  /// The name of the network, else of the adapter.
  package var networkOrAdapter: String? { network ?? adapter }

  /// Takes a member of an object; false if it is another one.
  package mutating func take(_ name: String, _ value: JSONValue) -> Bool {
    switch name {
    case "adapter": adapter = value.string
    case "network": network = value.string
    case "creative": creative = value.string
    default: return false
    }
    return true
  }

  /// Writes the members of what is known.
  package func write(to writer: inout JSONWriter) {
    writer.field("adapter", adapter)
    writer.field("network", network)
    writer.field("creative", creative)
  }
}

extension AdSource {
  /// The source of the ad that a violation is about: that of the last of its records with an ad
  /// whose load is known, or with the adapter of a failed load.
  package init(_ violation: Violation, in trace: Trace) {
    for index in violation.decidingRecords.reversed() {
      let event = trace.events[index]
      if event.kind == .adFailedToLoad, event.adapter.isPresent {
        adapter = trace.symbols.text(event.adapter)
        return
      }
      guard event.ad.isPresent, let load = Self.load(of: event.ad, upTo: index, trace) else {
        continue
      }
      let loaded = trace.events[load].adapter
      adapter = loaded.isPresent ? trace.symbols.text(loaded) : nil
      network = trace.freeText(.network, ofEvent: load)
      creative = trace.freeText(.creative, ofEvent: load)
      return
    }
  }

  /// The last load of an ad; O(records).
  private static func load(of ad: Symbol, upTo index: Int, _ trace: Trace) -> Int? {
    trace.events[...index].lastIndex { $0.kind == .adLoaded && $0.ad == ad }
  }
}

extension Violation {
  /// The ad unit ID that a violation is about: that of the last of its records with one.
  package func unit(in trace: Trace) -> String? {
    let index = decidingRecords.last { trace.events[$0].unit.isPresent }
    return index.map { trace.symbols.text(trace.events[$0].unit) }
  }
}

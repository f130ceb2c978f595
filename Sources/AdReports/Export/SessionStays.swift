internal import AdSession

/// The stretches of a session that one event begins and another ends, apart from those of ads.
///
/// Where records are missing all of them end.
struct SessionStays {
  private(set) var all: [Stay] = []
  private let symbols: SymbolTable
  private var places: [Key: Int] = [:]
  /// The stretches that may be open.
  private var open: [Int] = []

  /// What tells apart stretches that are open at one time.
  private struct Key: Hashable {
    var group: Stay.Group
    var symbol = Symbol.absent
    var word = Word.absent
  }

  init(_ trace: Trace) {
    symbols = trace.symbols
    var gaps = trace.gaps[...]
    for (index, event) in trace.events.enumerated() {
      while let gap = gaps.first, gap.position <= index {
        closeAll(at: max(0, index - 1), .gap)
        gaps.removeFirst()
      }
      take(event, index)
    }
    closeAll(at: max(0, trace.events.count - 1), gaps.isEmpty ? .open : .gap)
  }

  private mutating func closeAll(at index: Int, _ ending: AdLife.Ending) {
    for place in open { all[place].close(at: index, ending) }
    open.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
  }

  private mutating func take(_ event: Event, _ index: Int) {
    switch event.kind {
    case .splashBegan: begin(Key(group: .splash, symbol: event.scene), "splash", index)
    case .splashFinished: end(Key(group: .splash, symbol: event.scene), index)
    case .deviceLocked: begin(Key(group: .lock), "locked", index)
    case .deviceUnlocked: end(Key(group: .lock), index)
    case .consentFormShown: begin(Key(group: .consent), "consent form", index)
    case .consentFormClosed: end(Key(group: .consent), index)
    case .suppressionBegan: begin(suppression(event), event.why.text ?? text(event), index)
    case .suppressionEnded: end(suppression(event), index)
    case .windowShown: begin(Key(group: .window, symbol: event.text), text(event), index)
    case .windowClosed: end(Key(group: .window, symbol: event.text), index)
    case .adapterLoadCalled: begin(Key(group: .adapter, symbol: event.load), text(event), index)
    case .adapterCompleted: end(Key(group: .adapter, symbol: event.load), index)
    default: if let phase = phase(after: event.kind) { enter(phase, index) }
    }
  }

  private func suppression(_ event: Event) -> Key {
    Key(group: .suppression, symbol: event.text, word: event.why)
  }

  private func text(_ event: Event) -> String { symbols.text(event.text) }

  /// The phase of the app that an event brings; nil where it brings none.
  private func phase(after kind: EventKind) -> AppState.Phase? {
    let now = places[Key(group: .app)].map { all[$0].slices[0].name }
    switch kind {
    case .appLaunched: return now == nil ? .launching : nil
    case .appBecameActive: return .active
    case .appResignedActive:
      return now == AppState.Phase.background.rawValue ? nil : .inactive
    case .appEnteredBackground: return .background
    case .appEnteringForeground: return .inactive
    case .appTerminating: return .terminating
    default: return nil
    }
  }

  private mutating func enter(_ phase: AppState.Phase, _ index: Int) {
    let key = Key(group: .app)
    if let place = places[key], all[place].slices[0].name == phase.rawValue { return }
    end(key, index)
    begin(key, phase.rawValue, index)
  }

  private mutating func begin(_ key: Key, _ name: String, _ index: Int) {
    guard places[key] == nil else { return }
    places[key] = all.count
    open.append(all.count)
    all.append(Stay(key.group, name, at: index))
  }

  private mutating func end(_ key: Key, _ index: Int) {
    if let place = places.removeValue(forKey: key) { all[place].close(at: index, .event) }
  }
}

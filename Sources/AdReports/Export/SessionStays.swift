internal import AdSession

/// The stays of a session that are not those of ads: each begins with an event and ends with another.
///
/// All of them end at a gap.
struct SessionStays {
  private(set) var all: [Stay] = []
  private let symbols: SymbolTable
  /// The index of the open stay of each key.
  private var current: [Key: Int] = [:]
  /// The indexes of the stays that may be open.
  private var open: [Int] = []

  /// Identifies a stay among those that are open at one time.
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
    for stay in open { all[stay].close(at: index, ending) }
    open.removeAll(keepingCapacity: true)
    current.removeAll(keepingCapacity: true)
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

  /// The phase of the app after an event; nil if the event does not change it.
  private func phase(after kind: EventKind) -> AppState.Phase? {
    let now = current[Key(group: .app)].map { all[$0].slices[0].name }
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
    if let stay = current[key], all[stay].slices[0].name == phase.rawValue { return }
    end(key, index)
    begin(key, phase.rawValue, index)
  }

  private mutating func begin(_ key: Key, _ name: String, _ index: Int) {
    guard current[key] == nil else { return }
    current[key] = all.count
    open.append(all.count)
    all.append(Stay(key.group, name, at: index))
  }

  private mutating func end(_ key: Key, _ index: Int) {
    if let stay = current.removeValue(forKey: key) { all[stay].close(at: index, .event) }
  }
}

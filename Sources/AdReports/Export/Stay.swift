internal import AdSession

/// A range of a session on a track: the app in one phase, a splash, or the life of an ad.
struct Stay {
  /// The kinds of tracks, in the order of display.
  enum Group: String, CaseIterable {
    case violations, gaps, app, lock, splash, consent, suppression, window, ad, adapter, events
  }

  /// A track; it has as many lanes as it has stays at one time.
  struct Track: Hashable {
    var group: Group
    /// The slot, for tracks of ads.
    var unit = Symbol.absent
    var scene = Symbol.absent
  }

  /// A named part of a stay, from one event to another.
  struct Slice {
    let name: String
    let begin: Int
    var end: Int
    var ending = AdLife.Ending.open
  }

  let track: Track
  /// The parts in order; at least one.
  private(set) var slices: [Slice]

  var begin: Int { slices[0].begin }
  var end: Int { slices[slices.count - 1].end }
}

extension Stay {
  /// Makes the stay of the life of an ad.
  init(_ life: AdLife) {
    track = Track(group: .ad, unit: life.unit, scene: life.scene)
    slices = life.phases.map {
      Slice(name: $0.stage.rawValue, begin: $0.begin, end: $0.end, ending: $0.ending)
    }
  }

  /// Makes a stay with one slice, which begins with an event.
  init(_ group: Group, _ name: String, at index: Int) {
    track = Track(group: group)
    slices = [Slice(name: name, begin: index, end: index)]
  }

  /// Ends the last slice, unless it has ended.
  mutating func close(at index: Int, _ ending: AdLife.Ending) {
    guard slices[slices.count - 1].ending == .open else { return }
    slices[slices.count - 1].end = index
    slices[slices.count - 1].ending = ending
  }
}

internal import AdSession

/// A stretch of a session that has a track to itself: the app in one phase, a splash, an ad's life.
struct Stay {
  /// What tracks there are, in the order in which they are shown.
  enum Group: String, CaseIterable {
    case violations, gaps, app, lock, splash, consent, suppression, window, ad, adapter, events
  }

  /// The tracks of one kind; as many as have something at one time.
  struct Track: Hashable {
    var group: Group
    /// The slot, for tracks of ads.
    var unit = Symbol.absent
    var scene = Symbol.absent
  }

  /// One name on the track from one event to another.
  struct Slice {
    let name: String
    let begin: Int
    var end: Int
    var ending = AdLife.Ending.open
  }

  let track: Track
  /// One after the other, at least one.
  private(set) var slices: [Slice]

  var begin: Int { slices[0].begin }
  var end: Int { slices[slices.count - 1].end }
}

extension Stay {
  /// The life of an ad.
  init(_ life: AdLife) {
    track = Track(group: .ad, unit: life.unit, scene: life.scene)
    slices = life.phases.map {
      Slice(name: $0.stage.rawValue, begin: $0.begin, end: $0.end, ending: $0.ending)
    }
  }

  /// A stretch with one name, which begins with an event.
  init(_ group: Group, _ name: String, at index: Int) {
    track = Track(group: group)
    slices = [Slice(name: name, begin: index, end: index)]
  }

  /// Ends it, where it has not ended.
  mutating func close(at index: Int, _ ending: AdLife.Ending) {
    guard slices[slices.count - 1].ending == .open else { return }
    slices[slices.count - 1].end = index
    slices[slices.count - 1].ending = ending
  }
}

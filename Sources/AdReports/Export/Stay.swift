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
    /// The format and the slot, for tracks of ads.
    var format = Word.absent
    var unit = Symbol.absent
    var scene = Symbol.absent
  }

  /// A named part of a stay, from one event to another.
  struct Slice {
    let name: String
    let begin: Int
    let end: Int
    let ending: Life.Ending
  }

  let track: Track
  /// The parts in order; at least one.
  let slices: [Slice]

  var begin: Int { slices[0].begin }
  var end: Int { slices[slices.count - 1].end }
}

extension Stay {
  /// Makes the stay of a life.
  init(_ life: Life, _ symbols: SymbolTable) {
    track = Track(life)
    slices = life.parts.map {
      Slice(
        name: life.title(of: $0.stage, symbols), begin: $0.begin, end: $0.end, ending: $0.ending)
    }
  }
}

extension Stay.Track {
  fileprivate init(_ life: Life) {
    switch life.subject {
    case .app: self.init(group: .app)
    case .lock: self.init(group: .lock)
    case .splash: self.init(group: .splash)
    case .consent: self.init(group: .consent)
    case .suppression: self.init(group: .suppression)
    case .window: self.init(group: .window)
    case .adapter: self.init(group: .adapter)
    case .slot(let unit, let scene):
      self.init(group: .ad, format: life.format, unit: unit, scene: scene)
    }
  }
}

extension Life {
  /// The name of a stage: that of the window, adapter or suppression, else that of the stage
  /// itself, after the format and the name of an ad (or of its request, if it has no ad).
  fileprivate func title(of stage: Stage, _ symbols: SymbolTable) -> String {
    if case .slot = subject {
      let name = ad.isPresent ? ad : request
      return [format.text, name.isPresent ? symbols.text(name) : nil, stage.rawValue]
        .compactMap { $0 }.joined(separator: " ")
    }
    return switch stage {
    case .consent: "consent form"
    case .suppression: why.text ?? symbols.text(name)
    case .window, .adapter: symbols.text(name)
    default: stage.rawValue
    }
  }
}

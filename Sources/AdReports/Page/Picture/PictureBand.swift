internal import AdSession

/// Where something lies in a session: at a record, or at a moment between two.
struct PicturePlace: Equatable {
  /// The index of the record, or of the last one before the moment.
  let index: Int
  /// Milliseconds of the session.
  let t: Int64

  /// A record.
  init(_ index: Int, _ trace: Trace) {
    self.index = index
    t = trace.events[index].timeOfPicture
  }

  /// A moment behind a record and before the next one.
  init(after index: Int, t: Int64) {
    self.index = index
    self.t = min(t, Event.latestOfPicture)
  }
}

extension Event {
  /// A journal can say any time; of later ones than this, two million years, all are the same.
  static let latestOfPicture: Int64 = 1 << 56

  /// Its time, as a picture reckons with it.
  var timeOfPicture: Int64 { min(t, Self.latestOfPicture) }
}

/// A stretch of a lane: an ad in one stage of its life, the app in one phase.
struct PictureBand: Equatable {
  /// What the stretch is; the names are classes of the page's style.
  enum Kind: String {
    case loading, unanswered, ready, hidden, asked, shown, old, expired
    case launching, active, inactive, background, terminating
    case locked, splash, consent, suppression, window

    /// What a person reads.
    var word: String {
      switch self {
      case .unanswered: "no answer"
      case .asked: "asked to show"
      case .old: "too old"
      case .consent: "consent form"
      case .window: "ad window"
      default: rawValue
      }
    }
  }

  let kind: Kind
  let begin: PicturePlace
  private(set) var end: PicturePlace
  /// How it ends.
  private(set) var ending = AdLife.Ending.open

  init(_ kind: Kind, at place: PicturePlace) {
    self.kind = kind
    begin = place
    end = place
  }

  /// Ends it.
  mutating func close(at place: PicturePlace, _ ending: AdLife.Ending) {
    end = place
    self.ending = ending
  }

  /// It in two: what it is until a place, and what it is from then on; one where it never was.
  func split(at place: PicturePlace, into kind: Kind) -> [PictureBand] {
    let place = place.t <= begin.t ? begin : place
    var second = PictureBand(kind, at: place)
    second.close(at: end, ending)
    if place == begin { return [second] }
    var first = self
    first.close(at: place, .event)
    return [first, second]
  }
}

/// What has bands that follow each other: an ad with its request, a loading screen, the app.
struct PictureLife {
  /// Its lane.
  let lane: PictureLane.Key
  /// Its name in the journal; absent where it has none.
  var name = Symbol.absent
  /// Why it is, where a listed word says it.
  let why: Word
  /// One after the other; only the last one can be open.
  private(set) var bands: [PictureBand] = []
  /// Whether the last band is open.
  private(set) var isOpen = false

  init(_ lane: PictureLane.Key, _ name: Symbol, why: Word) {
    self.lane = lane
    self.name = name
    self.why = why
  }

  /// Begins a stage.
  mutating func begin(_ kind: PictureBand.Kind, at place: PicturePlace) {
    bands.append(PictureBand(kind, at: place))
    isOpen = true
  }

  /// Ends the stage that it is in.
  mutating func close(at place: PicturePlace, _ ending: AdLife.Ending) {
    bands[bands.count - 1].close(at: place, ending)
    isOpen = false
  }

  /// Makes another stage of the last one, from a place on.
  mutating func turn(at place: PicturePlace, into kind: PictureBand.Kind) {
    bands += bands.removeLast().split(at: place, into: kind)
  }

  /// The stage that it is in; nil for none.
  var stage: PictureBand.Kind? { isOpen ? bands.last?.kind : nil }

  /// Where it begins and ends.
  var span: (begin: PicturePlace, end: PicturePlace)? {
    guard let first = bands.first, let last = bands.last else { return nil }
    return (first.begin, last.end)
  }
}

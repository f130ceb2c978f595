internal import AdSession

/// A point of a session: a record, or a time between two records.
struct PicturePoint: Equatable {
  /// The index of the record, or of the last record before the time.
  let index: Int
  /// The time on the session's monotonic clock, in milliseconds.
  let t: Int64

  /// The point of a record.
  init(_ index: Int, _ trace: Trace) {
    self.index = index
    t = trace.events[index].timeOfPicture
  }

  /// A time after a record and before the next one.
  init(after index: Int, t: Int64) {
    self.index = index
    self.t = min(t, Event.latestOfPicture)
  }
}

extension Event {
  /// The latest time in a picture, two million years; a journal can contain later ones.
  static let latestOfPicture: Int64 = 1 << 56

  /// The time of the event, at most ``latestOfPicture``.
  var timeOfPicture: Int64 { min(t, Self.latestOfPicture) }
}

/// A part of a lane: an ad in one stage of its life, or the app in one phase.
struct PictureBand: Equatable {
  /// The stage or phase; the raw values are CSS classes of the page.
  enum Kind: String {
    case loading, unanswered, ready, hidden, asked, shown, old, expired
    case launching, active, inactive, background, terminating
    case locked, splash, consent, suppression, window

    /// The visible text.
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
  let begin: PicturePoint
  private(set) var end: PicturePoint
  /// What ended it.
  private(set) var ending = AdLife.Ending.open

  init(_ kind: Kind, at point: PicturePoint) {
    self.kind = kind
    begin = point
    end = point
  }

  /// Ends the band.
  mutating func close(at point: PicturePoint, _ ending: AdLife.Ending) {
    end = point
    self.ending = ending
  }

  /// The band with another kind from a point on: two bands, or one if the point is not after its start.
  func split(at point: PicturePoint, into kind: Kind) -> [PictureBand] {
    let point = point.t <= begin.t ? begin : point
    var second = PictureBand(kind, at: point)
    second.close(at: end, ending)
    if point == begin { return [second] }
    var first = self
    first.close(at: point, .event)
    return [first, second]
  }
}

/// The consecutive bands of one subject: an ad with its request, a loading screen, or the app.
struct PictureLife {
  let lane: PictureLane.Key
  /// The name in the journal, if it has one.
  var name = Symbol.absent
  /// The reason in the journal, if it has one.
  let why: Word
  /// The bands in order; only the last one can be open.
  private(set) var bands: [PictureBand] = []
  /// Whether the last band is open.
  private(set) var isOpen = false

  init(_ lane: PictureLane.Key, _ name: Symbol, why: Word) {
    self.lane = lane
    self.name = name
    self.why = why
  }

  /// Begins a band.
  mutating func begin(_ kind: PictureBand.Kind, at point: PicturePoint) {
    bands.append(PictureBand(kind, at: point))
    isOpen = true
  }

  /// Ends the open band.
  mutating func close(at point: PicturePoint, _ ending: AdLife.Ending) {
    bands[bands.count - 1].close(at: point, ending)
    isOpen = false
  }

  /// Changes the kind of the last band from a point on.
  mutating func turn(at point: PicturePoint, into kind: PictureBand.Kind) {
    bands += bands.removeLast().split(at: point, into: kind)
  }

  /// The kind of the open band; nil if no band is open.
  var stage: PictureBand.Kind? { isOpen ? bands.last?.kind : nil }

  /// The start of the first band and the end of the last one; nil without bands.
  var span: (begin: PicturePoint, end: PicturePoint)? {
    guard let first = bands.first, let last = bands.last else { return nil }
    return (first.begin, last.end)
  }
}

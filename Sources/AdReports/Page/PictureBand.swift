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
  let end: PicturePoint
  /// What ended it.
  let ending: Life.Ending
}

extension PictureBand {
  /// The bands of a stage: two if it became overdue after its start, else one.
  static func bands(of part: Life.Part, _ trace: Trace) -> [PictureBand] {
    let (begin, end) = (PicturePoint(part.begin, trace), PicturePoint(part.end, trace))
    let kind = Kind(part.stage)
    guard let overdue = part.overdue else {
      return [PictureBand(kind: kind, begin: begin, end: end, ending: part.ending)]
    }
    let late: Kind = part.stage == .loading ? .unanswered : .old
    let turn = overdue.t <= begin.t ? begin : overdue
    let second = PictureBand(kind: late, begin: turn, end: end, ending: part.ending)
    if turn == begin { return [second] }
    return [PictureBand(kind: kind, begin: begin, end: turn, ending: .event), second]
  }
}

extension PictureBand.Kind {
  /// The kind of band for a stage.
  fileprivate init(_ stage: Life.Stage) {
    switch stage {
    case .presenting: self = .asked
    case .showing: self = .shown
    // Adapter loads are not drawn.
    case .loading, .adapter: self = .loading
    case .ready: self = .ready
    case .hidden: self = .hidden
    case .expired: self = .expired
    case .launching: self = .launching
    case .active: self = .active
    case .inactive: self = .inactive
    case .background: self = .background
    case .terminating: self = .terminating
    case .locked: self = .locked
    case .splash: self = .splash
    case .consent: self = .consent
    case .suppression: self = .suppression
    case .window: self = .window
    }
  }
}

/// The consecutive bands of one subject: an ad with its request, a loading screen, or the app.
struct PictureLife {
  let lane: PictureLane.Key
  /// The name in the journal, if it has one.
  let name: Symbol
  /// The reason in the journal, if it has one.
  let why: Word
  /// The bands in order; at least one.
  let bands: [PictureBand]

  init(_ life: Life, _ lane: PictureLane.Key, _ trace: Trace) {
    self.lane = lane
    name = life.ad.isPresent ? life.ad : life.request.isPresent ? life.request : life.name
    why = life.why
    bands = life.parts.flatMap { PictureBand.bands(of: $0, trace) }
  }

  /// The start of the first band and the end of the last one; nil without bands.
  var span: (begin: PicturePoint, end: PicturePoint)? {
    guard let first = bands.first, let last = bands.last else { return nil }
    return (first.begin, last.end)
  }
}

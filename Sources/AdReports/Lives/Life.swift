internal import AdSession

/// The consecutive stages of one subject of a session: an ad with its request, a screen, or the
/// app.
struct Life {
  /// What a life is about.
  enum Subject: Hashable {
    case app, lock, splash, consent, suppression, window, adapter
    /// An ad, or a request without an ad, of a slot.
    case slot(unit: Symbol, scene: Symbol)
  }

  /// The stages of ads, the phases of the app, and the screens that are visible.
  enum Stage: String {
    case loading, ready, presenting, showing, hidden, expired
    case launching, active, inactive, background, terminating
    case locked, splash, consent, suppression, window, adapter
  }

  /// The reason why a stage ends.
  enum Ending {
    /// An event ends it.
    case event
    /// A gap in which it may have ended.
    case gap
    /// The end of the session.
    case open
  }

  /// The range of records in which a stage lasts.
  struct Part {
    let stage: Stage
    /// The index of the event that begins it.
    let begin: Int
    /// The index of the event that ends it, or of the last event known to be in it.
    fileprivate(set) var end: Int
    /// The reason of the end.
    fileprivate(set) var ending = Ending.open
    /// The point at which a load timed out or a ready ad became too old; nil if that did not
    /// happen.
    fileprivate(set) var overdue: PicturePoint?
  }

  let subject: Subject
  /// The name in the journal of a screen or adapter, if it has one.
  let name: Symbol
  /// The reason in the journal, if it has one.
  let why: Word
  /// The request of an ad.
  let request: Symbol
  /// The ad; absent for a request without an ad.
  var ad: Symbol
  /// The format of an ad.
  let format: Word
  /// The error code of a failed load.
  var failure: Int64?
  /// The stages in order; only the last one can be open.
  private(set) var parts: [Part] = []
  /// The stage that has not ended; nil without one.
  private(set) var stage: Stage?

  /// Makes the life of an ad or a request, which an event is the first to name.
  init(_ subject: Subject, of event: Event, format: Word) {
    self.subject = subject
    name = .absent
    why = .absent
    request = event.request
    ad = event.ad
    self.format = format
  }

  /// Makes the life of a screen, an adapter load or the app.
  init(_ subject: Subject, name: Symbol = .absent, why: Word = .absent) {
    self.subject = subject
    self.name = name
    self.why = why
    request = .absent
    ad = .absent
    format = .absent
  }

  /// The index of the first event.
  var begin: Int { parts.first?.begin ?? 0 }

  /// The index of the last event that certainly belongs to it.
  var end: Int { parts.last?.end ?? 0 }

  /// Begins a stage.
  ///
  /// Precondition: no stage is open.
  mutating func enter(_ stage: Stage, at index: Int) {
    parts.append(Part(stage: stage, begin: index, end: index))
    self.stage = stage
  }

  /// Ends the open stage, if there is one.
  mutating func close(at index: Int, _ ending: Ending, overdue: PicturePoint?) {
    guard stage != nil else { return }
    parts[parts.count - 1].end = index
    parts[parts.count - 1].ending = ending
    parts[parts.count - 1].overdue = overdue
    stage = nil
  }
}

public import AdSession

/// An ad manager as pure decisions: what the app should do next, over session state, policy and now.
///
/// It does nothing itself. Whoever drives it records what happens in the trace and asks:
///
///     decider.receive()
///     while let decision = decider.next(at: now) { perform(decision) }
///     wake(at: decider.deadline)
///
/// One decision comes at a time, since performing it changes the state that the next one depends on.
/// Records that performing makes at once only need ``receive()``. A session that is driven so breaks
/// no rule, whatever SDK, phone and user do; the table of `Tests/AdDeciderTests/RULES.md` says which
/// decision keeps which rule. Equal traces and questions get equal decisions.
public struct Decider: ~Copyable {
  /// What kind of manager it is.
  public let profile: DeciderProfile
  /// The session so far.
  public internal(set) var session: LiveSession
  /// The `t` at which it wants to be asked again although nothing happens; nil: never.
  ///
  /// In the background it runs no clock: ask again after `app.entering_foreground`.
  public internal(set) var deadline: Int64?

  var now = Instant(t: 0, wall: 0)
  /// The shows of earlier sessions of the install, for the daily cap.
  var shownBefore: [PastShow]
  /// What is known of each place, in the order of their opening.
  var places: [PlaceMemory] = []
  /// Decisions that are due whatever the state is.
  var due: [Decision] = []
  /// The ads that were asked to show and have neither come up nor failed.
  var attempts: [Attempt] = []
  /// The last failures of present, oldest first.
  var presentFailures: [PresentFailure] = []
  /// The ads whose last check said that they do not fit their scene.
  var misfits: [Symbol] = []
  /// The ads that somebody else has.
  var others: [Symbol] = []
  /// The ads whose rewards were given or are about to be.
  var granted: [Symbol] = []
  /// The loading screens that are up.
  var splashes: [SplashMemory] = []
  /// The clock of the loading screens.
  var splashClock = SplashClock()
  /// The module's own windows that are up.
  var windows: [WindowMemory] = []
  /// The native ads and banners that were in a view and left it.
  var used: [Symbol] = []
  /// How often the user had acted when the last interstitial came up; nil: none did.
  var actionsAtInterstitial: Int?

  /// Begins before the first record of a trace whose header is set.
  ///
  /// `overrides` are thresholds that win over what the session says.
  public init(
    _ profile: DeciderProfile, trace: Trace, shownBefore: [PastShow] = [],
    overrides: [PolicySetting] = []
  ) {
    self.profile = profile
    self.shownBefore = shownBefore
    session = LiveSession(trace, overrides: overrides)
  }

  /// Folds what the trace gained.
  public mutating func receive() {
    while let (index, facts) = session.foldNext() { observe(index, facts) }
  }

  /// Makes a place known, once; from now on a full-screen one is kept filled.
  ///
  /// The first ad of one that is opened while the loading screen is up belongs over that.
  public mutating func open(_ place: Place) {
    guard number(of: place) == nil else { return }
    var memory = PlaceMemory(place)
    if place.format == .appOpen {
      memory.launch = splashes.first { isUnder($0.scene, place) }?.index
    }
    places.append(memory)
  }

  /// Whether a loading screen is one that ads of a place are shown over.
  func isUnder(_ splash: Symbol, _ place: Place) -> Bool {
    splash == place.scene || !splash.isPresent || !place.scene.isPresent
  }

  /// Says that an ad of a place is in somebody else's hands, before the next decision: it fills its
  /// place as any other, but whoever has it shows it and lets go of it.
  package mutating func leave(_ ad: Symbol) { others.append(ad) }

  /// Tells of the shows of earlier sessions where they could not be read when it began.
  package mutating func know(shownBefore shows: [PastShow]) { shownBefore = shows }

  /// Tells of an occasion that is no event; a place that it names is opened.
  public mutating func offer(_ occasion: Occasion) {
    switch occasion {
    case .moment(let place, let trigger):
      open(place)
      if let number = number(of: place) { places[number].moment = trigger }
    case .viewAppeared(let place):
      open(place)
      if let number = number(of: place) { appear(number) }
    case .contentReady(let scene):
      for number in splashes.indices where splashes[number].scene == scene {
        splashes[number].isContentReady = true
      }
    }
  }

  /// What to do now; nil: nothing until something happens or ``deadline`` comes.
  public mutating func next(at now: Instant) -> Decision? {
    self.now = now
    deadline = nil
    if !due.isEmpty { return due.removeFirst() }
    return nextInFeed() ?? nextShow() ?? nextOnScreens() ?? nextDiscard() ?? nextRequest()
  }

  func number(of place: Place) -> Int? { places.firstIndex { $0.place == place } }
}

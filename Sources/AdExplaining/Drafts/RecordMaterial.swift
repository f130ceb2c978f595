internal import AdRules
internal import AdSession

/// Makes records that a session could have, around one record of it.
struct RecordMaterial {
  /// The record that is explained.
  let focus: Event
  let names: SessionNames
  /// The subject of the explained record.
  let subject: Subject
  /// Names that the session does not have.
  let fresh: Subject
  /// Other ads, requests, adapter calls and windows of the session, the last ones of each first.
  let others: [Subject]
  /// A scene that the session does not have.
  private let otherScene: Symbol
  private let formats: [Word]
  private let types: [Symbol]
  private let money: Symbol
  private let whys: [(Word, Symbol)]

  /// The maximum number of other things of each kind.
  private static let mostOthers = 3

  /// Makes the material; new names are added to the symbols.
  init(_ rule: Rule, focus: Event, events: [Event], symbols: inout SymbolTable) {
    self.focus = focus
    names = SessionNames(events)
    formats = Word.formats.filter { rule.formats.includes($0) }
    var subject = names.subject(of: focus)
    func new(_ text: String) -> Symbol {
      var name = text
      var number = 1
      while symbols.symbol(of: name) != nil {
        number += 1
        name = "\(text)-\(number)"
      }
      return symbols.intern(name)
    }
    // Requests of a journal nearly always have one unit for each format.
    let request = events.last {
      $0.kind == .adRequested && (!subject.unit.isPresent || $0.unit == subject.unit)
        && rule.formats.includes($0.format)
    }
    if subject.format == .absent { subject.format = request?.format ?? formats.first ?? .absent }
    if !subject.unit.isPresent { subject.unit = request?.unit ?? symbols.intern("unit") }
    let isSceneApp = subject.scene.isPresent
    if !isSceneApp { subject.scene = names.scenes.first ?? .absent }
    var fresh = Subject(
      ad: new("other-ad"), unit: subject.unit, request: new("other-request"),
      load: new("other-load"), scene: isSceneApp ? subject.scene : .absent,
      window: new("other-window"), adapter: new("adapter"), format: subject.format)
    if fresh.format == .absent { fresh.format = .interstitial }
    self.fresh = fresh
    if !subject.ad.isPresent { subject.ad = fresh.ad }
    if !subject.request.isPresent { subject.request = fresh.request }
    if !subject.load.isPresent { subject.load = fresh.load }
    if !subject.window.isPresent { subject.window = fresh.window }
    if !subject.adapter.isPresent { subject.adapter = fresh.adapter }
    self.subject = subject
    others = names.others(of: subject, in: events, most: Self.mostOthers)
    otherScene = new("other-scene")
    var types: [Symbol] = []
    if focus.kind == .adRewardEarned || focus.kind == .adRewardGranted, focus.type.isPresent {
      types.append(focus.type)
    }
    self.types = types
    money = symbols.intern("USD")
    var whys: [(Word, Symbol)] = [(.absent, .absent)]
    for event in events where event.kind == .suppressionBegan || event.kind == .suppressionEnded {
      if !whys.contains(where: { $0.0 == event.why && $0.1 == event.text }) {
        whys.append((event.why, event.text))
      }
    }
    self.whys = whys
  }

  /// The subjects for records of a kind, the most useful first.
  func subjects(of kind: EventKind) -> [Subject] {
    guard Vocabulary.entry(of: kind)?.fields.contains(where: Self.isName) == true else {
      return [subject]
    }
    var freshOfFormats = [fresh]
    for format in formats where format != fresh.format {
      var other = fresh
      other.format = format
      freshOfFormats.append(other)
    }
    return [subject] + others + freshOfFormats.prefix(2)
  }

  private static func isName(_ field: FieldEntry) -> Bool {
    [.ad, .request, .load, .format, .window].contains(field.name)
  }

  /// The variants of a record of a kind about a subject; empty if the kind does not fit.
  func records(_ kind: EventKind, about subject: Subject) -> [Event] {
    var event = Event(kind)
    for field in Vocabulary.entry(of: kind)?.fields ?? [] {
      set(field, of: &event, subject)
    }
    if event.kind == .adLoaded, names.introduced.contains(Name(kind: .ad, symbol: event.ad)) {
      event.ad = fresh.ad
    }
    if event.kind == .adRequested,
      names.introduced.contains(Name(kind: .request, symbol: event.request))
    {
      event.request = fresh.request
    }
    if event.kind == .adapterLoadCalled,
      names.introduced.contains(Name(kind: .load, symbol: event.load))
    {
      event.load = fresh.load
    }
    if event.kind == .windowShown,
      names.introduced.contains(Name(kind: .window, symbol: event.window))
    {
      event.window = fresh.window
    }
    return variants(event)
  }

  /// Sets a name or a required value; other optional fields stay absent.
  private func set(_ field: FieldEntry, of event: inout Event, _ subject: Subject) {
    switch field.name {
    case .ad: if field.isRequired { event.ad = subject.ad }
    case .unit: event.unit = subject.unit
    case .request: event.request = subject.request
    case .load: event.load = subject.load
    case .scene:
      event.scene = field.isRequired || subject.scene.isPresent ? scene(subject) : .absent
    case .window: event.window = subject.window
    case .adapter: if field.isRequired { event.adapter = subject.adapter }
    case .format:
      event.format = subject.format == .absent ? fresh.format : subject.format
    default: break
    }
  }

  private func scene(_ subject: Subject) -> Symbol {
    subject.scene.isPresent ? subject.scene : self.subject.scene
  }

  private func variants(_ event: Event) -> [Event] {
    switch event.kind {
    case .appLaunched: return both(event) { $0.cold = $1 }
    case .consentUpdated: return both(event) { $0.canRequestAds = $1 }
    case .entitlementChanged: return both(event) { $0.adFree = $1 }
    case .connectivityChanged: return both(event) { $0.connected = $1 }
    case .sdkReady: return readiness(event)
    case .revenueForwarded: return forwardings(event)
    case .rewardVerified: return both(event) { $0.valid = $1 }
    case .callbackReceived: return callbacks(event)
    case .adDelegateLost: return each(event, [.delegate]) { $0.what = $1 }
    case .coverObserved: return each(event, [.advert, .nothing]) { $0.by = $1 }
    case .adFitChecked: return both(event) { $0.fits = $1 }
    case .sceneConnected, .sceneResized: return sizes(event)
    case .suppressionBegan, .suppressionEnded:
      return each(event, whys) { ($0.why, $0.text) = $1 }
    case .adRequested: return requests(event)
    case .adFailedToLoad:
      let failures: [(Int64, Word)] = [(3, .noFill), (focusCode, focusCause), (0, .configuration)]
      return each(event, failures) { ($0.errorCode, $0.cause) = $1 }
    case .adFailedToPresent: return each(event, [focusCode, 21]) { $0.errorCode = $1 }
    case .adPresentRequested:
      return [event] + each(event, [.portrait, .landscape]) { $0.orientation = $1 }
        + each(event, [.loaded]) { $0.trigger = $1 }
    case .adShowDecided: return decisions(event)
    case .adPaid:
      var paid = event
      (paid.valueMicros, paid.currency, paid.precision) = (focusMoney.0, focusMoney.1, .precise)
      return [paid] + each(paid, [-1]) { $0.valueMicros = $1 }
    case .adRewardEarned, .adRewardGranted: return rewards(event)
    case .nativeMapped: return mappings(event)
    case .nativeRendered: return [event] + both(event) { $0.viewPassed = $1 }
    case .adapterLoadCalled: return calls(event)
    case .adapterCompleted: return completions(event)
    case .adapterReported, .adapterTold:
      return each(event, [.impression, .click]) { $0.what = $1 }
    default: return scenes(event)
    }
  }

  /// The value and the currency of the explained record, if it has them.
  private var focusMoney: (Int64, Symbol) {
    guard focus.kind == .adPaid || focus.kind == .revenueForwarded else { return (1000, money) }
    return (focus.valueMicros ?? 1000, focus.currency)
  }

  private func forwardings(_ event: Event) -> [Event] {
    var forwarding = event
    (forwarding.valueMicros, forwarding.currency) = focusMoney
    forwarding.to = focus.kind == .revenueForwarded ? focus.to : .own
    return [forwarding] + each(forwarding, [focusMoney.0 + 1]) { $0.valueMicros = $1 }
  }

  private func readiness(_ event: Event) -> [Event] {
    each(event, [Word.ready, .notReady]) { $0.state = $1 }.flatMap { ready in
      each(ready, [.absent, subject.adapter]) { $0.adapter = $1 }
    }
  }

  private func callbacks(_ event: Event) -> [Event] {
    let kinds: [(EventKind, Word)] = [
      (.adLoaded, .loaded), (.adFailedToLoad, .failedToLoad),
      (.adFailedToPresent, .failedToPresent), (.adDismissed, .dismissed),
      (.adRewardEarned, .reward),
    ]
    let ofFocus = kinds.filter { $0.0 == focus.kind } + kinds.filter { $0.0 != focus.kind }
    return each(event, ofFocus) {
      ($0.what, $0.layer, $0.ad, $0.request) = ($1.1, .app, subject.ad, subject.request)
    }
  }

  private var focusCode: Int64 {
    focus.kind == .adFailedToPresent || focus.kind == .adFailedToLoad ? focus.errorCode ?? 1 : 1
  }

  private var focusCause: Word {
    focus.kind == .adFailedToLoad ? focus.cause : .noFill
  }

  /// The record as it is, and without the scene that no record has to name.
  private func scenes(_ event: Event) -> [Event] {
    guard event.scene.isPresent, isSceneOptional(event.kind) else { return [event] }
    var plain = event
    plain.scene = .absent
    return [event, plain]
  }

  private func isSceneOptional(_ kind: EventKind) -> Bool {
    Vocabulary.entry(of: kind)?.fields.contains { $0.name == .scene && !$0.isRequired } == true
  }

  private func both(_ event: Event, _ set: (inout Event, Bool) -> Void) -> [Event] {
    each(event, [true, false], set)
  }

  private func each<Value>(
    _ event: Event, _ values: [Value], _ set: (inout Event, Value) -> Void
  ) -> [Event] {
    values.map { value in
      var variant = event
      set(&variant, value)
      return variant
    }
  }

  private func sizes(_ event: Event) -> [Event] {
    let sizes: [(Int64, Int64, Bool, Word)] = [
      (1024, 768, true, .landscape), (507, 375, false, .landscape), (375, 812, true, .portrait),
    ]
    return each(event, sizes) {
      ($0.width, $0.height, $0.fullScreen, $0.orientation) = $1
    }
  }

  private func requests(_ event: Event) -> [Event] {
    let reasons: [Word] = [.absent, .background, .viewDidAppear, .resized, .dismissed]
    var variants = each(event, reasons) { $0.reason = $1 }
    variants += each(event, [.portrait, .landscape]) { $0.orientation = $1 }
    variants += both(event) { $0.test = $1 }
    var another = event
    another.format = event.format == .banner ? .interstitial : .banner
    variants.append(another)
    let scenes = names.scenes.filter { $0 != event.scene } + [otherScene]
    variants += each(event, scenes) { $0.scene = $1 }
    variants += each(event, [.unknown]) { $0.orientation = $1 }
    var many = event
    many.count = 5
    return variants + [many]
  }

  private func decisions(_ event: Event) -> [Event] {
    var variants: [Event] = []
    let near = focus.kind == .adShowDecided ? focus.remaining : nil
    let counts: [Int64?] = [nil, 0] + (near.map { [$0, $0 + 1, max(0, $0 - 1)] } ?? [5])
    for remaining in counts {
      for outcome in [Word.show, .skip] {
        var decision = event
        decision.outcome = outcome
        decision.reason = outcome == .show ? .ready : .notReady
        if outcome == .show { decision.ad = subject.ad }
        decision.remaining = remaining
        variants.append(decision)
      }
    }
    return variants
  }

  private func rewards(_ event: Event) -> [Event] {
    var same = event
    let isReward = focus.kind == .adRewardEarned || focus.kind == .adRewardGranted
    if isReward { (same.type, same.amount) = (types.first ?? .absent, focus.amount) }
    var other = same
    other.amount = (same.amount ?? 0) + 1
    return [same, other]
  }

  private func mappings(_ event: Event) -> [Event] {
    let flags = [(true, true), (false, false), (true, false), (false, true)]
    let whole = each(event, flags) {
      ($0.headline, $0.media, $0.adChoices) = (true, true, true)
      ($0.handlesImpressions, $0.handlesClicks) = ($1.0, $1.1)
      $0.hasVideo = $1.0
    }
    return whole + each(whole[0], [false]) { ($0.headline, $0.adChoices) = ($1, $1) }
  }

  private func calls(_ event: Event) -> [Event] {
    var call = event
    call.parameterPresent = true
    return [call] + both(call) { $0.disableImageLoading = $1 } + both(call) { $0.test = $1 }
      + each(call, [false]) { $0.parameterPresent = $1 }
  }

  private func completions(_ event: Event) -> [Event] {
    let withAd = each(event, [subject.ad, .absent]) {
      ($0.hasAd, $0.hasError, $0.ad) = (true, false, $1)
    }
    return withAd + both(event) { ($0.hasAd, $0.hasError) = (!$1, true) }
  }
}

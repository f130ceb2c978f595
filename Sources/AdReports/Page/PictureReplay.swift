internal import AdSession

/// The lives of a session as bands of its picture, and the lane of each record.
struct PictureReplay: ~Copyable {
  /// The bands of ads, screens and the app, ordered by their start.
  let bands: [PictureLife]
  private let lives: SessionLives
  private let trace: Trace
  /// The index in ``bands`` of each life; nil for one that is not drawn.
  private let ofLife: [Int?]

  init(_ trace: Trace, overrides: [PolicySetting]) {
    self.trace = trace
    lives = SessionLives(trace, overrides: overrides)
    var bands: [PictureLife] = []
    var ofLife: [Int?] = []
    for life in lives.all {
      let lane = PictureLane.Key(life.subject)
      ofLife.append(lane.map { _ in bands.count })
      if let lane { bands.append(PictureLife(life, lane, trace)) }
    }
    self.bands = bands
    self.ofLife = ofLife
  }

  /// The lane of a record.
  func lane(of index: Int) -> PictureLane.Key {
    let event = trace.events[index]
    if let slot = laneOfSlot(event, index) { return slot }
    switch event.kind.eventClass {
    case .app, .lock: return .app
    case .splash, .suppress, .window: return .screen
    default:
      return event.kind == .consentFormShown || event.kind == .consentFormClosed ? .screen : .other
    }
  }

  private func laneOfSlot(_ event: Event, _ index: Int) -> PictureLane.Key? {
    if let band = band(of: index) { return bands[band].lane }
    if let slot = lives.session.slot(of: event) {
      return .slot(unit: lives.session.slots[slot].unit, scene: lives.session.slots[slot].scene)
    }
    return event.unit.isPresent ? .slot(unit: event.unit, scene: event.scene) : nil
  }

  /// The index in ``bands`` of the ad or request of a record; nil if it has none.
  func band(of index: Int) -> Int? { lives.ofEvent[index].flatMap { ofLife[$0] } }

  /// The ad format of a lane; absent if it is unknown or the lane is not that of a slot.
  func format(of lane: PictureLane.Key) -> Word {
    guard case .slot(let unit, let scene) = lane,
      let slot = lives.session.slotNumber(unit: unit, scene: scene)
    else { return .absent }
    return lives.session.slots[slot].format
  }
}

extension Session {
  /// The slot of an event's ad, request or adapter load; nil if it has none.
  fileprivate func slot(of event: Event) -> Int? {
    if event.ad.isPresent, let ad = adNumber(event.ad), let slot = ads[ad].slot.index {
      return slot
    }
    let load = event.load.isPresent ? loadNumber(event.load) : nil
    let request =
      (event.request.isPresent ? requestNumber(event.request) : nil)
      ?? load.flatMap { loads[$0].request.index }
    return request.flatMap { requests[$0].slot.index }
  }
}

extension PictureLane.Key {
  /// The lane in which a life is drawn; nil for adapter loads.
  fileprivate init?(_ subject: Life.Subject) {
    switch subject {
    case .app, .lock: self = .app
    case .splash, .consent, .suppression, .window: self = .screen
    case .slot(let unit, let scene): self = .slot(unit: unit, scene: scene)
    case .adapter: return nil
    }
  }
}

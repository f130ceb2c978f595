public import AdSession

/// The conditions that keep a slot from being free.
public struct Hindrances: OptionSet, Sendable {
  /// One bit a condition.
  public let rawValue: UInt8

  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A load of the slot is in flight.
  public static let flight = Hindrances(rawValue: 1)
  /// A pause of `retry-backs-off` runs.
  public static let pause = Hindrances(rawValue: 2)
  /// Everything else: configuration failure, consent, SDK, termination, scene, cap.
  public static let others = Hindrances(rawValue: 4)
  /// All of them.
  public static let all: Hindrances = [.flight, .pause, .others]
}

extension Moment {
  /// Whether the slot of this unit, scene and format is free: yes, no, or unknown.
  public func isFree(
    unit: Symbol, scene: Symbol, format: Word, hindrances: Hindrances = .all
  ) -> Truth {
    let slot = run.session.slotNumber(unit: unit, scene: scene)
    var hindered: [Truth] = []
    if hindrances.contains(.flight) { hindered.append(hasLoadInFlight(slot: slot)) }
    if hindrances.contains(.pause) { hindered.append(isPausing(slot: slot)) }
    if hindrances.contains(.others) {
      hindered += [
        hasConfigurationFailure(unit), lacksConsent, lacksSDK, isTerminating, hasClosedScene(scene),
        isLandscapeSplit(scene, format), hasReachedCap(format),
      ]
    }
    return Self.noneOf(hindered)
  }

  /// The excuse "unless the slot is not free".
  public func unlessNotFree(unit: Symbol, scene: Symbol, format: Word) -> Excuse {
    switch isFree(unit: unit, scene: scene, format: format) {
    case .yes: .none
    case .no: .excused
    case .unknown(let why): .unknown(why)
    }
  }

  private static func noneOf(_ facts: [Truth]) -> Truth {
    var doubt: Doubt?
    for fact in facts {
      if case .yes = fact { return .no }
      if case .unknown(let why) = fact, doubt == nil { doubt = why }
    }
    return doubt.map(Truth.unknown) ?? .yes(-1)
  }

  /// Whether a pause of `retry-backs-off` runs after the slot's failures.
  func isPausing(slot: Int?) -> Truth {
    guard let base = milliseconds(.retryBaseSeconds), let most = milliseconds(.retryMaxSeconds)
    else { return .unknown(.unknown) }
    if let slot, run.session.slots[slot].failuresInRow > 0 {
      let state = run.session.slots[slot]
      let pause = Backoff.pause(failures: state.failuresInRow, base: base, most: most)
      if elapsed(since: state.lastFailure) < pause {
        return hasGap(since: state.lastFailure) ? .unknown(.gap) : .yes(state.lastFailure)
      }
    }
    guard let gap = run.session.time.lastGap(before: index) else { return .no }
    return elapsed(since: gap) < most ? .unknown(.gap) : .no
  }

  private func hasConfigurationFailure(_ unit: Symbol) -> Truth {
    guard let unit = run.session.unitNumber(unit) else { return .no }
    let failure = run.session.units[unit].configurationFailure
    if failure < 0 { return .no }
    return hasGap(since: failure) ? .unknown(.gap) : .yes(failure)
  }

  private var lacksConsent: Truth {
    guard captures(.consent) else { return .no }
    switch run.session.consent.canRequestAds {
    case nil: return .unknown(.unknown)
    case true?: return .no
    case false?:
      let updated = run.session.consent.updated
      return hasGap(since: updated) ? .unknown(.gap) : .yes(updated)
    }
  }

  private var lacksSDK: Truth {
    guard captures(.consent), run.session.consent.sdkStarted < 0 else { return .no }
    return hasGap(since: -1) ? .unknown(.gap) : .yes(-1)
  }

  private var isTerminating: Truth {
    run.session.app.terminating < 0 ? .no : .yes(run.session.app.terminating)
  }

  /// Whether the scene is disconnected; a gap since may have brought it back or taken it away.
  public func hasClosedScene(_ scene: Symbol) -> Truth {
    guard captures(.scene), scene.isPresent else { return .no }
    let state = run.session.sceneNumber(scene).map { run.session.scenes[$0] }
    if let state, state.disconnected >= 0 {
      return hasGap(since: state.disconnected) ? .unknown(.gap) : .yes(state.disconnected)
    }
    return hasGap(since: state?.lastSize ?? -1) ? .unknown(.gap) : .no
  }

  /// Whether the scene is landscape without filling the display, for a full-screen format.
  public func isLandscapeSplit(_ scene: Symbol, _ format: Word) -> Truth {
    guard captures(.scene), scene.isPresent, format.isFullScreen else { return .no }
    let size = run.session.sceneNumber(scene).map { run.session.scenes[$0].lastSize } ?? -1
    if hasGap(since: size) { return .unknown(.gap) }
    guard size >= 0 else { return .no }
    let event = event(at: size)
    let isSplit = event.orientation == .landscape && event.flag(Flag.fullScreen) == false
    return isSplit ? .yes(size) : .no
  }

  private func hasReachedCap(_ format: Word) -> Truth {
    guard format == .appOpen else { return .no }
    guard let cap = count(.dailyCap), let day = localDay else { return .unknown(.unknown) }
    let seen = showsOfDay(day)
    if Int64(seen.count) >= cap { return .yes(seen.last ?? -1) }
    guard let lost = lostRecords(of: day) else { return .unknown(.gap) }
    return Int64(seen.count) + lost >= cap ? .unknown(.gap) : .no
  }
}

/// The pauses after failed loads.
public enum Backoff {
  /// min(base · 2^(failures − 1), most), in milliseconds.
  public static func pause(failures: Int, base: Int64, most: Int64) -> Int64 {
    guard failures > 0, base < most else { return failures > 0 ? most : 0 }
    let doublings = min(failures - 1, 62)
    let (pause, overflow) = base.multipliedReportingOverflow(by: 1 << Int64(doublings))
    return overflow ? most : min(pause, most)
  }
}

import AppJournal
import Foundation
import GoogleMobileAds
import PropertyTesting
import TestSessions
import Testing

@testable import GoogleMobileAdsJournal

/// An app with one ad, with or without a recorder, which performs random steps.
@MainActor private final class World {
  let ad: RewardedAd
  let recorded: RecordedAd<RewardedAd>?
  let log = Log()
  private var delegates: [Int: AppDelegate] = [:]
  private var nestings = 0

  /// Creates an app without a recorder.
  init() {
    ad = RewardedAd(stubUnit: "same")
    recorded = nil
  }

  init(_ recorded: RecordedAd<RewardedAd>) {
    ad = recorded.ad
    self.recorded = recorded
  }

  /// A step of the app or the SDK.
  enum Step: CustomStringConvertible {
    case give(Int?), set(Int?), drop(Int), track, giveHandler(Int?), setHandler(Int?)
    case present([Callback]), send(Callback, elsewhere: Bool), pay(elsewhere: Bool), earn
    case nest(Int, on: Callback, [Callback])

    var description: String {
      switch self {
      case .give(let number): "give \(number ?? -1)"
      case .set(let number): "set \(number ?? -1)"
      case .drop(let number): "drop \(number)"
      case .track: "track"
      case .giveHandler(let number): "give handler \(number ?? -1)"
      case .setHandler(let number): "set handler \(number ?? -1)"
      case .present(let callbacks): "present \(callbacks)"
      case .send(let callback, let isElsewhere): "\(callback) \(isElsewhere ? "elsewhere" : "")"
      case .pay(let isElsewhere): "pay \(isElsewhere ? "elsewhere" : "")"
      case .earn: "earn"
      case .nest(let number, let callback, let callbacks):
        "\(number) presents on \(callback): \(callbacks)"
      }
    }
  }

  func make(_ step: Step) {
    switch step {
    case .give(let number):
      let delegate = number.map { self.delegate($0) }
      if let recorded {
        recorded.delegate = delegate
      } else {
        ad.fullScreenContentDelegate = delegate
      }
    case .set(let number): ad.fullScreenContentDelegate = number.map { delegate($0) }
    case .drop(let number): delegates[number] = nil
    case .track:
      let tracker = Tracker(log, before: ad.fullScreenContentDelegate)
      delegates[100 + delegates.count] = tracker
      ad.fullScreenContentDelegate = tracker
    case .giveHandler(let number):
      let handler = number.map { self.handler($0) }
      if let recorded { recorded.paidEventHandler = handler } else { ad.paidEventHandler = handler }
    case .setHandler(let number): ad.paidEventHandler = number.map { handler($0) }
    case .present(let callbacks): present(callbacks)
    case .send(let callback, let isElsewhere): onSome(isElsewhere) { $0.send(callback) }
    case .pay(let isElsewhere): onSome(isElsewhere) { $0.pay("0.002") }
    case .earn: ad.stubEarn()
    case .nest(let number, let callback, let callbacks): nest(number, callback, callbacks)
    }
  }

  private func present(_ callbacks: [Callback]) {
    let ad = ad
    ad.stubOnPresent = { [weak ad] _ in for callback in callbacks { ad?.send(callback) } }
    let log = log
    if let recorded {
      recorded.present(from: nil) { log.add("earned") }
    } else {
      ad.present(from: nil) { log.add("earned") }
    }
  }

  /// A delegate that presents again in its first calls.
  private func nest(_ number: Int, _ callback: Callback, _ callbacks: [Callback]) {
    delegate(number).reaction = { [weak self] what, _ in
      guard what.hasPrefix(callback.rawValue), let self else { return }
      onThisThread {
        guard self.nestings < 3 else { return }
        self.nestings += 1
        self.present(callbacks)
      }
    }
  }

  private func onSome(_ isElsewhere: Bool, _ body: @escaping (RewardedAd) -> Void) {
    let ad = ad
    if isElsewhere { elsewhere { body(ad) } } else { body(ad) }
  }

  private func delegate(_ number: Int) -> AppDelegate {
    if let delegate = delegates[number] { return delegate }
    let delegate = AppDelegate("\(number)", log)
    delegates[number] = delegate
    return delegate
  }

  private func handler(_ number: Int) -> (AdValue) -> Void {
    let log = log
    return { log.add("handler \(number) \($0.value)") }
  }
}

extension World.Step {
  /// The feature that a step covers; `nil` if every case covers it.
  fileprivate var label: String? {
    switch self {
    case .give: "given"
    case .set: "set"
    case .drop: "dropped"
    case .track: "wrapped"
    case .nest: "nested"
    case .send(_, elsewhere: true), .pay(elsewhere: true): "elsewhere"
    case .pay, .giveHandler, .setHandler: "paid"
    case .present, .send, .earn: nil
    }
  }

  fileprivate static func draw(_ choices: Choices) -> Self {
    let who = choices.int(-1...2)
    let number = who < 0 ? nil : who
    let callbacks = Callback.allCases
    switch choices.weighted([6, 4, 2, 1, 1, 2, 2, 1, 2, 1]) {
    case 0: return .send(choices.pick(callbacks), elsewhere: choices.bool(probability: 0.3))
    case 1: return .present((0..<choices.int(0...3)).map { _ in choices.pick(callbacks) })
    case 2: return .give(number)
    case 3: return .set(number)
    case 4: return .track
    case 5: return .giveHandler(number)
    case 6: return .setHandler(number)
    case 7: return .drop(max(0, who))
    case 8: return choices.bool() ? .earn : .pay(elsewhere: choices.bool(probability: 0.3))
    default:
      return .nest(
        max(0, who), on: choices.pick(callbacks),
        (0..<choices.int(0...2)).map { _ in choices.pick(callbacks) })
    }
  }
}

@MainActor struct SameForTheAppTests {
  @Test func `an app receives the same calls with and without a recorder`() throws {
    StubAds.deliver("same")
    let journal = try TestJournal()
    var settings = CheckSettings(cases: 1_000 * rounds)
    settings.requirements = ["given", "set", "dropped", "wrapped", "nested", "elsewhere", "paid"]
      .map { Requirement($0, atLeast: 100) }
    try check("an app receives the same calls with and without a recorder", settings) { trial in
      nonisolated(unsafe) var loaded: RecordedAd<RewardedAd>?
      journal.recorder.load(RewardedAd.self, with: "same") { ad, _ in loaded = ad }
      guard let loaded else { return trial.fail("no ad", because: "the stub delivers one") }
      let steps = (0..<trial.choices.int(1...12)).map { _ in World.Step.draw(trial.choices) }
      let (plain, recorded) = (World(), World(loaded))
      for step in steps {
        if let label = step.label { trial.label(label) }
        plain.make(step)
        recorded.make(step)
      }
      trial.note("\(steps)")
      trial.note("without: \(plain.log.lines)")
      trial.note("with:    \(recorded.log.lines)")
      trial.expect(plain.log.lines == recorded.log.lines, "the same calls in the same order")
    }
  }
}

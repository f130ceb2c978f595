import AdRecording
import AppJournal
import Foundation
import GoogleMobileAds
import Platform

/// Interstitials through ``AdRecorder``, with an ad manager of the app.
@MainActor struct RecordedAds {
  let count: Int
  private let listener = Listener()
  private let recorder: AdRecorder
  private let unit = "recorded"

  init(folder: String, count: Int) {
    self.count = count
    recorder = AdRecorder(SessionRecorder(toMeasureIn: folder, policy: [], system: .live))
  }

  func run() -> Costs {
    // The first events go through the record feed, which ends because nothing follows it.
    for number in 0..<500 { discard(number) }
    let begin = recorder.session.status.newest
    var costs = Costs()
    for number in 0..<count {
      show(number, &costs)
      Costs.pause(30_000)
    }
    let status = recorder.session.status
    (costs.ads, costs.records, costs.lost) = (count, Int(status.newest - begin), status.lost)
    recorder.session.endAndWait()
    return costs
  }

  private func discard(_ number: Int) {
    var costs = Costs()
    show(number, &costs)
    Costs.pause(30_000)
  }

  private func show(_ number: Int, _ costs: inout Costs) {
    let info = Answers.response(number)
    var waiting: StubAds.Load?
    nonisolated(unsafe) var ad: GoogleJournal.RecordedAd<InterstitialAd>?
    StubAds.answer(unit) { waiting = $0 }
    costs.time("load") {
      recorder.load(InterstitialAd.self, with: unit) { loaded, _ in ad = loaded }
    }
    costs.time("loaded") { _ = waiting?.deliver(info) }
    waiting = nil
    guard let shown = ad else { return }
    costs.time("delegate") { shown.delegate = listener }
    costs.time("paid handler") { shown.paidEventHandler = { _ in } }
    costs.time("present") { shown.present(from: nil, trigger: .transition) }
    Callbacks.run(shown.ad, &costs)
    costs.time("discard") { shown.discard(.shown) }
  }
}

internal import AdSession

extension Pattern {
  /// Comparison with what the adapter was asked for: a mapped ad's images come that way.
  ///
  /// An adapter can map before it completes, so that a later event says whose load the ad is: what
  /// is unknown at the mapping is judged when the session is over.
  static func imagesAsAskedFor() -> Pattern {
    Pattern(
      [.kind(.nativeMapped)],
      visit: { moment, monitor in
        guard let images = moment.event.images, images > 0 else { return }
        guard let judgement = moment.judgeImages() else {
          monitor.lists[0, default: []].append(moment.index)
          return
        }
        monitor.report(judgement, of: moment)
      },
      needsFinish: .visited,
      finish: { run, monitor in
        for index in monitor.lists.removeValue(forKey: 0) ?? [] {
          let moment = run.moment(index)
          let doubt: Doubt = run.session.time.firstGap(after: -1) == nil ? .unknown : .gap
          let judgement = moment.judgeImages() ?? .undecided(doubt)
          monitor.report(judgement, of: index, in: run)
        }
      })
  }
}

extension Moment {
  /// Whether the images come as asked for; nil where it is not known yet whose load the ad is.
  fileprivate func judgeImages() -> Judgement? {
    guard let load = loadOfMappedAd(index), let called = loadState(load.load)?.calledIndex,
      called >= 0
    else { return nil }
    let asked: Word = event(at: called).flag(Flag.disableImageLoading) == true ? .url : .image
    guard [.image, .url].contains(event.imagesAs) else { return .undecided(.unknown) }
    if event.imagesAs == asked { return .kept }
    let witness = Run.sorted([called, index] + load.witness)
    let came = event.imagesAs.text ?? "?"
    return .violated(
      Violation(
        witness: witness, certainAt: witness.last ?? index,
        because: """
          native ad \(text(event.ad)) came with images as \(came) where \(asked.text ?? "?") \
          was asked for
          """))
  }
}

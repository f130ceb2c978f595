internal import AdSession

extension Pattern {
  /// Comparison with what the adapter was asked for: a mapped ad's images come that way.
  ///
  /// An adapter can map before it completes, so that a later event says whose load the ad is: what
  /// is unknown at the mapping is judged when the session is over.
  static func imagesAsAskedFor() -> Pattern {
    Pattern(
      [.kind(.nativeMapped)],
      visit: { context, state in
        guard let images = context.event.images, images > 0 else { return }
        guard let judgement = context.judgeImages() else {
          state.lists[0, default: []].append(context.index)
          return
        }
        state.report(judgement, of: context)
      },
      needsFinish: .visited,
      finish: { evaluation, state in
        for index in state.lists.removeValue(forKey: 0) ?? [] {
          let context = evaluation.context(index)
          let doubt: Doubt = evaluation.session.time.firstGap(after: -1) == nil ? .unknown : .gap
          let judgement = context.judgeImages() ?? .undecided(doubt)
          state.report(judgement, of: index, in: evaluation)
        }
      })
  }
}

extension EvaluationContext {
  /// Whether the images come as asked for; nil where it is not known yet whose load the ad is.
  fileprivate func judgeImages() -> Judgement? {
    guard let load = loadOfMappedAd(index), let called = loadState(load.load)?.calledIndex,
      called >= 0
    else { return nil }
    let asked: Word = event(at: called).flag(Flag.disableImageLoading) == true ? .url : .image
    guard [.image, .url].contains(event.imagesAs) else { return .undecided(.unknown) }
    if event.imagesAs == asked { return .kept }
    let witness = Evaluation.sorted([called, index] + load.witness)
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

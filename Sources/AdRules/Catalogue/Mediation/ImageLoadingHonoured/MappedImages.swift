internal import AdSession

extension Pattern {
  /// Comparison with the adapter's call: the images of a mapped ad come in the requested form.
  ///
  /// An adapter can map an ad before its load completes. If the load of an ad is unknown at the
  /// mapping, it is judged at the end of the session.
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
          let doubt: Doubt = evaluation.session.time.firstGap(after: .none) == nil ? .unknown : .gap
          let judgement = context.judgeImages() ?? .undecided(doubt)
          state.report(judgement, of: index, in: evaluation)
        }
      })
  }
}

extension EvaluationContext {
  /// The judgement of a mapping; nil while the load of the ad is unknown.
  fileprivate func judgeImages() -> Judgement? {
    guard let load = loadOfMappedAd(index), let called = loadState(load.load)?.calledIndex.index
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
          native ad \(text(event.ad)) has its images in the form \(came), \
          but the form \(asked.text ?? "?") was requested
          """))
  }
}

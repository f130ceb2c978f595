internal import AdSession

/// Sequences of records that belong together, such as a background span.
///
/// They spare a search over all pairs, triples and quadruples of records.
enum RecordSequences {
  /// The sequences about a session, shorter ones first.
  static func all(_ material: RecordMaterial, kinds: [EventKind]) -> [[Event]] {
    let subjects = [material.fresh, material.subject] + material.others
    var sequences = spans(material)
    for subject in subjects {
      for kinds in ofAds {
        sequences += sequence(kinds, material, subject)
      }
    }
    let known = sequences.filter { $0.allSatisfy { kinds.contains($0.kind) } }
    return known.sorted { $0.count < $1.count }
  }

  private static let ofAds: [[EventKind]] = [
    [.adPresentRequested, .adWillPresent],
    [.adWillPresent, .adDismissed],
    [.adClicked, .adWillPresent],
    [.adRequested, .adLoaded],
    [.adRequested, .adFailedToLoad],
    [.adFailedToLoad, .adFailedToLoad],
    [.adDismissed, .adRequested],
    [.adFailedToPresent, .adFailedToPresent],
    [.viewAppeared, .viewHidden],
    [.windowShown, .windowClosed],
    [.videoPlayed, .videoEnded],
    [.videoPlayed, .videoPaused],
    [.videoMuted, .videoUnmuted],
    [.adapterLoadCalled, .adapterCompleted],
    [.splashBegan, .splashFinished],
    [.splashFinished, .contentShown],
    [.userActed, .userActed],
    [.suppressionBegan, .suppressionEnded],
    [.adShowDecided, .adWillPresent],
    [.adPresentRequested, .adWillPresent, .adDismissed],
    [.adRequested, .adLoaded, .adWillPresent],
    [.adRequested, .adFailedToLoad, .adRequested, .adFailedToLoad],
  ]

  private static func sequence(
    _ kinds: [EventKind], _ material: RecordMaterial, _ subject: Subject
  ) -> [[Event]] {
    let records = kinds.compactMap { material.records($0, about: subject).first }
    guard records.count == kinds.count else { return [] }
    let requests = records.filter { $0.kind == .adRequested }.count
    return requests > 1 ? [] : [records]
  }

  /// Background spans, caused by a lock or not.
  private static func spans(_ material: RecordMaterial) -> [[Event]] {
    func records(_ kinds: [EventKind]) -> [Event] { kinds.map { Event($0) } }
    return [
      records([.appEnteredBackground, .appEnteringForeground]),
      records([.deviceLocked, .appEnteredBackground]),
      records([.appEnteredBackground, .deviceLocked]),
      records([.appEnteringForeground, .appEnteredBackground]),
      records([.appResignedActive, .appBecameActive]),
      records([.appResignedActive, .appEnteredBackground, .appEnteringForeground]),
      records([.deviceLocked, .appEnteredBackground, .appEnteringForeground]),
      records([.appEnteredBackground, .deviceLocked, .appEnteringForeground]),
      records([
        .appResignedActive, .appEnteredBackground, .appEnteringForeground, .appBecameActive,
      ]),
    ]
  }
}

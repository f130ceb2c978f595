internal import AdSession

extension EvaluationContext {
  /// The exemption of a trigger whose slot has another ready ad or is not free.
  var unlessAnotherAdIsReadyOrItsSlotIsNotFree: Exemption { unlessReadyOrNotFree(except: ad) }

  /// The exemption of a trigger whose slot has a ready ad, other than `except`, or is not free.
  func unlessReadyOrNotFree(except: Int? = nil) -> Exemption {
    let ready = hasReadyAdInItsSlot(except: except)
    if case .yes = ready { return .exempt }
    let free = unlessItsSlotIsNotFree
    guard case .unknown(let why) = ready else { return free }
    return switch free {
    case .none, .unknown(.earlierShows): .unknown(why)
    case .exempt, .onlyIfBroken, .unknown: free
    }
  }
}

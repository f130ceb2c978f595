internal import AdJournal
internal import AdSession

// The decider uses words of the vocabulary, the recorder one type per field.

extension Recorded.AdRequested.Reason {
  init?(_ word: Word) {
    switch word {
    case .launch: self = .launch
    case .foreground: self = .foreground
    case .background: self = .background
    case .dismissed: self = .dismissed
    case .failedToPresent: self = .failedToPresent
    case .notReady: self = .notReady
    case .expired: self = .expired
    case .resized: self = .resized
    case .retry: self = .retry
    case .user: self = .user
    case .config: self = .config
    default: return nil
    }
  }
}

extension Recorded.AdDiscarded.Reason {
  init?(_ word: Word) {
    switch word {
    case .expired: self = .expired
    case .replaced: self = .replaced
    case .resized: self = .resized
    case .sceneClosed: self = .sceneClosed
    case .memory: self = .memory
    case .shown: self = .shown
    case .other: self = .other
    default: return nil
    }
  }
}

extension Recorded.AdShowDecided.Reason {
  init?(_ word: Word) {
    switch word {
    case .ready: self = .ready
    case .notReady: self = .notReady
    case .expired: self = .expired
    case .showing: self = .showing
    case .dailyCap: self = .dailyCap
    case .interval: self = .interval
    case .locked: self = .locked
    case .suppressed: self = .suppressed
    case .firstLaunches: self = .firstLaunches
    case .noConsent: self = .noConsent
    case .doesNotFit: self = .doesNotFit
    case .contentShown: self = .contentShown
    default: return nil
    }
  }
}

extension Recorded.Trigger {
  init?(_ word: Word) {
    switch word {
    case .launch: self = .launch
    case .foreground: self = .foreground
    case .active: self = .active
    case .user: self = .user
    case .transition: self = .transition
    default: return nil
    }
  }
}

extension Recorded.Orientation {
  init?(_ word: Word) {
    switch word {
    case .portrait: self = .portrait
    case .landscape: self = .landscape
    default: return nil
    }
  }
}

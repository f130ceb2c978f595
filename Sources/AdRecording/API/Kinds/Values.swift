// Written by Tools/regenerate/regenerate.py from Journals/formats/1/vocabulary.tsv; do not edit.

internal import AdSession

extension Recorded {
  /// `confidence` of several kinds.
  public enum Confidence: Sendable {
    /// `known`
    case known
    /// `hint`
    case hint

    var word: Word {
      switch self {
      case .known: .known
      case .hint: .hint
      }
    }
  }

  /// `why` of several kinds.
  public enum Why: Sendable {
    /// `picker`
    case picker
    /// `purchase`
    case purchase
    /// `share`
    case share
    /// `browser`
    case browser
    /// `permission`
    case permission
    /// `other`
    case other

    var word: Word {
      switch self {
      case .picker: .picker
      case .purchase: .purchase
      case .share: .share
      case .browser: .browser
      case .permission: .permission
      case .other: .other
      }
    }
  }

  /// `orientation` of several kinds.
  public enum Orientation: Sendable {
    /// `portrait`
    case portrait
    /// `landscape`
    case landscape
    /// `unknown`
    case unknown

    var word: Word {
      switch self {
      case .portrait: .portrait
      case .landscape: .landscape
      case .unknown: .unknown
      }
    }
  }

  /// `format` of several kinds.
  public enum Format: Sendable {
    /// `app_open`
    case appOpen
    /// `interstitial`
    case interstitial
    /// `rewarded`
    case rewarded
    /// `rewarded_interstitial`
    case rewardedInterstitial
    /// `banner`
    case banner
    /// `native`
    case native

    var word: Word {
      switch self {
      case .appOpen: .appOpen
      case .interstitial: .interstitial
      case .rewarded: .rewarded
      case .rewardedInterstitial: .rewardedInterstitial
      case .banner: .banner
      case .native: .native
      }
    }
  }

  /// `trigger` of several kinds.
  public enum Trigger: Sendable {
    /// `launch`
    case launch
    /// `foreground`
    case foreground
    /// `active`
    case active
    /// `user`
    case user
    /// `transition`
    case transition
    /// `loaded`
    case loaded

    var word: Word {
      switch self {
      case .launch: .launch
      case .foreground: .foreground
      case .active: .active
      case .user: .user
      case .transition: .transition
      case .loaded: .loaded
      }
    }
  }
}

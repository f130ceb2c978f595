internal import AdRecording

#if canImport(GoogleMobileAds)
  internal import AdCapture
  internal import Foundation
  internal import GoogleMobileAds

  extension AdError {
    /// An error of the SDK: numbers and domains, never its text.
    init(_ error: any Error) {
      let error = error as NSError
      let cause = (error.userInfo[NSUnderlyingErrorKey] as? NSError).map {
        Cause(domain: $0.domain, code: $0.code)
      }
      self.init(domain: error.domain, code: error.code, cause: cause)
    }
  }

  extension Response {
    /// What the servers answered; nothing of the ad itself, nor of the network's configuration.
    init(_ info: ResponseInfo?) {
      let loaded = info?.loadedAdNetworkResponseInfo
      self.init(
        id: info?.responseIdentifier, adapter: loaded?.adNetworkClassName,
        lines: (info?.adNetworkInfoArray ?? []).map { Line($0, isLoaded: $0 === loaded) })
    }

    /// What the servers answered to a load that failed; found by its type, since the name of its
    /// key in Swift differs between versions of the SDK.
    init(of error: any Error) {
      let found = (error as NSError).userInfo.values.lazy.compactMap { $0 as? ResponseInfo }
      self.init(found.first)
    }
  }

  extension Response.Line {
    fileprivate init(_ info: AdNetworkResponseInfo, isLoaded: Bool) {
      self.init(
        adapter: info.adNetworkClassName, seconds: info.latency,
        errorCode: info.error.map { ($0 as NSError).code }, isLoaded: isLoaded)
    }
  }

  extension Recorded.AdPaid.Precision {
    /// The precision by its number, which is the same in all versions of the SDK.
    init(number: Int) {
      switch number {
      case 1: self = .estimated
      case 2: self = .publisher
      case 3: self = .precise
      default: self = .unknown
      }
    }
  }
#endif

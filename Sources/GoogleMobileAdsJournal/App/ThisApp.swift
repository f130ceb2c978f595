public import AdRecording

#if canImport(GoogleMobileAds) && canImport(UIKit)
  internal import Foundation
  internal import GoogleMobileAds
  internal import UIKit

  #if canImport(Darwin)
    internal import Darwin
  #endif

  extension SessionFacts {
    /// What is known of this app, its phone and its SDK; nothing that identifies a person or device.
    ///
    /// - Parameters:
    ///   - build: Whether this is a debug build, with test units, or the one that people have.
    ///   - launchCount: Launches of this install, this one included, where the app counts them.
    @MainActor public static func thisApp(
      build: Recorded.SessionBegan.Build, launchCount: Int? = nil
    ) -> SessionFacts {
      let (bundle, device) = (Bundle.main, UIDevice.current)
      let version = bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString")
      let sdk = MobileAds.shared.versionNumber
      var facts = SessionFacts(
        app: bundle.bundleIdentifier ?? "unknown", appVersion: version as? String ?? "unknown",
        build: build, os: device.systemName, osVersion: device.systemVersion,
        sdk: "google-mobile-ads",
        sdkVersion: "\(sdk.majorVersion).\(sdk.minorVersion).\(sdk.patchVersion)")
      facts.device = deviceClass
      facts.timezone = TimeZone.current.identifier
      facts.launchCount = launchCount
      facts.supportsSeveralWindows = UIApplication.shared.supportsMultipleScenes
      return facts
    }

    /// Such as `iPhone15,2`: millions of phones have it in common.
    private static var deviceClass: String? {
      #if canImport(Darwin)
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        return withUnsafeBytes(of: names.machine) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
      #else
        return nil
      #endif
    }
  }
#endif

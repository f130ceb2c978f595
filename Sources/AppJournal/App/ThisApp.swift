public import AdRecording

#if canImport(UIKit)
  internal import Foundation
  internal import UIKit

  #if canImport(Darwin)
    internal import Darwin
  #endif

  /// The ad SDK of an app, as the header of a journal names it.
  public struct AppSDK: Equatable, Sendable {
    /// The name, such as `google-mobile-ads`.
    public var name: String
    /// The version, such as `13.1.0`.
    public var version: String

    /// Creates an SDK from its name and version.
    public init(name: String, version: String) {
      self.name = name
      self.version = version
    }
  }

  extension SessionFacts {
    /// The facts about this app, its device model and its SDK; nothing that identifies a person or
    /// device.
    ///
    /// - Parameters:
    ///   - build: The kind of build: `debug` uses test ad units, `release` live ones.
    ///   - launchCount: The number of launches of this install including this one, if the app
    ///     counts them.
    ///   - sdk: The ad SDK. The sources of an SDK add a value, such as `.googleMobileAds`.
    @MainActor public static func thisApp(
      build: Recorded.SessionBegan.Build, launchCount: Int? = nil, sdk: AppSDK
    ) -> SessionFacts {
      let (bundle, device) = (Bundle.main, UIDevice.current)
      let version = bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString")
      var facts = SessionFacts(
        app: bundle.bundleIdentifier ?? "unknown", appVersion: version as? String ?? "unknown",
        build: build, os: device.systemName, osVersion: device.systemVersion,
        sdk: sdk.name, sdkVersion: sdk.version)
      facts.device = deviceModel
      facts.timezone = TimeZone.current.identifier
      facts.launchCount = launchCount
      facts.supportsSeveralWindows = UIApplication.shared.supportsMultipleScenes
      return facts
    }

    /// The device model, such as `iPhone15,2`, which millions of devices share.
    private static var deviceModel: String? {
      #if canImport(Darwin)
        var name = [UInt8](repeating: 0, count: 64)
        var size = name.count
        guard sysctlbyname("hw.machine", &name, &size, nil, 0) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
      #else
        return nil
      #endif
    }
  }
#endif

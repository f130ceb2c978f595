import AdRecording
import AdSession
import AppJournal
import Foundation
import GoogleMobileAds
import Platform

/// Shows ads in one of three ways and prints the cost on the main thread as JSON.
///
///     ShownAds bare|recorded|decided FOLDER ADS
///
/// The SDK is the stub of the tests, and the app does nothing. So the measured time is that of the
/// recorder, plus the calls of the bare SDK, which `bare` measures.
@main
enum Shown {
  @MainActor static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let ads = Int(arguments[3]) else {
      print("ShownAds bare|recorded|decided FOLDER ADS")
      exit(2)
    }
    let costs =
      switch arguments[1] {
      case "recorded": RecordedAds(folder: arguments[2], count: ads).run()
      case "decided": DecidedAds(folder: arguments[2], count: ads).run()
      default: BareAds(count: ads).run()
      }
    print(costs.json)
  }
}

/// The time in nanoseconds and the number of calls, by name.
struct Costs {
  private var names: [String] = []
  private var times: [[Int]] = []
  /// The number of ads.
  var ads = 0
  /// The number of records.
  var records = 0
  /// The number of dropped records.
  var lost: Int64 = 0

  mutating func time(_ name: String, _ body: () -> Void) {
    let before = Self.now
    body()
    let passed = Self.now - before
    if let number = names.firstIndex(of: name) {
      times[number].append(passed)
    } else {
      names.append(name)
      times.append([passed])
    }
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Waits without a system call, so that the writer keeps up.
  static func pause(_ nanoseconds: Int) {
    let end = now + nanoseconds
    while now < end {}
  }

  var json: String {
    let calls = zip(names, times).map { name, times in
      let sorted = times.sorted()
      let p50 = sorted[sorted.count / 2]
      let p99 = sorted[sorted.count * 99 / 100]
      return "{\"call\":\"\(name)\",\"count\":\(times.count),\"p50\":\(p50),\"p99\":\(p99)}"
    }
    return """
      {"ads":\(ads),"records":\(records),"lost":\(lost),"calls":[\(calls.joined(separator: ","))]}
      """
  }
}

/// An app that implements all delegate methods and does nothing.
final class Listener: NSObject, FullScreenContentDelegate {
  func adDidRecordImpression(_ ad: any FullScreenPresentingAd) {}
  func adWillPresentFullScreenContent(_ ad: any FullScreenPresentingAd) {}
  func adWillDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {}
  func adDidDismissFullScreenContent(_ ad: any FullScreenPresentingAd) {}
}

/// The response of the ad servers: two line items, of which the second one delivered the ad.
enum Answers {
  static func response(_ number: Int) -> ResponseInfo {
    let loaded = AdNetworkResponseInfo(stubClass: "GADMediationAdapterMeta", latency: 0.312)
    let asked = AdNetworkResponseInfo(
      stubClass: "GADMediationAdapterUnity", latency: 0.25, error: NSError(domain: "u", code: 3))
    return ResponseInfo(
      stubIdentifier: "CPqS\(number)vYXR1cmRheQ", loaded: loaded, networks: [asked, loaded])
  }

  static var value: AdValue {
    AdValue(stubValue: NSDecimalNumber(string: "0.0123"), currency: "EUR", precision: .precise)
  }
}

extension SessionRecorder {
  /// A recorder with large files, because only the main thread is measured.
  convenience init(toMeasureIn folder: String, policy: [PolicySetting], system: SystemCalls) {
    var facts = SessionFacts(
      app: "com.example.app", appVersion: "1.0", build: .release, os: "iOS", osVersion: "26.1",
      sdk: "google-mobile-ads", sdkVersion: "13.1.0")
    facts.captures = [.consent, .lock, .delegate, .handler, .revenue, .decision]
    facts.policy = policy
    self.init(folder: folder, facts: facts, system: system) { options in
      options.totalBytes = 0
      options.queueBytes = 4 << 20
    }
  }
}

/// A vendor of an ad SDK, and what its support asks.
package enum TicketVendor: String, CaseIterable, Sendable {
  case applovin
  case google
  case levelplay

  /// The name of the SDK.
  package var name: String {
    switch self {
    case .applovin: "AppLovin MAX"
    case .google: "Google Mobile Ads"
    case .levelplay: "Unity LevelPlay"
    }
  }

  /// The value of the header field `sdk`.
  package var sdk: String {
    switch self {
    case .applovin: "applovin-max"
    case .google: "google-mobile-ads"
    case .levelplay: "levelplay"
    }
  }

  /// Where its support takes reports.
  var link: String {
    switch self {
    case .applovin: "https://github.com/AppLovin/AppLovin-MAX-SDK-iOS/issues"
    case .google: "https://groups.google.com/g/google-admob-ads-sdk"
    case .levelplay: "https://docs.unity.com/grow/ads/support"
    }
  }

  /// The questions, in the order of the vendor's form.
  var questions: [TicketQuestion] {
    switch self {
    case .applovin:
      [
        .environment, .behavior, .expectation, .steps,
        .blank("Demo app", "Does it happen in the demo app of the SDK, too?"), .since, .frequency,
        .ads,
        .blank(
          "Verbose log",
          "Turn on verbose logging before the SDK starts, follow the steps, and attach the log "
            + "from the start of the app on."),
        .blank("Account", "The bundle id of the app, and the last digits of the SDK key."),
        .blank("Video", "A recording of the screen, if the problem can be seen."),
      ]
    case .google:
      [
        .environment,
        .blank("Plugin", "The plugin and its version, if the app uses one (Flutter, Unity, …)."),
        .behavior, .expectation, .steps,
        .blank("Sample project", "A small project that shows the problem with test ad units."),
        .since, .frequency, .ads,
        .blank(
          "Network traffic",
          "A log of a proxy, such as Charles, of a session with the problem: the response ids "
            + "belong to it."),
      ]
    case .levelplay:
      [
        .environment, .blank("App key", "The key of the app in the LevelPlay platform."),
        .behavior, .expectation, .steps, .frequency, .since, .ads,
        .blank(
          "Device log",
          "The log of the device from the start of the app on, with the lines in which the SDK "
            + "starts. Turn on the debug logs of the adapters first."),
        .blank(
          "Integration check", "What the integration helper or the test suite of the SDK prints."),
      ]
    }
  }
}

/// A question of a vendor.
enum TicketQuestion: Sendable {
  /// Versions of app, SDK, system and device.
  case environment
  /// What happens.
  case behavior
  /// What should happen.
  case expectation
  /// The records that lead to the violation.
  case steps
  /// Since which version, and since when.
  case since
  /// How often, and for how many users.
  case frequency
  /// Network, creative, ad unit and response id.
  case ads
  /// What no journal says: a heading, and what to fill in or to attach.
  case blank(String, String)

  /// The heading of the answer.
  var heading: String {
    switch self {
    case .environment: "Versions and device"
    case .behavior: "What happens"
    case .expectation: "What should happen"
    case .steps: "Steps"
    case .since: "First seen"
    case .frequency: "How often"
    case .ads: "The ad"
    case .blank(let heading, _): heading
    }
  }
}

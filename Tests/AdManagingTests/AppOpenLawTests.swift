import AdSession
import AdSimulator
import Testing

/// Properties of simulated sessions that the manager drives with the real recorder.
@MainActor struct AppOpenLawTests {
  /// The simulated apps with app-open ads, and an iPad app with app-open ads in each of its
  /// windows.
  static func profile(_ name: String) throws -> Profile {
    if let profile = Profile.named(name) { return profile }
    return Profile(
      name: name, units: [(.appOpen, "4410027801")], isMultiScene: true,
      captures: Profile.splash.captures + [.fit])
  }

  @Test(arguments: ["app-open", "splash", "combined", "windows"])
  func `the app-open manager violates no rule without faults`(profile: String) throws {
    var installs = Installs(Simulation(profile: try Self.profile(profile)))
    try installs.run(25 * Installs.rounds, from: 1_000)
    #expect(installs.violations.isEmpty, "\(installs.violations.prefix(5))")
    #expect(installs.shows[.foreground, default: 0] > 5)
    #expect(profile == "windows" || installs.shows[.launch, default: 0] > 5)
  }

  /// The faults include midnight, clock changes, time zone changes, kills and relaunches.
  @Test(arguments: ["app-open", "splash", "combined", "windows"])
  func
    `the app-open manager violates no rule under all faults, except what a fault violates by itself`(
      profile: String
    ) throws
  {
    var installs = Installs(Simulation(profile: try Self.profile(profile), faults: .all))
    try installs.run(50 * Installs.rounds, from: 2_000)
    #expect(installs.violations.isEmpty, "\(installs.violations.prefix(5))")
    for rule in ["lock-is-not-background", "minimum-background", "app-open-max-age"] {
      #expect(installs.activations[rule, default: 0] > 0, "\(rule)")
    }
    #expect(installs.shows[.foreground, default: 0] > 5)
    #expect(profile == "windows" || installs.shows[.launch, default: 0] > 5)
  }
}

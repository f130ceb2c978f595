import AdSession
import AdSimulator
import Testing

/// The law: a session that the manager drives, with the real recorder, breaks no rule.
@MainActor struct AppOpenLawTests {
  /// The simulated apps with app-open ads, and an iPad app with one in each of its windows.
  static func profile(_ name: String) throws -> Profile {
    if let profile = Profile.named(name) { return profile }
    return Profile(
      name: name, units: [(.appOpen, "4410027801")], isMultiScene: true,
      captures: Profile.splash.captures + [.fit])
  }

  @Test(arguments: ["app-open", "splash", "combined", "windows"])
  func `Without faults nothing is broken`(profile: String) throws {
    var installs = Installs(Simulation(profile: try Self.profile(profile)))
    try installs.run(25 * Installs.rounds, from: 1_000)
    #expect(installs.violations.isEmpty, "\(installs.violations.prefix(5))")
    #expect(installs.shows[.foreground, default: 0] > 5)
    #expect(profile == "windows" || installs.shows[.launch, default: 0] > 5)
  }

  /// Midnight, jumps of the clock, changes of the zone, kills and relaunches are among the faults.
  @Test(arguments: ["app-open", "splash", "combined", "windows"])
  func `Under all faults nothing is broken but what they break by themselves`(
    profile: String
  ) throws {
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

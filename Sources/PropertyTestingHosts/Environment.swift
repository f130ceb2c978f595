internal import Foundation
public import PropertyTesting

extension CheckSettings {
  /// These settings as the environment of the test run changes them.
  ///
  /// `ADJOURNAL_SEED` begins the search elsewhere, `ADJOURNAL_ROUNDS` multiplies the cases and what is
  /// required of them, `ADJOURNAL_REPLAY` runs one case (`seed:…` or `choices:…`, as a failure prints
  /// it).
  ///
  /// - Parameter test: The name of the test, for the command that a failure prints.
  public func fromEnvironment(test: String? = nil) -> CheckSettings {
    let variables = ProcessInfo.processInfo.environment
    var settings = self
    if let seed = variables["ADJOURNAL_SEED"].flatMap(UInt64.init) { settings.seed = seed }
    if let rounds = variables["ADJOURNAL_ROUNDS"].flatMap(Int.init), rounds > 0 {
      settings.cases *= rounds
      settings.requirements = requirements.map {
        Requirement($0.label, atLeast: $0.count * rounds)
      }
    }
    settings.replay = variables["ADJOURNAL_REPLAY"].flatMap { Replay($0) } ?? settings.replay
    if let test, settings.command == nil { settings.command = "swift test --filter '\(test)'" }
    return settings
  }
}

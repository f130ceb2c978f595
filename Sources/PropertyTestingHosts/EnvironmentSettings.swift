internal import Foundation
public import PropertyTesting

extension CheckSettings {
  /// Applies the environment variables of the test run to these settings.
  ///
  /// - `ADJOURNAL_SEED` replaces the seed.
  /// - `ADJOURNAL_ROUNDS` multiplies the number of cases and the requirements.
  /// - `ADJOURNAL_REPLAY` runs a single case: `seed:…` or `choices:…`, as printed by a failure.
  ///
  /// Invalid values are ignored.
  ///
  /// - Parameter test: The name of the test, used in the command that a failure prints.
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

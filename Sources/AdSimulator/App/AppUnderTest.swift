public import AdSession

/// An app whose own ad manager is tested: it states its policy, and the simulator invents nothing.
///
/// Without it, a world draws the thresholds of each process and changes them as it likes, as suits
/// the simulated apps, whose managers read the policy of the session.
public struct AppUnderTest: Sendable {
  /// The thresholds that the header of each session states.
  public var policy: [PolicySetting]
  /// The policies that the server of the app can send while the app runs; none by default.
  public var remotePolicies: [[PolicySetting]]

  /// Creates an app with a policy.
  public init(policy: [PolicySetting] = [], remotePolicies: [[PolicySetting]] = []) {
    self.policy = policy
    self.remotePolicies = remotePolicies
  }
}

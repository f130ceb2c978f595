import AdCapture
import PropertyTesting
import Testing

struct AppPhasesTests {
  /// The notifications of a launch, a dialog, a background and the return, from one source.
  private static let visit: [AppPhases.Signal] = [
    .enteringForeground, .becameActive, .resignedActive, .becameActive, .resignedActive,
    .enteredBackground, .enteringForeground, .becameActive,
  ]
  private static let recorded = Array(visit.dropFirst())

  @Test
  func `notifications of the app alone are recorded once, without the foreground of the launch`() {
    var phases = AppPhases()
    #expect(Self.visit.filter { phases.handleApp($0) } == Self.recorded)
  }

  @Test func `notifications of a scene alone are recorded as changes of the app`() {
    var phases = AppPhases()
    #expect(Self.visit.compactMap { phases.handleScene("s", $0) } == Self.recorded)
  }

  @Test func `changes of app and scene are recorded once in either order`() throws {
    try check("each change of app and scene is recorded once", CheckSettings(cases: 500)) { trial in
      var phases = AppPhases()
      var recorded: [AppPhases.Signal] = []
      for signal in Self.visit {
        let sceneIsFirst = trial.choices.bool()
        for isScene in [sceneIsFirst, !sceneIsFirst] {
          if isScene {
            if let news = phases.handleScene("s", signal) { recorded.append(news) }
          } else if phases.handleApp(signal) {
            recorded.append(signal)
          }
        }
      }
      trial.expect(recorded == Self.recorded, "\(recorded)")
    }
  }

  @Test func `a change that the app reports before the notification is recorded once`() {
    var phases = AppPhases(phase: .active)
    #expect(phases.handleApp(.resignedActive) && !phases.handleApp(.resignedActive))
    #expect(phases.handleApp(.enteredBackground) && !phases.handleApp(.enteredBackground))
    #expect(phases.handleApp(.enteringForeground) && !phases.handleApp(.enteringForeground))
    #expect(phases.handleApp(.becameActive) && !phases.handleApp(.becameActive))
  }

  @Test func `a scene that leaves while another stays active is not a change of the app`() {
    var phases = AppPhases()
    _ = phases.handleScene("a", .becameActive)
    #expect(phases.handleScene("b", .becameActive) == nil)
    #expect(phases.handleScene("a", .resignedActive) == nil)
    #expect(phases.handleScene("a", .enteredBackground) == nil)
    #expect(phases.handleScene("b", .resignedActive) == .resignedActive)
    #expect(phases.handleScene("b", .enteredBackground) == .enteredBackground)
    #expect(phases.handleScene("a", .enteringForeground) == .enteringForeground)
    #expect(phases.handleScene("a", .becameActive) == .becameActive)
  }

  @Test func `after a scene disconnects the app has the phase of the other scenes`() {
    var phases = AppPhases()
    _ = phases.handleScene("a", .becameActive)
    _ = phases.handleScene("b", .enteredBackground)
    #expect(phases.move("b", to: nil) == nil)
    _ = phases.move("c", to: .background)
    #expect(phases.move("a", to: nil) == .enteredBackground)
    #expect(phases.move("c", to: nil) == nil)
  }

  @Test func `notifications of scenes are ignored after one of the app`() {
    var phases = AppPhases(phase: .active)
    #expect(phases.handleApp(.resignedActive) == true)
    #expect(phases.handleScene("a", .enteredBackground) == nil)
    #expect(phases.handleScene("a", .becameActive) == nil)
    #expect(phases.phase == .inactive)
  }

  @Test func `resigning active in an unknown phase is recorded`() {
    var phases = AppPhases()
    #expect(phases.handleApp(.resignedActive) == true)
  }
}

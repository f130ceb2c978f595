import AdCapture
import PropertyTesting
import Testing

struct AppPhasesTests {
  /// What one source says, in order, of a launch, a dialog, a stay in the background and the return.
  private static let visit: [AppPhases.Signal] = [
    .enteringForeground, .becameActive, .resignedActive, .becameActive, .resignedActive,
    .enteredBackground, .enteringForeground, .becameActive,
  ]
  private static let recorded = Array(visit.dropFirst())

  @Test func `what the app alone says is recorded once, the launch's foreground not`() {
    var phases = AppPhases()
    #expect(Self.visit.filter { phases.app($0) } == Self.recorded)
  }

  @Test func `what a scene alone says is recorded as the app's`() {
    var phases = AppPhases()
    #expect(Self.visit.compactMap { phases.scene("s", $0) } == Self.recorded)
  }

  @Test func `app and scene together are recorded once, whoever is first`() throws {
    try check("each change of app and scene is recorded once", CheckSettings(cases: 500)) { trial in
      var phases = AppPhases()
      var recorded: [AppPhases.Signal] = []
      for signal in Self.visit {
        let sceneIsFirst = trial.choices.bool()
        for isScene in [sceneIsFirst, !sceneIsFirst] {
          if isScene {
            if let news = phases.scene("s", signal) { recorded.append(news) }
          } else if phases.app(signal) {
            recorded.append(signal)
          }
        }
      }
      trial.expect(recorded == Self.recorded, "\(recorded)")
    }
  }

  @Test func `a call of the app before the notification counts once`() {
    var phases = AppPhases(phase: .active)
    #expect(phases.app(.resignedActive) && !phases.app(.resignedActive))
    #expect(phases.app(.enteredBackground) && !phases.app(.enteredBackground))
    #expect(phases.app(.enteringForeground) && !phases.app(.enteringForeground))
    #expect(phases.app(.becameActive) && !phases.app(.becameActive))
  }

  @Test func `one scene that leaves while another stays is no change of the app`() {
    var phases = AppPhases()
    _ = phases.scene("a", .becameActive)
    #expect(phases.scene("b", .becameActive) == nil)
    #expect(phases.scene("a", .resignedActive) == nil)
    #expect(phases.scene("a", .enteredBackground) == nil)
    #expect(phases.scene("b", .resignedActive) == .resignedActive)
    #expect(phases.scene("b", .enteredBackground) == .enteredBackground)
    #expect(phases.scene("a", .enteringForeground) == .enteringForeground)
    #expect(phases.scene("a", .becameActive) == .becameActive)
  }

  @Test func `a scene that is closed leaves the app where the others are`() {
    var phases = AppPhases()
    _ = phases.scene("a", .becameActive)
    _ = phases.scene("b", .enteredBackground)
    #expect(phases.move("b", to: nil) == nil)
    _ = phases.move("c", to: .background)
    #expect(phases.move("a", to: nil) == .enteredBackground)
    #expect(phases.move("c", to: nil) == nil)
  }

  @Test func `a scene says nothing of the app once the app was heard`() {
    var phases = AppPhases(phase: .active)
    #expect(phases.app(.resignedActive) == true)
    #expect(phases.scene("a", .enteredBackground) == nil)
    #expect(phases.scene("a", .becameActive) == nil)
    #expect(phases.phase == .inactive)
  }

  @Test func `who resigns was active, although nobody said so`() {
    var phases = AppPhases()
    #expect(phases.app(.resignedActive) == true)
  }
}

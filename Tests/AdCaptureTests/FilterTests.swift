import AdRecording
import AdCapture
import Testing

struct SceneShapesTests {
  private func shape(_ width: Double, _ height: Double, _ o: Recorded.Orientation = .portrait)
    -> SceneShapes.Shape
  {
    SceneShapes.Shape(
      width: width, height: height, displayWidth: 1024, displayHeight: 1366, orientation: o)
  }

  @Test func `a scene connects once, is resized on changes and disconnects once`() {
    var shapes = SceneShapes()
    let (whole, half) = (shape(1024, 1366), shape(507, 1366))
    #expect(shapes.update("a", to: whole) == .connected(whole))
    #expect(shapes.update("a", to: whole) == nil)
    #expect(shapes.update("a", to: half) == .resized(half))
    #expect(shapes.update("b", to: half) == .connected(half))
    #expect(shapes.update("a", to: nil) == .disconnected)
    #expect(shapes.update("a", to: nil) == nil)
    #expect(shapes.update("a", to: whole) == .connected(whole))
  }

  @Test func `a window fills the display in either orientation, with a tolerance of one point`() {
    #expect(shape(1024, 1366).isFullScreen && shape(1366, 1024, .landscape).isFullScreen)
    #expect(shape(1024.4, 1365.5).isFullScreen)
    #expect(!shape(1024, 1024).isFullScreen && !shape(507, 1366).isFullScreen)
    #expect(shape(1024.4, 1365.5).height == 1366)
    #expect(shape(.nan, .infinity).width == 0)
  }

  @Test func `a change of orientation alone is a resize`() {
    var shapes = SceneShapes()
    _ = shapes.update("a", to: shape(800, 800))
    #expect(shapes.update("a", to: shape(800, 800, .landscape)) != nil)
  }
}

struct TimeChangesTests {
  /// Noon of a day in UTC, in seconds since 1970.
  private static let noon: Int64 = 20_000 * 86_400 + 43_200

  @Test func `a time zone change is reported once in either order of notifications`() {
    var times = TimeChanges(offsetMinutes: 0, seconds: Self.noon)
    #expect(times.handle(.zone, offsetMinutes: 60, seconds: Self.noon) == .zone)
    #expect(times.handle(.significant, offsetMinutes: 60, seconds: Self.noon) == nil)
    #expect(times.handle(.significant, offsetMinutes: 120, seconds: Self.noon) == .zone)
    #expect(times.handle(.zone, offsetMinutes: 120, seconds: Self.noon) == nil)
  }

  @Test func `a new day in the same time zone is reported as midnight`() {
    var times = TimeChanges(offsetMinutes: -60, seconds: Self.noon)
    let midnight = Self.noon + 43_200
    #expect(times.handle(.significant, offsetMinutes: -60, seconds: midnight) == nil)
    #expect(times.handle(.significant, offsetMinutes: -60, seconds: midnight + 3_600) == .midnight)
    #expect(times.handle(.significant, offsetMinutes: -60, seconds: midnight + 3_601) == nil)
  }

  @Test func `setting the clock by days is not also reported as midnight`() {
    var times = TimeChanges(offsetMinutes: 0, seconds: Self.noon)
    #expect(times.handle(.clock, offsetMinutes: 0, seconds: Self.noon - 864_000) == .clock)
    #expect(times.handle(.significant, offsetMinutes: 0, seconds: Self.noon - 864_000) == nil)
  }

  @Test func `a midnight before 1970 is reported`() {
    var times = TimeChanges(offsetMinutes: 0, seconds: -1)
    #expect(times.handle(.significant, offsetMinutes: 0, seconds: 0) == .midnight)
  }
}

struct OpenLoadsTests {
  @Test func `a load in flight is found if it is the only one of its format`() {
    var loads = OpenLoads()
    func load(_ request: String, _ format: Recorded.Format) -> OpenLoads.Load {
      OpenLoads.Load(request: request, ad: "a", unit: "u", format: format)
    }
    loads.begin(load("r-1", .banner))
    loads.begin(load("r-2", .native))
    #expect(loads.only(of: .banner)?.request == "r-1")
    loads.begin(load("r-3", .banner))
    #expect(loads.only(of: .banner) == nil)
    loads.end(request: "r-1")
    #expect(loads.only(of: .banner)?.request == "r-3")
    #expect(loads.only(of: .appOpen) == nil)
  }
}

struct AdapterCallTests {
  @Test func `the SDK receives one completion of an adapter, with an ad or an error`() {
    for (hasAd, hasError, first) in [
      (true, false, AdapterCall.Completion.ad), (false, true, .error), (true, true, .error),
      (false, false, .missing),
    ] {
      var call = AdapterCall()
      #expect(call.complete(hasAd: hasAd, hasError: hasError) == first)
      #expect(call.complete(hasAd: true, hasError: false) == .duplicate)
    }
  }

  @Test func `either the adapter or the SDK counts impressions and clicks`() {
    for impressions in [false, true] {
      for clicks in [false, true] {
        var call = AdapterCall()
        call.tracking = .init(impressions: impressions, clicks: clicks)
        #expect(
          call.forwardsImpressionToAdapter() != impressions
            && call.forwardsClickToAdapter() != clicks)
        #expect(
          call.forwardsImpressionToSDK() == impressions && call.forwardsClickToSDK() == clicks)
        #expect(call.forwardsImpressionToSDK() == false, "a second impression")
        #expect(call.forwardsClickToSDK() == clicks, "a second click")
      }
    }
  }
}

struct MethodForwardingTests {
  @Test func `a proxy of a delegate responds to its own methods and the delegate's`() {
    let forwarding = MethodForwarding()
    for own in [false, true] {
      for other in [false, true] {
        #expect(forwarding.responds(to: "x", own: own, behind: other) == (own || other))
        #expect(forwarding.forwards("x", own: own, behind: other) == (!own && other))
      }
    }
  }

  @Test func `a proxy of an ad responds to an optional method only if the ad does`() {
    let forwarding = MethodForwarding(onlyIfBehind: ["handlesUserClicks"])
    #expect(!forwarding.responds(to: "handlesUserClicks", own: true, behind: false))
    #expect(forwarding.responds(to: "handlesUserClicks", own: true, behind: true))
    #expect(forwarding.responds(to: "headline", own: true, behind: false))
  }
}

struct EchoGuardTests {
  @Test func `a call within the same call on the same thread is recognized as an echo`() {
    var guarded = EchoGuard<Int>()
    #expect(guarded.begin("a", on: 1) == 0)
    #expect(guarded.begin("a", on: 1) == 1)
    #expect(guarded.begin("b", on: 1) == 0)
    #expect(guarded.begin("a", on: 2) == 0)
    guarded.end("a", on: 1)
    guarded.end("a", on: 1)
    #expect(guarded.begin("a", on: 1) == 0)
  }

  @Test func `calls during a presentation from within a callback are new calls`() {
    var guarded = EchoGuard<Int>()
    _ = guarded.begin("failed", on: 1)
    let interrupted = guarded.interrupt(1)
    #expect(guarded.begin("failed", on: 1) == 0)
    guarded.end("failed", on: 1)
    guarded.resume(interrupted, on: 1)
    #expect(guarded.begin("failed", on: 1) == 1)
  }
}

struct SceneNamesTests {
  private final class Scene {}

  @Test func `scenes are named in the order of their first use`() {
    var names = SceneNames()
    let scenes = [Scene(), Scene(), Scene()]
    #expect(scenes.map { names.name(of: ObjectIdentifier($0)) } == ["s-1", "s-2", "s-3"])
    #expect(names.name(of: ObjectIdentifier(scenes[1])) == "s-2")
  }

  @Test(arguments: [
    (SceneNames.Windows.one, "s-1"), (.several, "s-2"), (.unknown, "s-2"),
  ])
  func `the scene of an app with one window keeps its name after a reconnection`(
    _ windows: SceneNames.Windows, _ name: String
  ) {
    var names = SceneNames()
    names.windows = windows
    let (first, second) = (Scene(), Scene())
    _ = names.name(of: ObjectIdentifier(first))
    names.forget(ObjectIdentifier(first))
    #expect(names.name(of: ObjectIdentifier(second)) == name)
  }

  @Test func `load and presentation of an ad name the same scene or none`() {
    var names = SceneNames()
    #expect(names.loaded(request: nil) == nil && names.loaded(request: "s-3") == "s-3")
    #expect(names.presented(load: nil, presenting: "s-1") == nil)
    #expect(names.presented(load: "s-1", presenting: "s-2") == "s-2")
    names.windows = .one
    #expect(names.loaded(request: nil) == "s-1")
    #expect(names.presented(load: "s-1", presenting: nil) == "s-1")
    names.windows = .several
    #expect(names.loaded(request: nil) == nil)
    #expect(names.presented(load: nil, presenting: "s-2") == "s-2")
    #expect(names.presented(load: "s-1", presenting: nil) == "s-1")
  }
}

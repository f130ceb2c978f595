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

  @Test func `a scene is connected once, resized when it changes, and gone once`() {
    var shapes = SceneShapes()
    let (whole, half) = (shape(1024, 1366), shape(507, 1366))
    #expect(shapes.look(at: "a", whole) == .connected(whole))
    #expect(shapes.look(at: "a", whole) == nil)
    #expect(shapes.look(at: "a", half) == .resized(half))
    #expect(shapes.look(at: "b", half) == .connected(half))
    #expect(shapes.look(at: "a", nil) == .disconnected)
    #expect(shapes.look(at: "a", nil) == nil)
    #expect(shapes.look(at: "a", whole) == .connected(whole))
  }

  @Test func `a window fills the display in either orientation, and within a point`() {
    #expect(shape(1024, 1366).isFullScreen && shape(1366, 1024, .landscape).isFullScreen)
    #expect(shape(1024.4, 1365.5).isFullScreen)
    #expect(!shape(1024, 1024).isFullScreen && !shape(507, 1366).isFullScreen)
    #expect(shape(1024.4, 1365.5).height == 1366)
    #expect(shape(.nan, .infinity).width == 0)
  }

  @Test func `turning alone is a change`() {
    var shapes = SceneShapes()
    _ = shapes.look(at: "a", shape(800, 800))
    #expect(shapes.look(at: "a", shape(800, 800, .landscape)) != nil)
  }
}

struct TimeChangesTests {
  /// Noon on a day in UTC.
  private static let noon: Int64 = 20_000 * 86_400 + 43_200

  @Test func `each change is told once, whichever notification is first`() {
    var times = TimeChanges(offsetMinutes: 0, seconds: Self.noon)
    #expect(times.notice(.zone, offsetMinutes: 60, seconds: Self.noon) == .zone)
    #expect(times.notice(.significant, offsetMinutes: 60, seconds: Self.noon) == nil)
    #expect(times.notice(.significant, offsetMinutes: 120, seconds: Self.noon) == .zone)
    #expect(times.notice(.zone, offsetMinutes: 120, seconds: Self.noon) == nil)
  }

  @Test func `a new day is midnight where the zone stays`() {
    var times = TimeChanges(offsetMinutes: -60, seconds: Self.noon)
    let midnight = Self.noon + 43_200
    #expect(times.notice(.significant, offsetMinutes: -60, seconds: midnight) == nil)
    #expect(times.notice(.significant, offsetMinutes: -60, seconds: midnight + 3_600) == .midnight)
    #expect(times.notice(.significant, offsetMinutes: -60, seconds: midnight + 3_601) == nil)
  }

  @Test func `a clock that is set by days is no midnight besides`() {
    var times = TimeChanges(offsetMinutes: 0, seconds: Self.noon)
    #expect(times.notice(.clock, offsetMinutes: 0, seconds: Self.noon - 864_000) == .clock)
    #expect(times.notice(.significant, offsetMinutes: 0, seconds: Self.noon - 864_000) == nil)
  }

  @Test func `days before 1970 are days, too`() {
    var times = TimeChanges(offsetMinutes: 0, seconds: -1)
    #expect(times.notice(.significant, offsetMinutes: 0, seconds: 0) == .midnight)
  }
}

struct OpenLoadsTests {
  @Test func `a load is found while it is the only one of its format`() {
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
  @Test func `the SDK gets one completion, an ad or an error`() {
    for (hasAd, hasError, first) in [
      (true, false, AdapterCall.Completion.ad), (false, true, .error), (true, true, .error),
      (false, false, .neither),
    ] {
      var call = AdapterCall()
      #expect(call.complete(hasAd: hasAd, hasError: hasError) == first)
      #expect(call.complete(hasAd: true, hasError: false) == .again)
    }
  }

  @Test func `one side counts impressions and clicks`() {
    for impressions in [false, true] {
      for clicks in [false, true] {
        var call = AdapterCall()
        call.tracking = .init(impressions: impressions, clicks: clicks)
        #expect(call.hearsImpression() != impressions && call.hearsClick() != clicks)
        #expect(call.passesImpression() == impressions && call.passesClick() == clicks)
        #expect(call.passesImpression() == false, "an ad has one impression")
        #expect(call.passesClick() == clicks, "and as many clicks as there are")
      }
    }
  }
}

struct AnsweringTests {
  @Test func `an object before a delegate has its own methods and the delegate's`() {
    let answering = Answering()
    for own in [false, true] {
      for other in [false, true] {
        #expect(answering.responds(to: "x", own: own, other: other) == (own || other))
        #expect(answering.passesOn("x", own: own, other: other) == (!own && other))
      }
    }
  }

  @Test func `a stand-in has an optional method only where the ad has it`() {
    let answering = Answering(following: ["handlesUserClicks"])
    #expect(!answering.responds(to: "handlesUserClicks", own: true, other: false))
    #expect(answering.responds(to: "handlesUserClicks", own: true, other: true))
    #expect(answering.responds(to: "headline", own: true, other: false))
  }
}

struct EchoGuardTests {
  @Test func `a call within the same call on the same thread is an echo`() {
    var guarded = EchoGuard<Int>()
    #expect(guarded.begin("a", on: 1) == 0)
    #expect(guarded.begin("a", on: 1) == 1)
    #expect(guarded.begin("b", on: 1) == 0)
    #expect(guarded.begin("a", on: 2) == 0)
    guarded.end("a", on: 1)
    guarded.end("a", on: 1)
    #expect(guarded.begin("a", on: 1) == 0)
  }

  @Test func `a presentation out of a callback brings new calls`() {
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

  @Test func `scenes are named in the order in which they are seen`() {
    var names = SceneNames()
    let scenes = [Scene(), Scene(), Scene()]
    #expect(scenes.map { names.name(of: ObjectIdentifier($0)) } == ["s-1", "s-2", "s-3"])
    #expect(names.name(of: ObjectIdentifier(scenes[1])) == "s-2")
  }

  @Test(arguments: [
    (SceneNames.Windows.one, "s-1"), (.several, "s-2"), (.unknown, "s-2"),
  ])
  func `the one window is the same when it comes again`(
    _ windows: SceneNames.Windows, _ name: String
  ) {
    var names = SceneNames()
    names.windows = windows
    let (first, second) = (Scene(), Scene())
    _ = names.name(of: ObjectIdentifier(first))
    names.forget(ObjectIdentifier(first))
    #expect(names.name(of: ObjectIdentifier(second)) == name)
  }

  @Test func `load, check and show of an ad are in one slot`() {
    var names = SceneNames()
    #expect(names.loaded(request: nil) == nil && names.loaded(request: "s-3") == "s-3")
    #expect(names.presented(load: nil, presenter: "s-1") == nil)
    #expect(names.presented(load: "s-1", presenter: "s-2") == "s-2")
    names.windows = .one
    #expect(names.loaded(request: nil) == "s-1")
    #expect(names.presented(load: "s-1", presenter: nil) == "s-1")
    names.windows = .several
    #expect(names.loaded(request: nil) == nil)
    #expect(names.presented(load: nil, presenter: "s-2") == "s-2")
    #expect(names.presented(load: "s-1", presenter: nil) == "s-1")
  }
}

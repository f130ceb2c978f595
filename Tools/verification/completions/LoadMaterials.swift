import AdRules
import AdSession

extension Materials {
  mutating func addLoads() {
    let seen = Set(trace.events.compactMap(\.introduced))
    var slots: [Event] = []
    for ad in ads where !slots.contains(where: { $0.unit == ad.unit && $0.scene == ad.scene }) {
      slots.append(ad)
    }
    for slot in slots {
      addRequests(of: slot, seen)
      addResults(of: slot, seen)
      addDecisions(of: slot)
    }
  }

  mutating func addRequests(of slot: Event, _ seen: Set<Symbol>) {
    let names = Set([slot.request, trigger.request, fresh.request]).filter {
      $0.isPresent && !seen.contains($0)
    }
    for name in names.sorted(by: { $0.id < $1.id }) {
      for scene in Set([slot.scene] + scenes).sorted(by: { $0.id < $1.id }) {
        for reason in ["retry", "user", "resized", "view_did_appear", "background"] {
          var event = Event(.adRequested)
          event.request = name
          event.unit = slot.unit
          event.format = slot.format
          event.scene = scene
          event.reason = Word.named(reason)
          add(event)
        }
        for orientation in ["portrait", "landscape"] {
          var event = Event(.adRequested)
          event.request = name
          event.unit = slot.unit
          event.format = slot.format
          event.scene = scene
          event.orientation = Word.named(orientation)
          add(event)
        }
      }
    }
  }

  /// Records that only some rules take to be lost.
  mutating func addRareRecords() {
    for allowed in [true, false] {
      var event = Event(.consentUpdated)
      event.canRequestAds = allowed
      add(event)
    }
    for kind: EventKind in [.sdkStarted, .consentFormShown, .consentFormClosed, .appTerminating] {
      add(Event(kind))
    }
    for format in Word.formats where trigger.unit.isPresent && trigger.kind == .adRequested {
      var event = Event(.adRequested)
      event.request = fresh.request
      event.unit = trigger.unit
      event.format = format
      add(event)
    }
  }

  mutating func addResults(of slot: Event, _ seen: Set<Symbol>) {
    let asked = trace.events[..<index].filter { $0.kind == .adRequested && $0.unit == slot.unit }
    let names = [slot.request, trigger.request, fresh.request] + asked.suffix(3).map(\.request)
    let later = Set(trace.events[(index + 1)...].filter { $0.kind == .adRequested }.map(\.request))
    let requests = Set(names).filter { $0.isPresent && !later.contains($0) }
    for request in requests.sorted(by: { $0.id < $1.id }) {
      for code in isRareLost ? [3, 0] as [Int64] : [3] {
        var failure = Event(.adFailedToLoad)
        failure.request = request
        failure.unit = slot.unit
        failure.format = slot.format
        failure.errorCode = code
        failure.cause = Word.named(code == 3 ? "no_fill" : "configuration")
        add(failure)
        for scene in request == fresh.request ? scenes : [] where scene.isPresent {
          failure.scene = scene
          add(failure)
        }
      }
      for ad in Set([slot.ad, fresh.ad]).sorted(by: { $0.id < $1.id }) where !seen.contains(ad) {
        var load = Event(.adLoaded)
        load.request = request
        load.ad = ad
        load.unit = slot.unit
        load.format = slot.format
        add(load)
        for scene in ad == fresh.ad ? scenes : [slot.scene] where scene.isPresent {
          load.scene = scene
          add(load)
        }
      }
    }
  }

  /// A banner that is hidden, and the request that led to the load of the trigger.
  mutating func addHiddenBanners() {
    guard trigger.format == .banner else { return }
    for ad in ads where ad.format == .banner {
      for scene in scenes {
        var hidden = named(ad, .viewHidden)
        if ad.ad == fresh.ad { hidden.scene = scene }
        var request = Event(.adRequested)
        request.request = trigger.request
        request.unit = trigger.unit
        request.format = trigger.format
        request.scene = scene
        request.reason = Word.named("retry")
        add([hidden, request])
      }
    }
  }

  mutating func addDecisions(of slot: Event) {
    for (outcome, reason) in [
      ("show", "ready"), ("skip", "not_ready"), ("skip", "expired"), ("skip", "daily_cap"),
    ] {
      for remaining in [nil, trigger.kind == .adShowDecided ? trigger.remaining : nil, 0]
        as [Int64?]
      {
        var event = Event(.adShowDecided)
        event.unit = slot.unit
        event.format = slot.format
        event.outcome = Word.named(outcome)
        event.reason = Word.named(reason)
        event.remaining = remaining
        add(event)
        if remaining == nil { continue }
        event.remaining = remaining.map { $0 + 1 }
        add(event)
      }
    }
  }

  mutating func addAdapters() {
    let seen = Set(trace.events.compactMap(\.introduced))
    var loads = [trigger.load, fresh.load].filter(\.isPresent)
    for event in trace.events where event.load.isPresent && !loads.contains(event.load) {
      if trigger.ad.isPresent && event.ad == trigger.ad || loads.count < 4 {
        loads.append(event.load)
      }
    }
    let request = ads.first?.request ?? .absent
    for load in loads {
      for hasAd in [true, false] {
        var done = Event(.adapterCompleted)
        done.load = load
        done.hasAd = hasAd
        done.hasError = !hasAd
        add(done)
        done.ad = trigger.ad
        if hasAd && trigger.ad.isPresent { add(done) }
      }
      for what in ["impression", "click"] {
        for kind in [EventKind.adapterReported, .adapterTold] {
          var event = Event(kind)
          event.load = load
          event.what = Word.named(what)
          add(event)
        }
      }
      for test in [true, false] where !seen.contains(load) {
        var call = Event(.adapterLoadCalled)
        call.load = load
        call.request = request
        call.format = ads.first?.format ?? .native
        call.parameterPresent = true
        call.test = test
        call.disableImageLoading = test
        add(call)
      }
    }
  }
}

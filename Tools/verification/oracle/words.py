"""Ads, shows, overlays and attempts of one session."""
from checks import is_same_ad
from timeline import Timeline, either

FULL_SCREEN = {"app_open", "interstitial", "rewarded", "rewarded_interstitial"}


class EveryFormat(frozenset):
    """All formats: those of the vocabulary, any other, and none."""

    def __contains__(self, form):
        return True


ALL_FORMATS = EveryFormat()
FORMATS = FULL_SCREEN | {"banner", "native"}
EVIDENCE = ("user.acted", "ad.show_decided")
ORIENTATIONS = {"portrait", "landscape", "unknown"}


class Show:
    """`sure` is False where it may be the content of a click in a show that a gap hides, `placed`
    where its scene is unknown; `vague`: each ad.will_present since that may be the ad itself or such
    content; `crossed`: each record since that may have ended it; `over`: the first record that shows
    that the ad is over, and `hints` those before it that may show it."""

    def __init__(self, ad, start, scene, sure=True, placed=True):
        self.ad, self.start, self.end, self.scene = ad, start, None, scene
        self.sure, self.placed, self.vague, self.crossed = sure, placed, [], []
        self.over, self.hints = None, []

    def last(self, i):
        return max([self.start] + [v for v in self.vague if v < i])


class Attempt:
    """kind is 'request', 'will' or 'failure'; `sure` is False where a gap may hide a request."""

    def __init__(self, event, kind, sure):
        self.event, self.kind, self.sure = event, kind, sure
        self.index, self.ad = event.index, event.get("ad")


class Words(Timeline):
    def __init__(self, session, overrides=None):
        super().__init__(session, overrides)
        self.loads, self.requests = {}, {}
        for e in self.events:
            if e.kind == "ad.loaded":
                # One that delivers an ad again introduces no name.
                if e.get("again") is not True or e.get("ad") in self.loads:
                    self.loads.setdefault(e.get("ad"), []).append(e)
            elif e.kind == "ad.requested":
                self.requests.setdefault(e.get("request"), []).append(e)
        self.several = self._has_several_scenes()
        self._shows()
        self._attempts()

    def _has_several_scenes(self):
        if self.header is None:
            return any(e.get("scene") is not None for e in self.all)
        return self.header.get("multi_scene") is True

    # What belongs to an event

    def loaded(self, ad, before=None):
        """The birth of the ad: the last one before the record."""
        births = self.births_of(ad, before)
        return births[-1] if births else None

    def request(self, name, before=None):
        early = [e for e in self.requests.get(name, []) if before is None or e.index < before]
        return early[-1] if early else None

    def births_of(self, ad, before=None):
        """The ad.loaded of the ad before the record, without those that deliver the same ad again."""
        births = []
        for e in self.loads.get(ad, []):
            if before is not None and e.index >= before:
                break
            if not births or not is_same_ad(e, births[-1]):
                births.append(e)
        return births

    def birth_of_ad(self, ad, before):
        """The index of the birth, -1 when it was not seen."""
        load = self.loaded(ad, before)
        return load.index if load and load.get("again") is not True else -1

    def load_of(self, e):
        """The ad.loaded that an event's ad comes from, before it if there is one."""
        if e.kind == "ad.loaded":
            birth = self.loaded(e.get("ad"), e.index)
            return birth if birth is not None and is_same_ad(e, birth) else e
        ad = e.get("ad")
        if ad is None:
            return None
        return self.loaded(ad, e.index) or next(iter(self.loads.get(ad, [])), None)

    def request_of(self, e):
        if e.get("request") is not None:
            return self.request(e.get("request"), e.index + 1)
        load = self.load_of(e)
        return self.request(load.get("request"), load.index) if load else None

    def fact(self, e, name):
        """The event's own field, else that of its ad.loaded, else of its ad.requested."""
        if e.get(name) is not None:
            return e.get(name)
        load = self.load_of(e)
        if load is not None and load.get(name) is not None:
            return load.get(name)
        request = self.request_of(e)
        if request is not None and request.get(name) is not None:
            return request.get(name)
        return None

    def named_scene(self, e):
        """The scene that an event names by itself, its request or its ad's earlier ad.loaded."""
        if e.get("scene") is not None:
            return e.get("scene")
        if e.kind in ("ad.loaded", "ad.failed_to_load"):
            request = self.request(e.get("request"), e.index)
            return request.get("scene") if request else None
        load = self.loaded(e.get("ad"), e.index) if e.get("ad") is not None else None
        return self.named_scene(load) if load else None

    def scene(self, e):
        """The scene of an event; None for the one scene of a session, and where it is unknown."""
        return self.named_scene(e) if self.several else None

    def unplaced(self, e):
        """Whether the scene of an event is unknown."""
        return self.several and self.named_scene(e) is None

    def unplaced_of(self, unit, *kinds, after=-1, before=None):
        """Events of a unit whose scene is unknown: each may be of any slot of the unit."""
        if not self.several:
            return []
        return [e for e in self.of(*kinds, after=after, before=before)
                if e.get("unit") == unit and self.unplaced(e)]

    def format(self, e):
        if e.kind.startswith("native."):
            return "native"
        found = self.fact(e, "format")
        if found is None and e.get("ad") is not None:
            found = next((o.get("format") for o in self.events
                          if o.get("ad") == e.get("ad") and o.get("format")), None)
        if found is None and e.get("load") is not None:
            called = [c for c in self.of("adapter.load_called", before=e.index)
                      if c.get("load") == e.get("load")]
            found = called[-1].get("format") if called else None
        return found

    def is_format_late(self, e):
        """Whether no record up to this one says its format."""
        if e.get("format") is not None or e.kind.startswith("native.") or e.get("load") is not None:
            return False
        return not any(o.get("ad") == e.get("ad") and o.get("format")
                       for o in self.events if o.index <= e.index)

    def slot(self, e):
        return e.get("unit"), self.scene(e)

    def of_formats(self, formats, *kinds, **where):
        return [e for e in self.of(*kinds, **where) if self.format(e) in formats]

    def of_ad(self, ad, *kinds, after=-1, before=None):
        return [e for e in self.of(*kinds, after=after, before=before) if e.get("ad") == ad]

    # Shows and overlays

    def _shows(self):
        self.shows, self.overlays, self.unclear = [], set(), set()
        self.doubtful, self.maybe, self.evidence = set(), set(), []
        for e in self.of("ad.will_present", "ad.dismissed", "ad.failed_to_present", *EVIDENCE):
            ad, i = e.get("ad"), e.index
            if e.kind in EVIDENCE:
                self._use_evidence(e)
                continue
            now = next((s for s in self.shows if s.ad == ad and s.end is None), None)
            if e.kind != "ad.will_present":
                if now and i in self.ends(ad, now.start):
                    now.end = i
                continue
            if self.format(e) not in FULL_SCREEN:
                continue
            overlay = self._overlay(now, i) if now else False
            if overlay is True:
                self.overlays.add(i)
            elif overlay is None:
                if self.showing(now, i) is None or "revenue" in self.captured:
                    self.maybe.add(i)  # perhaps no content of a click, but a show
                self.unclear.add(i)
                now.vague.append(i)
            else:
                sure = not self.may_be_up(ad, e)
                if not sure:
                    self.doubtful.add(i)
                scene = self.scene(e)
                placed = not self.unplaced(e)
                for other in [s for s in self.shows if s.end is None]:
                    known = other.placed and placed
                    if other.ad == ad or known and other.scene == scene:
                        other.end = i
                    elif not known:
                        other.crossed.append(i)
                self.shows.append(Show(ad, i, scene, sure, placed))
        self.wills = [e for e in self.of("ad.will_present")
                      if e.index not in self.overlays | self.unclear]

    def ends(self, ad, after, before=None):
        """The records that certainly end a show of the ad right after a record. A failure does not if
        the ad was called again since, or if a gap can hide that."""
        called = [c.index for c in self.of_ad(ad, "ad.present_requested", after=after, before=before)]
        called += [gap for gap in self.gaps if gap > after]
        return [e.index for e in self.of_ad(ad, "ad.dismissed", "ad.failed_to_present",
                                            after=after, before=before)
                if e.kind == "ad.dismissed" or not any(at <= e.index for at in called)]

    def _use_evidence(self, e):
        """Ends each show that e shows to be over: a person acts in the app only if nothing covers it."""
        i, cover = e.index, self.limit("cover_s", e.index)
        if e.kind == "ad.show_decided" and (e.get("trigger") not in ("user", "transition")
                                            or e.get("reason") == "showing"):
            return
        self.evidence.append(e)
        for show in [s for s in self.shows if s.end is None]:
            placed = show.placed and not self.unplaced(e)
            if placed and show.scene != self.scene(e) or (
                    e.t - self.t(show.start) <= (cover or 0)):
                continue
            near = any(gap > show.start and self.open_end(gap, i) <= (cover or 0)
                       for gap in self.gaps_upto(i))
            in_app = self.acts_in_app(e, show.ad, show.start)
            if in_app is False:
                continue
            if in_app and placed and cover is not None and not near and (
                    e.t - self.t(show.last(i)) > cover):
                show.end = show.over = i
            else:
                show.crossed.append(i)
                show.hints.append(i)

    def acts_in_app(self, e, ad, start):
        """Whether a person who acted at e did so in the app, and not in the page that a click on the
        ad opened above it since a record; every ad if `ad` is None."""
        if e.kind != "user.acted" or "revenue" not in self.captured:
            return True
        left = [r.index for r in self.of("app.resigned_active", after=start, before=e.index)]
        start = max([start] + left)
        clicked = [c.index for c in self.of("ad.clicked", after=start, before=e.index)
                   if ad is None or c.get("ad") == ad]
        return None if self.gap_in(max([start] + clicked), e.index) else not clicked

    def is_over(self, gap, i, scene):
        """Whether nothing that came up in the gap is up at i, because a person acted in the scene."""
        limits = [(e, self.limit("cover_s", e.index)) for e in self.evidence if gap <= e.index < i]
        return any(limit is not None and self.proves(e, limit) and not self.unplaced(e)
                   and self.scene(e) == scene and self.acts_in_app(e, None, gap - 1)
                   for e, limit in limits)

    def proves(self, e, limit):
        """Whether no gap is so close before the evidence that it proves nothing."""
        return all(self.open_end(gap, e.index) > limit for gap in self.gaps_upto(e.index))

    def may_be_up(self, ad, e):
        """Whether a gap can hide that the ad came up and is not gone since."""
        i, birth = e.index, self.birth_of_ad(ad, e.index)
        shows = [w.index for w in self.of_ad(ad, "ad.will_present", before=i)
                 if w.index not in self.overlays | self.unclear]
        start = max([birth] + shows)
        limit = self.limit("dismiss_timeout_s", i)
        return any(gap > start and (limit is None or self.open_end(gap, i) <= limit)
                   and not self.ends(ad, gap - 1, i) and not self.is_over(gap, i, self.scene(e))
                   for gap in self.gaps_upto(i))

    def _overlay(self, show, i):
        """Whether a will_present at i, with this show of its ad still open, is an overlay."""
        limit = self.limit("dismiss_timeout_s", i)
        if limit is not None and self.lasted(show.last(i), i, limit) is False:
            return False
        if "revenue" not in self.captured:
            return None
        lasted = self.lasts(show.start, i, limit)
        clicked = self.of_ad(show.ad, "ad.clicked", after=show.start, before=i)
        if self.gap_in(show.start, i):
            return None
        if clicked and lasted and show.sure and not show.crossed:
            return True
        if show.vague or clicked:
            return None
        return False if show.sure else None

    def lasts(self, start, i, limit):
        """Whether at most `limit` of active time passed, which no time does whatever the limit."""
        if limit is None:
            return True if self.most(start, i) == 0 else None
        return self.lasted(start, i, limit)

    def sure_show(self, e):
        """Whether no gap can make this will_present the overlay of a hidden show."""
        return e.index not in self.doubtful

    def showing(self, show, i):
        """Whether this show is still up just before the record i."""
        if show.start >= i or (show.end is not None and show.end < i):
            return False
        limit = self.limit("dismiss_timeout_s", i)
        if limit is not None and self.lasted(show.last(i), i, limit) is False:
            return False
        lasted = self.lasts(show.start, i, limit)
        vague = show.last(i) != show.start and not lasted or not show.sure or any(
            show.start < v < i and v not in show.vague and self.can_be_with(show, v)
            for v in self.unclear) or any(c < i for c in show.crossed)
        return None if self.gap_in(show.start, i) or vague else lasted

    def can_be_with(self, show, i):
        """Whether what came up at i, content of a click or not, may be in the scene of a show."""
        placed = show.placed and not self.unplaced(self.all[i])
        return not placed or self.scene(self.all[i]) == show.scene

    def shown(self, ad, i):
        return either(self.showing(s, i) for s in self.shows if s.ad == ad)

    def hidden_show(self, i, scene):
        """Whether a gap may hide an ad of the scene that is still shown at i."""
        limit = self.limit("dismiss_timeout_s", i)
        for gap in self.gaps_upto(i):
            over = any(gap <= s.start < i and s.scene == scene for s in self.shows)
            over = over or self.is_over(gap, i, scene)
            if not over and (limit is None or self.open_end(gap, i) <= limit):
                return True
        return False

    # Attempts

    def _attempts(self):
        self.attempts, requested, known = [], set(), set()
        for e in self.of_formats(FULL_SCREEN, "ad.present_requested", "ad.will_present",
                                 "ad.failed_to_present"):
            ad, kind = e.get("ad"), None
            if e.kind == "ad.present_requested":
                kind = "request"
                requested.add(ad)
            elif e.kind == "ad.will_present":
                if ad not in requested and e.index not in self.overlays | self.unclear:
                    kind = "will"
            elif ad not in requested and ad not in known:
                kind = "failure"
            if e.kind != "ad.failed_to_present":
                known.add(ad)
            if kind:
                hidden = kind != "request" and self.gap_in(self.birth_of_ad(ad, e.index), e.index)
                self.attempts.append(Attempt(e, kind, not hidden))

    def attempts_of(self, formats, after=-1, before=None):
        before = len(self.all) if before is None else before
        return [a for a in self.attempts if after < a.index < before
                and self.format(a.event) in formats]

    def pending(self, attempt, i):
        """Whether an attempt by request still has no outcome just before the record i."""
        if attempt.kind != "request" or attempt.index >= i:
            return False
        if any(x.index not in self.unclear for x in self.of_ad(
                attempt.ad, "ad.will_present", "ad.failed_to_present",
                after=attempt.index, before=i)):
            return False
        limit = self.limit("present_outcome_s", i)
        lasted = self.lasts(attempt.index, i, limit)
        if lasted is False:
            return False
        vague = any(x.index in self.unclear for x in self.of_ad(
            attempt.ad, "ad.will_present", after=attempt.index, before=i))
        return None if vague or self.gap_in(attempt.index, i) else lasted

    def hidden_pending(self, i):
        limit = self.limit("present_outcome_s", i)
        return any(limit is None or self.open_end(gap, i) <= limit for gap in self.gaps_upto(i))

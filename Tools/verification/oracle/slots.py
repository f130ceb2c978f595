"""Ready ads, loads in flight and free slots."""
import math

from causes import cause, is_first_only
import installs
from preload import is_by_preloader, is_preloaded
from timeline import DAY, either, exact, negate
from words import FULL_SCREEN, Words


class Slots(Words):
    def max_age(self, format, i):
        key = {"app_open": "app_open_max_age_s", "native": "native_max_age_s"}.get(format)
        return self.limit(key or "full_screen_max_age_s", i)

    # Ready

    def ready(self, load, i):
        """Whether the ad of this ad.loaded is ready just before the record i."""
        ad, start, limit = load.get("ad"), load.index, self.max_age(self.format(load), i)
        if start >= i or self.loaded(ad, i) is not load:
            return False
        if self.of_ad(ad, "ad.expired", "ad.discarded", after=start, before=i):
            return False
        if any(a.ad == ad and a.index < i for a in self.attempts):
            return False
        if limit is None:
            return None
        if self.t(min(i, len(self.all) - 1)) - load.t >= limit:
            return False
        return None if self.gap_in(self.birth_of_ad(ad, i), i) else True

    def ready_in_slot(self, slot, i, but=None):
        """Whether a ready ad of the slot exists just before i."""
        loads = [e for e in self.of("ad.loaded", before=i) if e.get("unit") == slot[0]
                 and self.format(e) in FULL_SCREEN and e.get("ad") != but]
        known = [self.ready(e, i) for e in loads if self.slot(e) == slot]
        times = [t for _, t in self.doubts(slot, i, -1, "ad.loaded")]
        return either(known + [None if self.can_be_young(times, i) else False])

    def can_be_young(self, times, i, formats=("app_open", "interstitial")):
        """Whether an ad that was loaded at one of these times can be young enough before i."""
        limits = [self.max_age(format, i) for format in formats]
        return any(None in limits or self.t(i) - t < max(limits) for t in times)

    def hidden_ready(self, i):
        """Whether an app-open ad that was loaded in a gap can be young enough before i."""
        times = [self.t(gap) for gap in self.gaps_upto(i) if gap < len(self.all)]
        return self.can_be_young(times, i, ["app_open"])

    # In flight

    def in_flight(self, request, i):
        start, name = request.index, request.get("request")
        if start >= i or is_by_preloader(request):
            return False
        again = [e.index for e in self.requests[name] if start < e.index < i]
        # What comes after the name was born again belongs to the last birth.
        if any(e.get("request") == name for e in self.of(
                "ad.loaded", "ad.failed_to_load", "ad.request_abandoned", after=start,
                before=min(again + [i]))):
            return False
        limit = self.limit("load_timeout_s", i)
        lasted = None if limit is None else self.lasted(start, i, limit)
        overtaken = self.is_overtaken(request, i)
        if lasted is False or overtaken:
            return False
        return None if again or overtaken is None or self.gap_in(start, i) else lasted

    def is_overtaken(self, request, i):
        """Whether a later request of the slot delivered an ad: the app has given this one up."""
        loads = [self.request(e.get("request"), e.index)
                 for e in self.of("ad.loaded", after=request.index, before=i)
                 if e.get("unit") == request.get("unit")]
        later = [r for r in loads if r is not None and r.index > request.index]
        return either(None if self.unplaced(r) or self.unplaced(request)
                      else self.slot(r) == self.slot(request) for r in later)

    def slot_in_flight(self, slot, i):
        known = [self.in_flight(e, i) for e in self.of("ad.requested", before=i)
                 if self.slot(e) == slot]
        limit = self.limit("load_timeout_s", i)
        hidden = any(limit is None or self.open_end(at, i) <= limit
                     for at, _ in self.doubts(slot, i, -1, "ad.requested")
                     if at in self.gaps or not is_by_preloader(self.all[at]))
        return either(known + [None if hidden else False])

    # Pauses and configuration failures

    def failures(self, slot, i):
        """Consecutive failures of the slot just before i, the oldest first."""
        done = [e for e in self.of("ad.loaded", "ad.failed_to_load", before=i)
                if self.slot(e) == slot]
        run = []
        for e in reversed(done):
            if e.kind == "ad.loaded":
                break
            run.insert(0, e)
        return run

    def is_second_answer(self, e):
        """Whether the request of this answer was answered before; None if that can be lost."""
        name = e.get("request")
        births = [r.index for r in self.requests.get(name, []) if r.index < e.index]
        start = births[-1] if births else -1
        if any(x.get("request") == name for x in self.of(
                "ad.loaded", "ad.failed_to_load", after=start, before=e.index)):
            return True
        return None if self.gap_in(start, e.index) else False

    def pause(self, k, i):
        base, most = self.policy("retry_base_s", i), self.policy("retry_max_s", i)
        if base is None or most is None:
            return None
        return min(exact(base) * 2 ** min(k - 1, 1000), exact(most)) * 1000

    def last_loaded(self, slot, i):
        return max([e.index for e in self.of("ad.loaded", before=i)
                    if self.slot(e) == slot], default=-1)

    def doubts(self, slot, i, after, *kinds):
        """What lies after one record and before another one and can hide events of the slot: the
        time of each gap, and of each event whose scene is unknown, with its index."""
        gaps = [(gap, self.t(min(gap, len(self.all) - 1))) for gap in self.gaps_upto(i) if gap > after]
        vague = self.unplaced_of(slot[0], *kinds, after=after, before=i)
        return gaps + [(e.index, e.t) for e in vague]

    def pausing(self, slot, format, i):
        """Whether a pause of retry-backs-off runs just before i."""
        if format not in FULL_SCREEN | {"banner"}:
            return False
        now, run = self.t(min(i, len(self.all) - 1)), self.failures(slot, i)
        doubts = self.doubts(slot, i, self.last_loaded(slot, i), "ad.loaded", "ad.failed_to_load")
        if not run and not doubts:
            return False
        row = [e for e in run if not any(at > e.index for at, _ in doubts)]
        return self.may_pause(now, run, row, doubts, i)

    def may_pause(self, now, run, row, doubts, i):
        """Whether a pause runs after the failures `run`, of which only `row` is certain."""
        longest = self.limit("retry_max_s", i)
        if self.pause(1, i) is None:
            return None
        if row and now - row[-1].t < self.pause(len(row), i):
            return True
        times = [t for _, t in doubts] + [e.t for e in run[-1:]]
        is_exact = not doubts and len(row) == len(run)
        return False if is_exact or now - max(times) >= longest else None

    def cause(self, e):
        """The cause of a failure; None if it is undetermined."""
        if is_first_only(e.record, self.header) and not self.is_first_failure(e):
            return None
        return cause(e.record, self.header)

    def is_first_failure(self, e):
        """Whether it certainly is the first failure of its unit since the last ad of the unit."""
        done = [other for other in self.of("ad.loaded", "ad.failed_to_load", before=e.index)
                if other.get("unit") == e.get("unit")]
        last = done[-1] if done else None
        if last is not None and last.kind == "ad.failed_to_load":
            return False
        return not self.gap_in(-1 if last is None else last.index, e.index)

    def configuration_failures(self, unit, i):
        """The last configuration failure of the unit before i, or None; and those of undetermined
        cause after it, each of which may be the last one instead."""
        found = [e for e in self.of("ad.failed_to_load", before=i) if e.get("unit") == unit]
        certain = [e for e in found if self.cause(e) == "configuration"]
        last = certain[-1] if certain else None
        return last, [e for e in found if self.cause(e) is None
                      and (last is None or e.index > last.index)]

    def uncleared(self, failure, named, i):
        """Whether the failure, as the last one, is uncleared for a request that names a scene or
        does not."""
        if failure is None:
            return False
        cleared = self.of("config.changed", after=failure.index, before=i) + [
            e for e in self.of("ad.loaded", after=failure.index, before=i)
            if e.get("unit") == failure.get("unit")]
        elsewhere = named and self.named_scene(failure) is None
        lost = self.request(failure.get("request"), failure.index) is None and self.gap_in(
            -1, failure.index)
        if cleared or elsewhere and not lost:
            return False
        return None if elsewhere or self.gap_in(failure.index, i) else True

    def is_cause_missing(self, unit, named, i):
        """Whether it depends on failures of undetermined cause if a configuration failure is
        uncleared."""
        last, others = self.configuration_failures(unit, i)
        known = self.uncleared(last, named, i)
        return any(self.uncleared(other, named, i) != known for other in others)

    def misconfigured(self, unit, named, i):
        """Whether a configuration failure of the unit is uncleared."""
        if self.is_cause_missing(unit, named, i):
            return None
        last = self.configuration_failures(unit, i)[0]
        answer = self.uncleared(last, named, i)
        return None if answer is False and self.hides_failure(unit, last, i) else answer

    def hides_failure(self, unit, failure, i):
        """Whether a gap can hide a configuration failure of the unit that nothing cleared."""
        cleared = [e.index for e in self.of("config.changed", "ad.loaded", before=i)
                   if e.kind == "config.changed" or e.get("unit") == unit]
        seen = [] if failure is None else [failure.index]
        return self.gap_in(max(cleared + seen, default=-1), i)

    # Scenes

    def scene_open(self, scene, i):
        """False when the scene is disconnected just before i."""
        if "scene" not in self.captured:
            return True
        last = [e for e in self.of("scene.connected", "scene.disconnected", before=i)
                if self.scene(e) == scene]
        answer = not last or last[-1].kind != "scene.disconnected"
        return None if self.gap_in(last[-1].index if last else -1, i) else answer

    def misplaced(self, scene, i):
        """Whether the scene is landscape without the full screen just before i."""
        if "scene" not in self.captured:
            return False
        last = [e for e in self.of("scene.connected", "scene.resized", before=i)
                if self.scene(e) == scene]
        if self.gap_in(last[-1].index if last else -1, i):
            return None
        return bool(last) and last[-1].get("orientation") == "landscape" and (
            last[-1].get("full_screen") is False)

    # Free

    def consent_allows(self, i):
        last = self.last("consent.updated", before=i)
        if last is None or self.is_told_nothing(last.index, i):
            return None
        return last.get("can_request_ads")

    def sdk_started(self, i):
        if self.of("sdk.started", before=i):
            return True
        return None if self.is_told_nothing(-1, i) else False

    def last_says(self, name, kind, field, value, i):
        """Whether the last record of a kind of this class, before i, has the value."""
        if name not in self.captured:
            return False
        last = self.last(kind, before=i)
        if self.gap_in(last.index if last else -1, i):
            return None
        return last is not None and last.get(field) is value

    def blocked(self, slot, format, i, named, lasting=False):
        """Whether the slot is not free just before i, for a request that names a scene or does not;
        `lasting` leaves pauses and loads out."""
        unit, scene = slot
        reasons = [self.misconfigured(unit, named, i), bool(self.of("app.terminating", before=i))]
        if "consent" in self.captured:
            reasons.append(negate(self.consent_allows(i)))
            reasons.append(negate(self.sdk_started(i)))
        reasons.append(is_preloaded(self, unit, i))
        reasons.append(self.last_says("entitlement", "entitlement.changed", "ad_free", True, i))
        reasons.append(self.last_says("connectivity", "connectivity.changed", "connected", False, i))
        if format == "app_open":
            reasons.append(self.cap_reached(i))
        if self.several and scene is None:
            return either(reasons + [None])  # what else blocks depends on the scene
        if not lasting:
            reasons += [self.slot_in_flight(slot, i), self.pausing(slot, format, i)]
        reasons.append(negate(self.scene_open(scene, i)))
        if format in FULL_SCREEN:
            reasons.append(self.misplaced(scene, i))
        return either(reasons)

    # Shows of the day; `row` is the sessions of the install that follow each other

    row, place, complete_from = (), 0, math.inf

    def shows_of_day(self, i):
        """The certain app-open shows on the local day of record i before it, and how many more there
        can be."""
        if i >= len(self.all):
            return [], 0
        here = self.all[i]
        day, shows, lost = self.day(here), [], 0
        for other in installs.earlier(self, here, day) + [self]:
            mine = other is self
            for e in other.of_formats({"app_open"}, "ad.will_present"):
                if other.day(e) != day or mine and e.index >= i:
                    continue
                if e.index in other.maybe | other.doubtful:
                    lost += 1
                elif e in other.wills:
                    shows.append((other, e))
            for gap in other.gaps:
                if (not mine or gap <= i) and other.gap_on_day(gap, day):
                    lost += other.session.gaps[gap]
        return shows, lost

    def hides_earlier(self, i):
        """Whether shows of the day in earlier sessions are unknown."""
        here = self.all[i]
        return not installs.are_known(self, here, self.day(here))

    def own_count(self, i):
        """The shows of the day before record i by the app's last decision, whether one of them is
        doubtful, that decision, and whether the show that it decided is pending."""
        cap = self.policy("daily_cap", i)
        here = self.all[i]
        if "daily_cap" in self.overrides or self.is_unset("daily_cap", i):
            return None
        found = [e for e in self.of_formats({"app_open"}, "ad.show_decided", before=i + 1)
                 if e.get("remaining") is not None]
        if not found:
            return None
        last = found[-1]
        if last is not here and (self.day(last) is None or self.day(last) != self.day(here)
                                 or self.policy("daily_cap", last.index) != cap):
            return None
        counted = cap - last.get("remaining") - (1 if last.get("outcome") == "show" else 0)
        since = [e for e in self.of_formats({"app_open"}, "ad.will_present", after=last.index,
                                            before=i)]
        shows = [e for e in since if e in self.wills and self.day(e) == self.day(here)]
        vague = any(e.index in self.maybe | self.doubtful for e in since)
        failed = self.of_formats({"app_open"}, "ad.failed_to_present", after=last.index, before=i)
        pending = (last is not here and last.get("outcome") == "show" and not failed
                   and not any(e in self.wills for e in since))
        return counted + len(shows), vague, last.index, pending

    def gap_walls(self, gap):
        """What the wall clock can have shown in the gap: it went on as t did, from where it was or to
        where it is; between them it can have been set.

        What follows the last record was lost before the install's next session began."""
        if not gap:
            return -math.inf, math.inf
        before = self.all[gap - 1]
        if gap == len(self.all):
            begins = [other.all[0].wall for other in self.row[self.place + 1:]]
            return before.wall, min([wall for wall in begins if wall >= before.wall] + [math.inf])
        after = self.all[gap]
        passed = after.t - before.t
        if passed > 366 * DAY:
            passed = 0
        return (min(before.wall, after.wall, after.wall - passed),
                max(before.wall, after.wall, before.wall + passed))

    def gap_days(self, gap):
        """The first and the last local day of what is lost in the gap, by the zone in force there."""
        zone = self.zone(gap - 1) if gap else None
        if zone is None:
            return -math.inf, math.inf
        first, last = [(wall + zone * 60_000) // DAY if abs(wall) < math.inf else wall
                       for wall in self.gap_walls(gap)]
        return first, last

    def gap_on_day(self, gap, day):
        """Whether records lost in the gap may lie on the day."""
        first, last = self.gap_days(gap)
        return day is None or first <= day <= last

    def cap_reached(self, i):
        cap = self.policy("daily_cap", i)
        if self.is_unset("daily_cap", i):
            return False
        if cap is None or i >= len(self.all) or self.day(self.all[i]) is None:
            return None
        counted = self.own_count(i)
        if counted is not None:
            shows, vague, decided, pending = counted
            if shows >= cap:
                return None if vague else True
            if pending and shows + 1 >= cap:
                gap = any(gap > decided for gap in self.gaps_upto(i))
                return None if vague or gap else True
            hidden = any(gap > decided and self.gap_on_day(gap, self.day(self.all[i]))
                         for gap in self.gaps_upto(i))
            return None if vague or hidden else False
        shows, lost = self.shows_of_day(i)
        if len(shows) >= cap:
            return True
        return None if len(shows) + lost >= cap or self.hides_earlier(i) else False

"""Ready ads, loads in flight and free slots."""
import math

from causes import cause, is_first_only
import installs
from timeline import DAY, either, exact, negate
from words import FULL_SCREEN, Words


class Slots(Words):
    def max_age(self, format, i):
        key = {"app_open": "app_open_max_age_s", "native": "native_max_age_s"}.get(format)
        return self.limit(key or "full_screen_max_age_s", i)

    # Ready

    def held(self, load, i, limit):
        """Whether the ad of this ad.loaded is younger than a limit, and neither gone nor attempted, just before i."""
        ad, start = load.get("ad"), load.index
        if start >= i or self.loaded(ad, i) is not load:
            return False
        if self.of_ad(ad, "ad.expired", "ad.discarded", after=start, before=i):
            return False
        if any(a.ad == ad and a.index < i for a in self.attempts):
            return False
        return limit is None or self.t(min(i, len(self.all) - 1)) - load.t < limit

    def ready(self, load, i):
        """Whether the ad of this ad.loaded is ready just before the record i."""
        limit = self.max_age(self.format(load), i)
        if not self.held(load, i, limit):
            return False
        return None if limit is None or self.gap_in(load.index, i) else True

    def ready_in_slot(self, slot, format, i, but=None):
        """Whether a ready ad of the slot exists just before i."""
        loads = [e for e in self.of("ad.loaded", before=i)
                 if self.slot(e) == slot and self.format(e) in FULL_SCREEN and e.get("ad") != but]
        # A lost ad is of the asked format, or of one that any record of the session names for the unit.
        formats = {format} | {e.get("format") for e in self.all if e.get("format") in FULL_SCREEN
                              and e.get("unit") in (None, slot[0])}
        hidden = None if any(self.hidden_ready(f, i) for f in formats) else False
        vague = [None for e in self.of("ad.loaded", before=i) if e.get("unit") == slot[0]
                 and e.get("ad") != but and self.unplaced(e) and self.ready(e, i) is not False]
        loads = [e for e in loads if not self.unplaced(e)]
        return either([self.ready(e, i) for e in loads] + vague + [hidden])

    def hidden_ready(self, format, i):
        limit = self.max_age(format, i)
        return any(limit is None or self.t(i) - self.t(gap) < limit
                   for gap in self.gaps_upto(i) if gap < len(self.all))

    # In flight

    def in_flight(self, request, i):
        start, name = request.index, request.get("request")
        if start >= i:
            return False
        again = [e.index for e in self.requests[name] if start < e.index < i]
        # What comes after the name was born again belongs to the last birth.
        if any(e.get("request") == name for e in self.of(
                "ad.loaded", "ad.failed_to_load", after=start, before=min(again + [i]))):
            return False
        limit = self.limit("load_timeout_s", i)
        lasted = None if limit is None else self.lasted(start, i, limit)
        if lasted is False:
            return False
        return None if again or self.gap_in(start, i) else lasted

    def slot_in_flight(self, slot, i):
        known = [self.in_flight(e, i) for e in self.of("ad.requested", before=i)
                 if self.slot(e) == slot]
        limit = self.limit("load_timeout_s", i)
        hidden = any(limit is None or self.open_end(gap, i) <= limit
                     for gap in self.gaps_upto(i))
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
        return None if self.lost(start, e.index) >= (1 if births else 2) else False

    def pause(self, k, i):
        base, most = self.policy("retry_base_s", i), self.policy("retry_max_s", i)
        if base is None or most is None:
            return None
        return min(exact(base) * 2 ** min(k - 1, 1000), exact(most)) * 1000

    def last_loaded(self, slot, i):
        return max([e.index for e in self.of("ad.loaded", before=i)
                    if self.slot(e) == slot and not self.unplaced(e)], default=-1)

    def longest_pause(self, slot, i, counts=lambda e: True):
        """The pause before i if every record lost since the slot's last ad was a failure."""
        loaded = self.last_loaded(slot, i)
        vague = [e for e in self.of("ad.loaded", "ad.failed_to_load", after=loaded, before=i)
                 if e.get("unit") == slot[0] and self.unplaced(e)]
        if vague:
            return self.limit("retry_max_s", i)
        run = [e for e in self.of("ad.failed_to_load", after=loaded, before=i)
               if self.slot(e) == slot and counts(e)]
        return self.pause(max(1, min(len(run) + self.lost(loaded, i), 1000)), i)

    def pausing(self, slot, format, i):
        """Whether a pause of retry-backs-off runs just before i."""
        if format not in FULL_SCREEN | {"banner"}:
            return False
        now, run = self.t(min(i, len(self.all) - 1)), self.failures(slot, i)
        answers = []
        if run:
            pause = self.pause(len(run), i)
            if pause is None:
                answers.append(None)
            elif now - run[-1].t < pause:
                # What a gap, or an ad of an unknown scene, can have ended is no row for certain.
                vague = max([e.index for e in self.of("ad.loaded", "ad.failed_to_load", before=i)
                             if e.get("unit") == slot[0] and self.unplaced(e)], default=-1)
                row = [e for e in run if e.index > vague and not self.gap_in(e.index, i)]
                sure = row and now - run[-1].t < self.pause(len(row), i)
                answers.append(True if sure else None)
        longest, loaded = self.longest_pause(slot, i), self.last_loaded(slot, i)
        for gap in self.gaps_upto(i):
            if gap <= loaded:
                continue  # the ad ended whatever row a gap before it hides
            if longest is None or gap >= len(self.all) or now - self.t(gap) < longest:
                answers.append(None)
        recent = run and longest is not None and now - run[-1].t < longest
        if recent and self.gap_in(loaded, i):
            answers.append(None)
        return either(answers)

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

    def uncleared(self, failure, scene, i):
        """Whether the failure is uncleared for a request in the scene, as the last one."""
        if failure is None:
            return False
        cleared = self.of("config.changed", after=failure.index, before=i) + [
            e for e in self.of("ad.loaded", after=failure.index, before=i)
            if e.get("unit") == failure.get("unit")]
        vague = scene is not None and self.unplaced(failure)
        if cleared or (scene is not None and self.scene(failure) is None and not vague):
            return False
        return None if vague or self.gap_in(failure.index, i) else True

    def is_cause_missing(self, unit, scene, i):
        """Whether it depends on failures of undetermined cause if a configuration failure is
        uncleared."""
        last, others = self.configuration_failures(unit, i)
        known = self.uncleared(last, scene, i)
        return any(self.uncleared(other, scene, i) != known for other in others)

    def misconfigured(self, unit, scene, i):
        """Whether a configuration failure of the unit is uncleared."""
        if self.is_cause_missing(unit, scene, i):
            return None
        return self.uncleared(self.configuration_failures(unit, i)[0], scene, i)

    # Scenes

    def scene_open(self, scene, i):
        """False when the scene is disconnected just before i."""
        if scene is None or "scene" not in self.captured:
            return True
        last = [e for e in self.of("scene.connected", "scene.disconnected", before=i)
                if e.get("scene") == scene]
        answer = not last or last[-1].kind != "scene.disconnected"
        return None if self.gap_in(last[-1].index if last else -1, i) else answer

    def misplaced(self, scene, i):
        """Whether the scene is landscape without the full screen just before i."""
        if scene is None or "scene" not in self.captured:
            return False
        last = [e for e in self.of("scene.connected", "scene.resized", before=i)
                if e.get("scene") == scene]
        if self.gap_in(last[-1].index if last else -1, i):
            return None
        return bool(last) and last[-1].get("orientation") == "landscape" and (
            last[-1].get("full_screen") is False)

    # Free

    def consent_allows(self, i):
        last = self.last("consent.updated", before=i)
        return None if last is None else last.get("can_request_ads")

    def blocked(self, slot, format, i, lasting=False):
        """Whether the slot is not free just before i; `lasting` leaves pauses and loads out."""
        unit, scene = slot
        reasons = []
        if not lasting:
            reasons += [self.slot_in_flight(slot, i), self.pausing(slot, format, i)]
        reasons.append(self.misconfigured(unit, scene, i))
        if "consent" in self.captured:
            reasons.append(negate(self.consent_allows(i)))
            reasons.append(not self.of("sdk.started", before=i))
        reasons.append(bool(self.of("app.terminating", before=i)))
        reasons.append(negate(self.scene_open(scene, i)))
        if format in FULL_SCREEN:
            reasons.append(self.misplaced(scene, i))
        if format == "app_open":
            reasons.append(self.cap_reached(i))
        return either(reasons)

    # Shows of the day; `row` is the sessions of the install that follow each other

    row, place, complete_from = (), 0, math.inf

    def shows_of_day(self, i):
        """(app-open shows on the local day of record i before it, records lost on that day)."""
        if i >= len(self.all):
            return [], 0
        here = self.all[i]
        day, shows, lost = self.day(here), [], 0
        for other in installs.earlier(self, here, day) + [self]:
            mine = other is self
            for e in other.of_formats({"app_open"}, "ad.will_present"):
                if other.day(e) != day or mine and e.index >= i:
                    continue
                if e.index in other.maybe or not mine and other.is_stray(e):
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

    def is_stray(self, e):
        """Whether a show may be the content of a click in one that a gap hides on another day."""
        return e.index in self.doubtful and not all(
            self.gap_days(gap) == (self.day(e), self.day(e)) for gap in self.gaps_upto(e.index))

    def strays(self, i):
        """How many shows of the day before record i may be the content of a click in one that a gap
        hides on another day."""
        day = self.day(self.all[i])
        found = [e for e in self.of_formats({"app_open"}, "ad.will_present", before=i)
                 if e.index in self.doubtful and self.day(e) == day]
        here = all(self.gap_days(gap) == (day, day) for gap in self.gaps_upto(i))
        return 0 if here else len(found)

    def since(self, gap):
        """The earliest wall clock of what is lost in the gap."""
        return self.gap_walls(gap)[0]

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
        if len(shows) - self.strays(i) >= cap:
            return True
        return None if len(shows) + lost >= cap or self.hides_earlier(i) else False

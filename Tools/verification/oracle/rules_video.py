"""Mediation: video events."""
from rules_base import guard, kept, no_earlier, rule, undecided, violated
from rules_mediation import mapping_hidden, mapping_of_ad, said_by_mappings
from rules_native import last_view
from rules_revenue import hidden_end
from words import FULL_SCREEN

VIDEO = ("video.played", "video.paused", "video.ended", "video.muted", "video.unmuted")


@rule("video-needs-video")
def video_needs_video(case, formats):
    result = []
    for e in case.of(*VIDEO):
        mapped = mapping_of_ad(case, e.get("ad"), e.index)
        if mapped is None:
            if mapping_hidden(case, e):
                result.append(undecided(e.index))
            continue
        has = said_by_mappings(case, e.get("ad"), e.index, lambda m: m.get("has_video"))
        if has is None:
            result.append(undecided(e.index, "unknown"))
        else:
            result.append(guard(e.index, not has, mapped.index))
    return result


@rule("video-grammar")
def video_grammar(case, formats):
    return [grammar(case, e) for e in case.of(*VIDEO)]


def grammar(case, e):
    i, ad = e.index, e.get("ad")
    first = case.birth_of_ad(ad, i)
    earlier = case.of_ad(ad, *VIDEO, before=i)
    played = [v.index for v in earlier if v.kind == "video.played"]
    mutes = [v for v in earlier if v.kind in ("video.muted", "video.unmuted")]
    ended = [v.index for v in earlier if v.kind == "video.ended"]
    if e.kind == "video.played":
        return kept(i)
    last_played = played[-1] if played else first
    over = [v for v in ended if v > (played[-1] if played else -1)]
    broken = []
    if over:
        broken.append(over[-1])
    if e.kind in ("video.paused", "video.ended") and not played:
        broken.append(first)
    if e.kind in ("video.muted", "video.unmuted") and mutes and mutes[-1].kind == e.kind:
        broken.append(mutes[-1].index)
    sure = [start for start in broken if not case.gap_in(start, i)]
    if sure:
        alone = first in sure or e.kind in ("video.paused", "video.ended")
        return violated(i, *([] if alone else sure[:1]))
    lower = last_played
    if e.kind in ("video.muted", "video.unmuted"):
        lower = min(lower, mutes[-1].index if mutes else first)
    return guard(i, None if broken or case.gap_in(lower, i) else False)


@rule("video-plays-on-screen")
def video_plays_on_screen(case, formats):
    result = []
    for e in case.of("video.played"):
        form = case.format(e)
        if form in FULL_SCREEN:
            tried = any(a.ad == e.get("ad") and a.index < e.index for a in case.attempts)
            result.append(no_earlier(case, e, tried, case.birth_of_ad(e.get("ad"), e.index)))
        elif form in ("banner", "native") and "visibility" in case.captured:
            result.append(plays_in_view(case, e))
    return result


def plays_in_view(case, e):
    """The ad of a video is in view, or was a moment ago."""
    i, limit, (last, hidden) = e.index, case.limit("cover_s", e.index), last_view(case, e)
    in_time = last is None or last.kind == "view.appeared" or case.lasts(last.index, i, limit)
    if in_time and not hidden_end(case, e, limit, last):
        return kept(i)
    if in_time is False and not hidden:
        return violated(i, last.index)
    return undecided(i, "unknown" if limit is None and not hidden else "gap")

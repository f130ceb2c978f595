"""Mediation: video events."""
from rules_base import guard, kept, rule, undecided, violated
from rules_mediation import mapping_hidden, mapping_of_ad, said_by_mappings

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

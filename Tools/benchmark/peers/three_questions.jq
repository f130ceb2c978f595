reduce inputs as $r ({kinds: {}, loaded: {}, waiting: {}, stale: 0, unreloaded: 0};
  .kinds[$r.event] += 1
  | if $r.event == "ad.loaded" then .loaded["\($r.session) \($r.ad)"] = $r.t
    elif $r.event == "ad.present_requested" and $r.format == "app_open" then
      .loaded["\($r.session) \($r.ad)"] as $since
      | if $since != null and $r.t - $since >= 14400000 then .stale += 1 else . end
    elif $r.event == "ad.dismissed" then
      "\($r.session) \($r.unit) \($r.scene)" as $slot
      | (if .waiting[$slot] then .unreloaded += 1 else . end)
      | .waiting[$slot] = $r.t + (if $r.format == "app_open" then 2000 else 30000 end)
    elif $r.event == "ad.requested" then
      "\($r.session) \($r.unit) \($r.scene)" as $slot
      | (if .waiting[$slot] and .waiting[$slot] < $r.t then .unreloaded += 1 else . end)
      | .waiting[$slot] = null
    else . end)
| {kinds, stale, unreloaded: (.unreloaded + ([.waiting[] | select(.)] | length))}

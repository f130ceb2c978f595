/// The style sheet of a page, for light and dark mode, print, and narrow screens.
enum PageStyle {
  static let text = """
    :root { color-scheme: light dark; --line: #8884; --error: #c62828;
      --warning: #9a5b00; --info: #1565c0; --found: #c6282814; --gap: #9a5b0014;
      --paper: #fff; --ink: #111; --on: #fff; --ad: #1565c0; --held: #dbe9f8; --asked: #a9cbef;
      --use: #dcefdc; --idle: #eee; --faint: #666; }
    @media (prefers-color-scheme: dark) {
      :root { --error: #ff8a80; --warning: #ffcc80; --info: #90caf9;
        --found: #ff8a8022; --gap: #ffcc8022;
        --paper: #121212; --ink: #eee; --on: #111; --ad: #90caf9; --held: #1c3247; --asked: #2b5277;
        --use: #1f3a22; --idle: #2a2a2a; --faint: #a8a8a8; }
    }
    body { font: 15px/1.5 system-ui, sans-serif; margin: 0; background: var(--paper); color: var(--ink); }
    main { max-width: 72rem; margin: 0 auto; padding: 1.5rem; }
    h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
    h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
    h3 { font: 600 1rem/1.5 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
    article { border-top: 1px solid var(--line); padding: 1rem 0; }
    .facts, small { color: var(--faint); overflow-wrap: anywhere; }
    p.facts { margin: 0; }
    ul { padding-left: 1.2rem; }
    table { border-collapse: collapse; width: 100%; }
    th { text-align: left; font-weight: 600; }
    th, td { padding: .25rem .75rem .25rem 0; vertical-align: top; }
    .counts tr, .figures tr { border-bottom: 1px solid var(--line); }
    .counts td:nth-child(n+3), .counts th:nth-child(n+3),
    .figures td:nth-child(n+2):nth-child(-n+9), .figures th:nth-child(n+2):nth-child(-n+9)
      { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .figures tr:last-child { font-weight: 600; }
    .timeline { font: 13px/1.5 ui-monospace, monospace; }
    .timeline td:nth-child(-n+3) { white-space: nowrap; }
    .timeline td:first-child, .timeline th:first-child { text-align: right; }
    .timeline th, .timeline td { padding-block: .05rem; }
    .timeline td:nth-child(4) { min-width: 18rem; overflow-wrap: anywhere; }
    .timeline td[colspan] { text-align: left; white-space: normal; padding-left: .75rem; }
    .timeline .found { background: var(--found); font-family: system-ui, sans-serif; }
    .timeline .gap { background: var(--gap); color: var(--warning); }
    .timeline .left { color: var(--faint); }
    .timeline .app, .timeline .lock { font-weight: 600; }
    .error, .damage { color: var(--error); font-weight: 600; }
    .warning { color: var(--warning); font-weight: 600; }
    .info { color: var(--info); font-weight: 600; }
    details { margin-top: .5rem; }
    details, .wide { overflow-x: auto; }
    summary { cursor: pointer; color: var(--faint); }
    \(picture)
    """

  /// The style of the pictures; colours always come with a different pattern or border.
  private static let picture = """
    figure { margin: .75rem 0; }
    figcaption { font-size: 12px; }
    .scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 4px; }
    .plot { position: relative; }
    .plot > svg { position: absolute; top: 0; left: 0; width: 100%; height: 100%; }
    .plot > .pins { pointer-events: none; }
    .plot svg { font: 11px system-ui, sans-serif; fill: var(--ink); }
    .names { position: sticky; left: 0; width: 0; height: 0; font-size: 11px; }
    .names span { position: absolute; left: 0; padding: 1px 5px; line-height: 13px;
      white-space: nowrap; background: var(--paper); border-radius: 0 0 4px; opacity: .9; }
    .plot text.tick, .fold text { font-size: 10px; fill: var(--faint); }
    .fold text, .ring text, .pins a text, .mark, .more { text-anchor: middle; }
    .fold rect { fill: url(#folded); }
    line.tick { stroke: var(--line); }
    .edge { stroke: var(--line); }
    .lost rect { fill: url(#lost); }
    .lost text { fill: var(--warning); font-weight: 600; font-size: 10px; }
    .plot .lost text, .plot .fold text { paint-order: stroke; stroke: var(--paper);
      stroke-width: 3px; }
    .lanes rect, .sample rect { stroke-width: 1.5px; }
    .loading rect { fill: none; stroke: var(--ad); stroke-dasharray: 2 2; }
    .unanswered rect { fill: none; stroke: var(--warning); stroke-dasharray: 5 3; }
    .ready rect { fill: var(--held); stroke: var(--ad); }
    .hidden rect { fill: none; stroke: var(--faint); }
    .asked rect { fill: var(--asked); stroke: var(--ad); }
    .shown rect { fill: var(--ad); }
    .plot .shown text, .sample .shown text { fill: var(--on); font-weight: 600; }
    .old rect, .expired rect { fill: url(#old); stroke: var(--warning); }
    .old text, .expired text { paint-order: stroke; stroke: var(--paper); stroke-width: 3px; }
    .active rect { fill: var(--use); stroke: #4a8a4f; }
    .inactive rect, .launching rect { fill: none; stroke: #4a8a4f; stroke-dasharray: 3 2; }
    .background rect, .terminating rect { fill: var(--idle); stroke: var(--line); }
    .locked rect { fill: var(--ink); }
    .plot .locked text { fill: var(--paper); }
    .splash rect, .consent rect, .suppression rect, .window rect
      { fill: var(--idle); stroke: var(--faint); }
    .missing rect { fill: none; stroke: var(--error); stroke-dasharray: 4 3; stroke-width: 1.5px; }
    .plot .missing text { fill: var(--error); font-weight: 600; font-size: 10px; paint-order: stroke;
      stroke: var(--paper); stroke-width: 3px; }
    .plot .missing .end { text-anchor: end; }
    .plot .mark { font-weight: 700; }
    .ring, .pins svg { overflow: visible; }
    .ring rect { fill: var(--paper); stroke: var(--ink); }
    .ring text, .pins a text { font-size: 10px; font-weight: 600; }
    .ring line { stroke: var(--ink); stroke-dasharray: 1 2; }
    .pins a { pointer-events: auto; fill: currentColor; stroke: currentColor; }
    .pins a, .findings li { scroll-margin: 10rem 4rem; }
    .pins a line { stroke-width: 1.5px; }
    .pins a text { fill: var(--on); stroke: none; }
    .pins a:target, .pins a:focus { outline: 3px solid var(--ink); outline-offset: 1px; }
    .plot .ring .event { text-anchor: start; font-weight: 400; }
    .plot .more { fill: var(--error); font-weight: 700; }
    .findings { list-style: none; padding: 0; }
    .findings li { padding: .15rem .35rem; overflow-wrap: anywhere; }
    .findings li:target { background: var(--found); outline: 2px solid var(--error); }
    .number { display: inline-block; min-width: .7em; padding: 0 .35em; text-align: center; border-radius: 1em;
      background: var(--ink); color: var(--paper); text-decoration: none; font-weight: 600;
      font-size: .8em; }
    .legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .5rem 0; font-size: 12px; }
    .legend svg { vertical-align: -4px; font: 11px system-ui, sans-serif; fill: var(--ink); }
    .defs { position: absolute; width: 0; height: 0; }
    @media screen and (max-width: 50rem) { figcaption::after { content: " · scroll right"; } }
    @media print {
      .scroll { overflow: visible; }
      .plot { min-width: 0 !important; }
      article, figure { break-inside: avoid-page; }
      body { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }
    """

  /// The patterns, and the legend of the pictures.
  static let legend = """
    <svg class="defs" aria-hidden="true"><defs>
    <pattern id="lost" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><path d="M0 0V6" stroke="var(--warning)" stroke-width="2" \
    opacity=".55"/></pattern>
    <pattern id="old" width="5" height="5" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(-45)"><path d="M0 0V5" stroke="var(--warning)" stroke-width="1.5" \
    opacity=".6"/></pattern>
    <pattern id="folded" width="4" height="8" patternUnits="userSpaceOnUse"><path d="M2 0V4" \
    stroke="var(--faint)" opacity=".35"/></pattern>
    </defs></svg>
    <details open="open"><summary>Legend</summary>
    <p class="legend">\(samples)</p>
    </details>

    """

  private static var samples: String {
    let bands: [PictureBand.Kind] = [
      .loading, .unanswered, .ready, .hidden, .asked, .shown, .old, .expired, .active, .inactive,
      .background,
    ]
    let boxes = bands.map { kind in
      sample("<svg class=\"\(kind.rawValue)\">\(box)</svg>") + " \(kind.word)"
    }
    let others = [
      (sample("<g class=\"lost\"><rect width=\"26\" height=\"16\"/></g>"), "records lost"),
      (sample("<g class=\"fold\"><rect width=\"26\" height=\"16\"/></g>"), "time folded"),
      (sample("<g class=\"missing\">\(box)</g>"), "missing expected event"),
    ].map { "\($0.0) \($0.1)" }
    let words = [
      "● error, ◆ warning, ■ info: a violation, with its number, at the record that made it certain",
      "number in a ring: a witness record of that violation", "✕ failure, with its error code",
      "C click, R reward earned, G reward granted, $ revenue, ! memory warning",
    ]
    return (boxes + others + words).map { "<span>\($0)</span>" }.joined(separator: "\n")
  }

  private static let box = "<rect x=\"1\" y=\"1\" width=\"24\" height=\"14\"/>"

  private static func sample(_ shape: String) -> String {
    "<svg class=\"sample\" width=\"26\" height=\"16\" aria-hidden=\"true\">\(shape)</svg>"
  }
}

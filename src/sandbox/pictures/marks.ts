// The brand's colours for a mark, which is drawn on a field of 160 by 160.
export interface MarkColors {
  readonly light: string
  readonly pale: string
  readonly deep: string
}

/** Draws a mark as SVG in its brand's colours. */
export type Mark = (colors: MarkColors) => string

/** Joins the drawings for `count` angles around a circle, in degrees. */
export const around = (count: number, draw: (angle: number) => string) =>
  Array.from({ length: count }, (_, index) => draw((360 / count) * index)).join('')

/** The marks of brands, by name. */
export const marks = {
  waves: ({ light, pale }) =>
    [58, 80, 102]
      .map((y, index) => `<path d="M34 ${y}c15-16 31-16 46 0s31 16 46 0" stroke="${index === 1 ? pale : light}"/>`)
      .join('')
      .replace(/^(.*)$/s, '<g fill="none" stroke-width="11" stroke-linecap="round">$1</g>'),
  flower: ({ light, pale }) =>
    around(
      6,
      (angle) =>
        `<ellipse cx="80" cy="54" rx="15" ry="26" fill="${light}" opacity=".86" transform="rotate(${angle} 80 80)"/>`,
    ) + `<circle cx="80" cy="80" r="13" fill="${pale}"/>`,
  hexagon: ({ light, pale }) =>
    `<path d="M80 34l40 23v46l-40 23-40-23V57z" fill="none" stroke="${light}" stroke-width="10" stroke-linejoin="round"/>` +
    `<path d="M80 59l18 10.500v21L80 101l-18-10.500v-21z" fill="${pale}"/>`,
  mountains: ({ light, pale }) =>
    `<circle cx="108" cy="56" r="14" fill="${pale}"/><path d="M28 118l36-56 24 36 12-18 32 38z" fill="${light}"/>`,
  bird: ({ light, pale }) =>
    `<path d="M30 72c30-4 42 8 50 24 8-30 28-46 52-46-8 12-14 22-16 36-4 26-26 38-50 34-20-4-32-22-36-48z" fill="${light}"/>` +
    `<circle cx="108" cy="66" r="5" fill="${pale}"/>`,
  rings: ({ light, pale }) =>
    `<g fill="none" stroke-width="10"><circle cx="64" cy="80" r="28" stroke="${light}"/><circle cx="96" cy="80" r="28" stroke="${pale}"/></g>`,
  leaf: ({ light, deep }) =>
    `<path d="M38 122c-6-54 28-86 86-84 2 58-30 90-72 76z" fill="${light}"/><path d="M40 126C58 96 78 78 104 60" fill="none" stroke="${deep}" stroke-width="7" stroke-linecap="round"/>`,
  bolt: ({ light }) => `<path d="M90 28L46 90h28l-8 42 46-64H84z" fill="${light}"/>`,
  book: ({ light, pale }) =>
    `<path d="M78 52C64 42 46 40 32 44v66c14-4 32-2 46 8z" fill="${light}"/><path d="M82 52c14-10 32-12 46-8v66c-14-4-32-2-46 8z" fill="${pale}"/>`,
  sun: ({ light, pale }) =>
    around(
      10,
      (angle) =>
        `<rect x="75" y="30" width="10" height="24" rx="5" fill="${light}" transform="rotate(${angle} 80 80)"/>`,
    ) + `<circle cx="80" cy="80" r="21" fill="${pale}"/>`,
  signal: ({ light, pale }) =>
    [0, 1, 2, 3]
      .map(
        (index) =>
          `<rect x="${36 + index * 24}" y="${94 - index * 18}" width="16" height="${30 + index * 18}" rx="8" fill="${index === 3 ? pale : light}"/>`,
      )
      .join(''),
  squares: ({ light, pale }) =>
    `<rect x="40" y="40" width="52" height="52" rx="14" fill="${light}"/><rect x="68" y="68" width="52" height="52" rx="14" fill="${pale}" opacity=".9"/>`,
  moon: ({ light, pale }) =>
    `<path d="M98 40a44 44 0 1 0 24 62 36 36 0 0 1-24-62z" fill="${light}"/><path d="M112 48l5 11 11 5-11 5-5 11-5-11-11-5 11-5z" fill="${pale}"/>`,
  drop: ({ light, pale }) =>
    `<path d="M80 30c22 28 34 44 34 62a34 34 0 0 1-68 0c0-18 12-34 34-62z" fill="${light}"/><path d="M64 94a16 16 0 0 0 16 16" fill="none" stroke="${pale}" stroke-width="7" stroke-linecap="round"/>`,
  cup: ({ light, pale }) =>
    `<path d="M42 66h62v26a26 26 0 0 1-26 26h-10a26 26 0 0 1-26-26z" fill="${light}"/><path d="M104 74h8a13 13 0 0 1 0 26h-10" fill="none" stroke="${light}" stroke-width="9"/>` +
    `<path d="M60 54c-5-7 5-10 0-18M82 54c-5-7 5-10 0-18" fill="none" stroke="${pale}" stroke-width="7" stroke-linecap="round"/>`,
  basket: ({ light, pale }) =>
    `<path d="M34 72h92l-10 44a8 8 0 0 1-8 6H52a8 8 0 0 1-8-6z" fill="${light}"/><path d="M52 70l18-34M108 70L90 36" stroke="${pale}" stroke-width="9" stroke-linecap="round"/>`,
  note: ({ light, pale }) =>
    `<path d="M66 108V44l48-10v62" fill="none" stroke="${light}" stroke-width="10" stroke-linejoin="round"/><ellipse cx="53" cy="110" rx="17" ry="13" fill="${pale}"/><ellipse cx="101" cy="98" rx="17" ry="13" fill="${pale}"/>`,
  paw: ({ light, pale }) =>
    `<path d="M80 76c20 0 34 20 30 36-4 14-20 8-30 8s-26 6-30-8c-4-16 10-36 30-36z" fill="${light}"/>` +
    [
      [46, 68],
      [66, 50],
      [94, 50],
      [114, 68],
    ]
      .map(([x, y]) => `<ellipse cx="${x}" cy="${y}" rx="10" ry="14" fill="${pale}"/>`)
      .join(''),
  pad: ({ light, pale, deep }) =>
    `<path d="M52 54h56c18 0 28 22 26 46-1 14-16 16-24 6l-8-10H58l-8 10c-8 10-23 8-24-6-2-24 8-46 26-46z" fill="${light}"/>` +
    `<path d="M56 66v20M46 76h20" stroke="${deep}" stroke-width="7" stroke-linecap="round"/><circle cx="98" cy="82" r="6" fill="${pale}"/><circle cx="110" cy="70" r="6" fill="${pale}"/>`,
  heart: ({ light, pale }) =>
    `<path d="M80 120C48 98 36 82 36 64a22 22 0 0 1 44-6 22 22 0 0 1 44 6c0 18-12 34-44 56z" fill="${light}"/><path d="M52 66a8 8 0 0 1 8-9" fill="none" stroke="${pale}" stroke-width="7" stroke-linecap="round"/>`,
} as const satisfies Record<string, Mark>

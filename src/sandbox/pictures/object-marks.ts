import type { Mark } from './marks.ts'

/** Marks of the things that brand names speak of. */
export const objectMarks = {
  tower: ({ light, pale }) =>
    `<path d="M48 42h16v12h8V42h16v12h8V42h16v28l-8 8v44H56V78l-8-8z" fill="${light}"/><path d="M70 122v-18a10 10 0 0 1 20 0v18z" fill="${pale}"/>`,
  fruit: ({ light, pale, deep }) =>
    `<path d="M80 42c34 2 42 26 38 46-4 22-22 34-38 34s-34-12-38-34c-4-20 4-44 38-46z" fill="${light}"/><path d="M80 44c-4-12-16-16-26-14 2 12 12 18 26 14zM80 44c4-12 16-16 26-14-2 12-12 18-26 14z" fill="${pale}"/>` +
    [
      [66, 76],
      [92, 72],
      [80, 96],
      [100, 94],
      [60, 98],
    ]
      .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4" fill="${deep}"/>`)
      .join(''),
  wheat: ({ light, pale }) =>
    `<path d="M80 128V56" stroke="${pale}" stroke-width="8" stroke-linecap="round"/>` +
    [54, 76, 98]
      .map(
        (y) =>
          `<path d="M76 ${y + 14}c-20 0-28-10-28-24 18 0 28 8 28 24zM84 ${y + 14}c20 0 28-10 28-24-18 0-28 8-28 24z" fill="${light}"/>`,
      )
      .join('') +
    `<path d="M80 26c10 12 10 22 0 32-10-10-10-20 0-32z" fill="${light}"/>`,
  owl: ({ light, pale, deep }) =>
    `<path d="M40 38l18 10h44l18-10v44c0 26-18 42-40 42s-40-16-40-42z" fill="${light}"/><g fill="${pale}"><circle cx="62" cy="74" r="16"/><circle cx="98" cy="74" r="16"/></g><g fill="${deep}"><circle cx="62" cy="74" r="7"/><circle cx="98" cy="74" r="7"/><path d="M74 92h12l-6 12z"/></g>`,
  spool: ({ light, pale }) =>
    `<path d="M44 34h72v16H44zM44 110h72v16H44z" fill="${light}"/><path d="M54 58h52M54 72h52M54 88h52M54 102h52" stroke="${pale}" stroke-width="9" stroke-linecap="round"/>`,
  stones: ({ light, pale }) =>
    `<g fill="${light}"><rect x="32" y="88" width="40" height="30" rx="12"/><rect x="80" y="88" width="48" height="30" rx="12"/><rect x="50" y="48" width="32" height="32" rx="12"/></g><rect x="90" y="48" width="34" height="32" rx="12" fill="${pale}"/>`,
  comet: ({ light, pale }) =>
    `<path d="M30 48h44M26 74h36M38 100h30" stroke="${pale}" stroke-width="10" stroke-linecap="round"/><path d="M104 48l9 20 22 3-16 15 4 22-19-11-20 11 4-22-16-15 22-3z" fill="${light}"/>`,
  feather: ({ light, deep }) =>
    `<path d="M44 118C40 70 70 36 124 34c2 44-24 78-64 76z" fill="${light}"/><path d="M34 130L96 64M66 96h26M78 82h24" fill="none" stroke="${deep}" stroke-width="6" stroke-linecap="round"/>`,
  compass: ({ light, pale }) =>
    `<circle cx="80" cy="80" r="46" fill="none" stroke="${light}" stroke-width="10"/><path d="M106 54L90 90l-20-20z" fill="${light}"/><path d="M54 106l16-36 20 20z" fill="${pale}"/>`,
  river: ({ light, pale }) =>
    `<path d="M96 30c-40 26 8 40-18 64-14 14-30 18-34 36h44c4-16 22-22 30-38 14-28-34-36-22-62z" fill="${light}"/><circle cx="48" cy="58" r="14" fill="${pale}"/>`,
  sack: ({ light, pale }) =>
    `<path d="M62 56h36c24 20 32 40 28 56-2 8-8 12-16 12H50c-8 0-14-4-16-12-4-16 4-36 28-56z" fill="${light}"/><path d="M58 34l12 14h20l12-14" fill="none" stroke="${pale}" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>`,
  lamp: ({ light, pale }) =>
    `<path d="M80 28a36 36 0 0 1 20 66v10H60V94a36 36 0 0 1 20-66z" fill="${light}"/><path d="M64 116h32M70 130h20" stroke="${pale}" stroke-width="9" stroke-linecap="round"/>`,
  cloud: ({ light, pale }) =>
    `<circle cx="104" cy="60" r="20" fill="${pale}"/><path d="M54 116a24 24 0 0 1-2-48 32 32 0 0 1 60 4 22 22 0 0 1-2 44z" fill="${light}"/>`,
  globe: ({ light, pale }) =>
    `<g fill="none" stroke-width="9"><circle cx="80" cy="80" r="46" stroke="${light}"/><ellipse cx="80" cy="80" rx="20" ry="46" stroke="${pale}"/><path d="M36 80h88" stroke="${light}"/></g>`,
  wings: ({ light, pale }) =>
    `<path d="M80 92C66 60 44 50 22 52c8 20 26 28 36 32-8 2-14 8-14 8s22 10 36 0z" fill="${light}"/><path d="M80 92c14-32 36-42 58-40-8 20-26 28-36 32 8 2 14 8 14 8s-22 10-36 0z" fill="${light}"/><circle cx="80" cy="108" r="9" fill="${pale}"/>`,
} as const satisfies Record<string, Mark>

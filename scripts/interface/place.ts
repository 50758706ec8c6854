/** Where a word of the interface is used: on a screen, by a rule, or nowhere for a reason. */
export type Place =
  | { readonly kind: 'screen' | 'rule'; readonly file: string; readonly what: string; readonly as?: string }
  | { readonly kind: 'unused'; readonly because: string }

export type Places = Readonly<Record<string, Place>>

/** Creates the place of a word that the page shows; `as` is its name in that file. */
export function screen(file: string, what: string, as?: string): Place {
  return { kind: 'screen', file: `src/renderer/${file}`, what, ...(as === undefined ? {} : { as }) }
}

/** Creates the place of a word that main uses; `as` is its name in that file. */
export function rule(file: string, what: string, as?: string): Place {
  return { kind: 'rule', file: `src/main/${file}`, what, ...(as === undefined ? {} : { as }) }
}

/** Creates the place of an unused word, with the reason. */
export function unused(because: string): Place {
  return { kind: 'unused', because }
}

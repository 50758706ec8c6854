/** Where a word of the interface is used: on a screen, by a rule, or nowhere for a reason. */
export type Usage =
  | { readonly kind: 'screen' | 'rule'; readonly file: string; readonly what: string; readonly as?: string }
  | { readonly kind: 'unused'; readonly because: string }

export type Usages = Readonly<Record<string, Usage>>

/** Creates the usage of a word that the page shows; `as` is its name in that file. */
export function screen(file: string, what: string, as?: string): Usage {
  return { kind: 'screen', file: `src/renderer/${file}`, what, ...(as === undefined ? {} : { as }) }
}

/** Creates the usage of a word that main uses; `as` is its name in that file. */
export function rule(file: string, what: string, as?: string): Usage {
  return { kind: 'rule', file: `src/main/${file}`, what, ...(as === undefined ? {} : { as }) }
}

/** Creates the usage of an unused word, with the reason. */
export function unused(because: string): Usage {
  return { kind: 'unused', because }
}

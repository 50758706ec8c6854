/** Where a word of the interface is used: seen on a screen, used by a rule, or unused for a reason. */
export type Place =
  | { readonly kind: 'screen' | 'rule'; readonly file: string; readonly what: string; readonly as?: string }
  | { readonly kind: 'unused'; readonly because: string }

export type Places = Readonly<Record<string, Place>>

/** Names the file of the page that shows a word; `as` is what the word is called there. */
export function screen(file: string, what: string, as?: string): Place {
  return { kind: 'screen', file: `src/renderer/${file}`, what, ...(as === undefined ? {} : { as }) }
}

/** Names the file of main that uses a word; `as` is what the word is called there. */
export function rule(file: string, what: string, as?: string): Place {
  return { kind: 'rule', file: `src/main/${file}`, what, ...(as === undefined ? {} : { as }) }
}

/** Says why nothing uses a word. */
export function unused(because: string): Place {
  return { kind: 'unused', because }
}

/** The kind of a log field; `write` returns '?' for any other value. */
export interface Kind<T> {
  readonly write: (value: T) => string
}

const UNFIT = '?'
const uuidForm = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Creates a kind of texts that match a pattern. */
function like(form: RegExp): Kind<string> {
  return { write: (value: unknown) => (typeof value === 'string' && form.test(value) ? value : UNFIT) }
}

/** Creates a kind of words from a closed list. */
export function oneOf<T extends string>(list: readonly T[]): Kind<T> {
  return { write: (value: unknown) => list.find((known) => known === value) ?? UNFIT }
}

export const count: Kind<number> = {
  write: (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? String(Math.round(value)) : UNFIT),
}

export const uuid = like(new RegExp(`^${uuidForm}$`))

/** A version of a program or a system, such as `6.1.0-18-amd64`. */
export const version = like(/^v?\d{1,4}(?:\.\d{1,6}){0,3}(?:-[\w.+-]{1,30})?$/)

/** The name of a request or an event in Till's own code, such as `wallet.balances`; never one that a page sent. */
export const dotted = like(/^[a-z][A-Za-z]{1,24}\.[a-z][A-Za-z]{1,30}$/)

/** The name of a task in Till's own code, such as `payment of` with a purchase's ID. */
export const task = like(new RegExp(`^[a-z ]{1,48}(?:${uuidForm})?$`))

/** The host of a URL and nothing else: paths, queries and user names contain keys. */
export const host: Kind<string> = {
  write(address: unknown) {
    if (typeof address !== 'string' || !URL.canParse(address)) return UNFIT
    return new URL(address).host
      .split('.')
      .map((label) => (isLikeKey(label) ? '…' : label))
      .join('.')
  },
}

/** Some providers use a customer's key as a subdomain. */
function isLikeKey(label: string): boolean {
  return label.length > 24 || (label.length >= 16 && /\d/.test(label))
}

/** Creates a kind of paths. It writes the matching template, such as `/wallets/:address/`, and never the value of a placeholder. */
export function pathOf(templates: readonly string[]): Kind<string> {
  const forms = templates.map((template) => ({
    template,
    form: new RegExp(`^${template.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
  }))
  return {
    write: (path: unknown) => forms.find(({ form }) => typeof path === 'string' && form.test(path))?.template ?? UNFIT,
  }
}

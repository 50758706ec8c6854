/** A link that opens one brand, or one product, and nothing else. */
export type TillLink =
  | { readonly kind: 'brand'; readonly slug: string; readonly country: string | null }
  | { readonly kind: 'product'; readonly sku: string }

const MAX_LENGTH = 512
const NAME = /^(?!\.{1,2}$)[\w.~-]{1,120}$/

/** Returns whether a command line's argument is meant as a link; `parseTillLink` decides whether it is one. */
export function isLinkText(text: string): boolean {
  return /^till:/i.test(text)
}

/**
 * Parses a link of another program, such as `till://brand/lumo?country=MX`; returns null for everything that Till does not open. The page's
 * own origin, `till://app`, is no link.
 */
export function parseTillLink(text: string): TillLink | null {
  const [, kind = '', name = '', query = ''] =
    text.length > MAX_LENGTH ? [] : (/^till:\/\/(brand|product)\/([^/?#]+)\/?(?:\?([^#]*))?(?:#.*)?$/i.exec(text) ?? [])
  const decoded = decode(name)
  if (decoded === null || !NAME.test(decoded)) return null
  if (kind.toLowerCase() === 'product') return { kind: 'product', sku: decoded }
  return { kind: 'brand', slug: decoded, country: countryOf(query) }
}

/** Decodes a part of an address once; returns null if its percent signs are wrong. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

function countryOf(query: string): string | null {
  const country = new URLSearchParams(query).get('country') ?? ''
  return /^[a-z]{2}$/i.test(country) ? country.toUpperCase() : null
}

import { AppError } from '../../shared/errors.ts'
import type { CatalogStore } from '../catalog/catalog-store.ts'
import { findVariant } from '../catalog/find-variant.ts'
import type { Log } from '../log/create-log.ts'
import { parseTillLink, type TillLink } from '../shell/till-link.ts'

export interface OpenLinkParts {
  readonly catalog: Pick<CatalogStore, 'use'>
  readonly openInPage: (path: string) => void
  readonly log: Log
}

/** Creates the function that opens another program's link in the page. The log never holds the text of a link. */
export function createOpenLink({ catalog, openInPage, log }: OpenLinkParts): (text: string) => void {
  return (text) => {
    const link = parseTillLink(text)
    if (link === null) return log('link.refused', {})
    openInPage(link.kind === 'brand' ? brandPath(link) : productPath(catalog, link.sku))
  }
}

function brandPath({ slug, country }: Extract<TillLink, { kind: 'brand' }>): string {
  return country === null ? `/brand/${slug}` : `/brand/${slug}?country=${country}`
}

/**
 * Returns the path of the brand's page, which points at the product. A product that is not in the catalog is searched for:
 * a checkout would take over what was typed before.
 */
function productPath(catalog: OpenLinkParts['catalog'], sku: string): string {
  try {
    const { brandSlug, country, supportedCountries } = findVariant(catalog, sku)
    const sold = [country, ...supportedCountries].find(Boolean)
    const path = `/brand/${encodeURIComponent(brandSlug)}?product=${sku}`
    return sold === undefined ? path : `${path}&country=${sold}`
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `/shop?q=${sku}`
  }
}

import type { catalogRequests } from '../../../shared/catalog/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Own } from '../../catalog/changes-repository.ts'
import { browseBrands, readBrand } from '../../catalog/search/brands-repository.ts'
import type { CatalogStore } from '../../catalog/catalog-store.ts'
import { toCountryView } from '../../catalog/metadata/country-view.ts'
import type { FacetCounter } from '../../catalog/search/facet-counter.ts'
import { countVariantsByCountry } from '../../catalog/search/facets-repository.ts'
import { findPhone, readNational } from '../../catalog/search/find-phone.ts'
import { readCountries } from '../../catalog/metadata/metadata-repository.ts'
import { readMeanings } from '../../catalog/search/searched-word-repository.ts'
import { readNearestBrands } from '../../catalog/search/nearest-brands-repository.ts'
import { readRates } from '../../catalog/search/rates-repository.ts'
import { searchProducts } from '../../catalog/search/products-repository.ts'
import { toVariantView } from '../../catalog/variant-view.ts'
import { findVariant } from '../../catalog/find-variant.ts'
import type { WritableDb } from '../../db/connections.ts'
import { readBought } from '../../purchases/list-repository.ts'
import type { Catalogs } from '../../catalog/catalogs.ts'
import type { Favourites } from '../../favourites/favourites.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import type { HandlersOf } from '../channel/handlers.ts'

/** As many as fit beside the search's other offers. */
const NEAREST_BRANDS = 4

export interface CatalogParts {
  readonly ledger: WritableDb
  readonly cache: WritableDb
  readonly catalog: CatalogStore
  readonly catalogs: Catalogs
  readonly facets: FacetCounter
  readonly profiles: Profiles
  readonly favourites: Favourites
}

/** Answers requests about the catalog. */
export function catalogHandlers({
  ledger,
  cache,
  catalog,
  catalogs,
  facets,
  profiles,
  favourites,
}: CatalogParts): HandlersOf<typeof catalogRequests> {
  function bought(sort: string, by: 'sku' | 'brandSlug'): Record<string, number> {
    const profile = sort === 'popular' ? profiles.current() : null
    return profile === null ? {} : readBought(ledger, profile.id, by)
  }

  /** Returns the user's favourites and purchases with the service in use. */
  function own(): Own {
    const { brands, products } = favourites.list()
    const profile = profiles.current()
    const boughtBy = (by: 'sku' | 'brandSlug'): string[] =>
      profile === null ? [] : Object.keys(readBought(ledger, profile.id, by))
    return {
      skus: [...products.map(({ product }) => product.sku), ...boughtBy('sku')],
      brands: [...brands.map(({ brand }) => brand.slug), ...boughtBy('brandSlug')],
    }
  }

  return {
    'catalog.status': () => catalogs.status(),
    'catalog.refresh': () => catalogs.refresh(true),
    'catalog.browse': ({ offset, limit, ...input }) =>
      catalog.use((db) => browseBrands(db, input, { offset, limit }, bought(input.sort, 'brandSlug'))),
    'catalog.search': ({ offset, limit, brandsFrom, ...input }) =>
      catalog.use((db) => ({
        ...searchProducts(db, input, { offset, limit }, bought(input.sort, 'sku')),
        brands:
          brandsFrom === null
            ? null
            : browseBrands(db, input, { offset: brandsFrom, limit }, bought(input.sort, 'brandSlug')),
      })),
    'catalog.facets': ({ currency, ...input }) => facets.count(input, currency),
    'catalog.rates': () => catalog.use(readRates),
    'catalog.changes': ({ offset, limit, ...filter }) => catalogs.changes({ ...filter, own: own() }, { offset, limit }),
    'catalog.seen': () => catalogs.markSeen(),
    'catalog.brand'({ slug, prefer }) {
      const found = catalog.use((db) => readBrand(db, slug, prefer))
      if (found === null) throw new AppError('not-found', 'This brand is not on sale any more')
      return found
    },
    'catalog.nearest': ({ text, country }) => catalog.use((db) => readNearestBrands(db, text, country, NEAREST_BRANDS)),
    'catalog.meanings': ({ word }) => catalog.use((db) => readMeanings(db, word)),
    'catalog.variant': ({ sku }) => toVariantView(findVariant(catalog, sku)),
    'phone.find': ({ text, near }) => findPhone(text, near),
    'phone.countries': ({ text, near }) => readNational(text, near),
    'countries.list'() {
      const count = catalog.use(countVariantsByCountry)
      return readCountries(cache).map((country) => toCountryView(country, count(country.isoAlpha2)))
    },
  }
}

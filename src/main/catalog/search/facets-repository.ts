import { z } from 'zod'
import {
  dataSizes,
  validities,
  type BrowseInput,
  type FacetsView,
  type FacetView,
} from '../../../shared/catalog/views.ts'
import type { ReadableDb } from '../../db/connections.ts'
import { withAnywhere } from './brands-repository.ts'
import { priceRanges } from './price-ranges.ts'
import { readRate } from './rates-repository.ts'
import { readSearchQuery } from './read-search-query.ts'
import type { SearchQuery } from './search-query-repository.ts'
import { all } from './ranking-repository.ts'
import { anywhere } from '../shelf.ts'
import { countedOfVariants } from '../refresh/shelves-repository.ts'

const facetRows = z.array(z.object({ value: z.string(), count: z.int() }))
const counts = z.array(z.number().nullable())
const total = z.int()
const none: SearchQuery = {
  words: null,
  marks: [],
  corrected: [],
  money: null,
  beside: null,
  types: [],
  matchesNothing: true,
  shelf: ['false'],
  chosen: [],
  variant: [],
  distance: null,
  finders: [],
  unfound: [],
  values: {},
  own: null,
}

/** Facets, by the name of their filter. */
const kinds = ['type', 'country', 'category', 'subType', 'data', 'validity', 'unlimited'] as const
type Kind = (typeof kinds)[number]

/** Returns the variants each further choice would leave; every facet is counted with the other filters applied. */
export function readFacets(db: ReadableDb, input: BrowseInput, currency: string | null): FacetsView {
  const asked = readSearchQuery(db, input)
  // Counts are in the currency of the results, also where the reader's own one would find something without a filter.
  const dollarSign = asked.own === null ? input.dollarSign : (asked.money?.currencies?.[0] ?? null)
  const without = (change: Partial<BrowseInput>): SearchQuery => {
    const query = readSearchQuery(db, { ...input, dollarSign, ...change })
    return query.matchesNothing ? none : query
  }
  const query = without({})
  const isChosen = (kind: Kind): boolean => input[kind] !== null && input[kind] !== false
  // Facets without a choice are counted in one query.
  const tags = countTags(
    db,
    kinds.filter((kind) => !isChosen(kind)),
    query,
  )
  for (const kind of kinds.filter(isChosen))
    tags.push(...countTags(db, [kind], without({ [kind]: kind === 'unlimited' ? false : null })))
  const counts = (kind: Kind): FacetView[] =>
    tags.filter((tag) => tag.kind === kind).map(({ value, count }) => ({ value, count }))
  const counted = <V extends string>(kind: Kind, values: readonly V[]): { value: V; count: number }[] => {
    const countOf = new Map(counts(kind).map(({ value, count }) => [value, count]))
    return values.map((value) => ({ value, count: countOf.get(value) ?? 0 }))
  }
  return {
    total: countAll(db, query),
    countries: withAnywhere(counts('country')),
    // A type without matches keeps its place, so that the others keep theirs.
    types: counted('type', readTypes(db)),
    categories: counts('category'),
    subTypes: counts('subType'),
    data: counted('data', dataSizes),
    validities: counted('validity', validities),
    unlimited: counts('unlimited')[0]?.count ?? 0,
    prices: currency === null ? [] : countPrices(db, without({ price: null }), currency),
  }
}

/** All shelves that pass the filters and match the words. */
const matching = ({ words, shelf }: SearchQuery): string =>
  all([...shelf, ...(words === null ? [] : ['s.id IN (SELECT rowid FROM shelf_words WHERE shelf_words MATCH :words)'])])

const bindOf = ({ words, values }: SearchQuery) => ({ ...values, ...(words === null ? {} : { words: words.matching }) })

const texts = z.array(z.string())

const readTypes = (db: ReadableDb): string[] =>
  texts.parse(db.prepare("SELECT DISTINCT value FROM shelf_tags WHERE kind = 'type' ORDER BY value").pluck().all())

const tagRows = z.array(z.object({ kind: z.string(), value: z.string(), count: z.int() }))

/** Counts every value of some facets. */
function countTags(db: ReadableDb, some: readonly Kind[], query: SearchQuery): z.output<typeof tagRows> {
  const isNarrowed = query.variant.length > 0
  const ofVariants = isNarrowed ? countedOfVariants.filter(([kind]) => some.some((one) => one === kind)) : []
  const summed = ofVariants.map(([kind, value]) => ({ kind, value, count: 0 }))
  if (ofVariants.length > 0) {
    const sums = sumVariants(
      db,
      query,
      ofVariants.map(([, , sum]) => sum),
      {},
    )
    summed.forEach((tag, index) => (tag.count = sums[index] ?? 0))
  }
  const others = some.filter((kind) => !ofVariants.some(([counted]) => counted === kind))
  const matched = isNarrowed
    ? `SELECT v.shelf_id AS id, count(*) AS variants FROM shelves s JOIN variants v ON v.shelf_id = s.id
       WHERE ${matching(query)} AND ${all(query.variant)} GROUP BY v.shelf_id`
    : `SELECT s.id, NULL AS variants FROM shelves s WHERE ${matching(query)}`
  const sql = `WITH matched AS MATERIALIZED (${matched})
    SELECT t.kind, t.value, sum(coalesce(m.variants, t.variants)) AS count FROM matched m JOIN shelf_tags t ON t.shelf_id = m.id
    WHERE t.kind IN (SELECT value FROM json_each(:kinds)) GROUP BY t.kind, t.value ORDER BY t.kind, t.value`
  const found = others.length === 0 ? [] : db.prepare(sql).all({ ...bindOf(query), kinds: JSON.stringify(others) })
  return [...summed, ...tagRows.parse(found)]
}

/** Sums over the matching variants. */
function sumVariants(
  db: ReadableDb,
  query: SearchQuery,
  sums: readonly string[],
  values: Record<string, unknown>,
): (number | null)[] {
  const sql = `SELECT ${sums.join(', ')} FROM shelves s JOIN variants v ON v.shelf_id = s.id
               WHERE ${matching(query)} AND ${all(query.variant)}`
  return counts.parse(
    db
      .prepare(sql)
      .raw()
      .get({ ...bindOf(query), ...values }),
  )
}

function countAll(db: ReadableDb, query: SearchQuery): number {
  if (query.variant.length > 0) return sumVariants(db, query, ['count(*)'], {})[0] ?? 0
  const sql = `SELECT coalesce(sum(s.variants), 0) FROM shelves s WHERE ${matching(query)}`
  return total.parse(db.prepare(sql).pluck().get(bindOf(query)))
}

function countPrices(db: ReadableDb, query: SearchQuery, currency: string): FacetsView['prices'] {
  const perCoin = readRate(db, currency)
  if (perCoin === null) return []
  const ranges = priceRanges(perCoin)
  const amount = 'CASE s.fiat_currency WHEN :currency THEN v.fiat_amount ELSE v.coin_value * :perCoin END'
  const sums = ranges.map(
    ({ from, to }) => `total(${amount} > ${from ?? -1} AND ${amount} <= ${to ?? Number.MAX_SAFE_INTEGER})`,
  )
  const found = sumVariants(db, query, sums, { currency, perCoin })
  return ranges.map((range, index) => ({ ...range, count: found[index] ?? 0 }))
}

/** Returns a function for the number of variants on sale in a country (ISO alpha-2), including those without a country. */
export function countVariantsByCountry(db: ReadableDb): (iso2: string) => number {
  const found = db
    .prepare("SELECT value, sum(variants) AS count FROM shelf_tags WHERE kind = 'country' GROUP BY value")
    .all()
  const countOf = new Map(facetRows.parse(found).map(({ value, count }) => [value, count]))
  return (iso2) => (countOf.get(iso2) ?? 0) + (countOf.get(anywhere) ?? 0)
}

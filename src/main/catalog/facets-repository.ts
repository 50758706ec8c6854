import { z } from 'zod'
import { dataSizes, validities, type BrowseInput, type FacetsView, type FacetView } from '../../shared/catalog-views.ts'
import type { Database } from '../db/open-database.ts'
import { withAnywhere } from './brands-repository.ts'
import { priceRanges } from './price-ranges.ts'
import { readQuestion, readRate, type Question } from './question-repository.ts'
import { all } from './ranking-repository.ts'
import { anywhere } from './shelf.ts'
import { countedOfVariants } from './shelves-repository.ts'

const facetRows = z.array(z.object({ value: z.string(), count: z.int() }))
const counts = z.array(z.number().nullable())
const total = z.int()
const none: Question = {
  ...{ words: null, marks: [], isLost: true, shelf: ['false'], variant: [], distance: null, values: {} },
}

/** How many variants each further choice would leave; every facet is counted with the other filters applied. */
export function readFacets(db: Database, input: BrowseInput, currency: string | null): FacetsView {
  const without = (change: Partial<BrowseInput>): Question => {
    const question = readQuestion(db, { ...input, ...change })
    return question.isLost ? none : question
  }
  const tags = (kind: string, change: Partial<BrowseInput>): FacetView[] => countTags(db, kind, without(change))
  const types = new Map(tags('type', { type: null }).map(({ value, count }) => [value, count]))
  const data = new Map(tags('data', { data: null }).map(({ value, count }) => [value, count]))
  const validity = new Map(tags('validity', { validity: null }).map(({ value, count }) => [value, count]))
  return {
    total: countAll(db, without({})),
    countries: withAnywhere(tags('country', { country: null })),
    // A type that nothing is left of stays in its place, so that the others stay in theirs.
    types: readTypes(db).map((value) => ({ value, count: types.get(value) ?? 0 })),
    categories: tags('category', { category: null }),
    subTypes: tags('subType', { subType: null }),
    data: dataSizes.map((value) => ({ value, count: data.get(value) ?? 0 })),
    validities: validities.map((value) => ({ value, count: validity.get(value) ?? 0 })),
    unlimited: tags('unlimited', { unlimited: false })[0]?.count ?? 0,
    prices: currency === null ? [] : countPrices(db, without({ price: null }), currency),
  }
}

/** Shelves that are chosen and match the words, all of them. */
const matching = ({ words, shelf }: Question): string =>
  all([...shelf, ...(words === null ? [] : ['s.id IN (SELECT rowid FROM shelf_words WHERE shelf_words MATCH :words)'])])

const bindOf = ({ words, values }: Question) => ({ ...values, ...(words === null ? {} : { words: words.matching }) })

const readTypes = (db: Database): string[] =>
  z
    .array(z.string())
    .parse(db.prepare("SELECT DISTINCT value FROM shelf_tags WHERE kind = 'type' ORDER BY value").pluck().all())

function countTags(db: Database, kind: string, question: Question): FacetView[] {
  const isNarrowed = question.variant.length > 0
  const ofVariants = countedOfVariants.filter(([counted]) => counted === kind)
  if (isNarrowed && ofVariants.length > 0) {
    const found = sumVariants(
      db,
      question,
      ofVariants.map(([, , sum]) => sum),
      {},
    )
    return ofVariants.map(([, value], index) => ({ value, count: found[index] ?? 0 }))
  }
  const narrowed = `SELECT v.shelf_id, count(*) AS variants FROM shelves s JOIN variants v ON v.shelf_id = s.id
                    WHERE ${matching(question)} AND ${all(question.variant)} GROUP BY v.shelf_id`
  const sql = isNarrowed
    ? `SELECT t.value, sum(n.variants) AS count FROM (${narrowed}) n JOIN shelf_tags t ON t.shelf_id = n.shelf_id
       WHERE t.kind = :kind GROUP BY t.value ORDER BY t.value`
    : `SELECT t.value, sum(t.variants) AS count FROM shelf_tags t JOIN shelves s ON s.id = t.shelf_id
       WHERE t.kind = :kind AND ${matching(question)} GROUP BY t.value ORDER BY t.value`
  return facetRows.parse(db.prepare(sql).all({ ...bindOf(question), kind }))
}

/** Sums over the variants that match. */
function sumVariants(
  db: Database,
  question: Question,
  sums: readonly string[],
  values: Record<string, unknown>,
): (number | null)[] {
  const sql = `SELECT ${sums.join(', ')} FROM shelves s JOIN variants v ON v.shelf_id = s.id
               WHERE ${matching(question)} AND ${all(question.variant)}`
  return counts.parse(
    db
      .prepare(sql)
      .raw()
      .get({ ...bindOf(question), ...values }),
  )
}

function countAll(db: Database, question: Question): number {
  if (question.variant.length > 0) return sumVariants(db, question, ['count(*)'], {})[0] ?? 0
  const sql = `SELECT coalesce(sum(s.variants), 0) FROM shelves s WHERE ${matching(question)}`
  return total.parse(db.prepare(sql).pluck().get(bindOf(question)))
}

function countPrices(db: Database, question: Question, currency: string): FacetsView['prices'] {
  const perCoin = readRate(db, currency)
  if (perCoin === null) return []
  const ranges = priceRanges(perCoin)
  const amount = 'CASE s.fiat_currency WHEN :currency THEN v.fiat_amount ELSE v.coin_value * :perCoin END'
  const sums = ranges.map(
    ({ from, to }) => `total(${amount} BETWEEN ${from ?? 0} AND ${to ?? Number.MAX_SAFE_INTEGER})`,
  )
  const found = sumVariants(db, question, sums, { currency, perCoin })
  return ranges.map((range, index) => ({ ...range, count: found[index] ?? 0 }))
}

/** How many variants are on sale for each country (ISO alpha-2), those sold anywhere among them. */
export function countVariantsByCountry(db: Database): (iso2: string) => number {
  const found = db
    .prepare("SELECT value, sum(variants) AS count FROM shelf_tags WHERE kind = 'country' GROUP BY value")
    .all()
  const countOf = new Map(facetRows.parse(found).map(({ value, count }) => [value, count]))
  return (iso2) => (countOf.get(iso2) ?? 0) + (countOf.get(anywhere) ?? 0)
}

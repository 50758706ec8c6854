import { browseInput } from '../../../src/shared/catalog/views.ts'
import { browseBrands } from '../../../src/main/catalog/search/brands-repository.ts'
import { readFacets } from '../../../src/main/catalog/search/facets-repository.ts'
import { searchProducts } from '../../../src/main/catalog/search/products-repository.ts'
import { openCatalog } from '../../../src/main/catalog/open-catalog.ts'
import type { WritableDb } from '../../../src/main/db/connections.ts'
import { bestOf, spreadOf, type Spread } from './figures.ts'
import queries from './queries.json' with { type: 'json' }

export interface SearchFigures {
  /** Till's whole search for the products of a text. */
  readonly search: Spread
  /** Its peer: the same SQL statements alone. */
  readonly bare: Spread
  /** How many times the peer's 95th percentile the search takes. */
  readonly timesBare: number
  /** The brands that the shop asks for next. */
  readonly brands: Spread
  /** The counts by filter that the shop asks for next. */
  readonly facets: Spread
  /** The number of queries that find a product. */
  readonly found: number
}

const page = { offset: 0, limit: 24 }
/** The country of the person who searches, so that sorting by nearness is measured too. */
const NEAR = 'MX'
/** Most of the catalog has other currencies, so that converting prices is measured too. */
const CURRENCY = 'EUR'
const questions = queries.map((text) => ({ ...browseInput.parse({ text, near: NEAR }), sort: 'best' as const }))
const ROUNDS = 5

/** Measures Till's search over a written catalog. The peer runs the same statements with nothing around them. */
export function benchSearch(file: string): SearchFigures {
  const db = openCatalog(file)
  const statements = recordStatements(db)
  let found = 0
  for (const question of questions) if (searchProducts(db, question, page).ranked > 0) found++
  const spreads = [
    bestOf(ROUNDS, questions, (question) => searchProducts(db, question, page)),
    bestOf(ROUNDS, statements, (runs) => runs.forEach((run) => run())),
    bestOf(ROUNDS, questions, (question) => browseBrands(db, question, page)),
    bestOf(ROUNDS, questions, (question) => readFacets(db, question, CURRENCY)),
  ].map(spreadOf)
  db.close()
  const [search, bare, brands, facets] = spreads as [Spread, Spread, Spread, Spread]
  return { search, bare, timesBare: search.p95 / bare.p95, brands, facets, found }
}

type Run = () => unknown

/** Records the statements of each query with their bound values, ready to run again. */
function recordStatements(db: WritableDb): Run[][] {
  return questions.map((question) => {
    const runs: Run[] = []
    const prepare = (sql: string) => {
      const statement = db.prepare(sql)
      const run = (ask: Run): unknown => {
        runs.push(ask)
        return ask()
      }
      return {
        pluck() {
          statement.pluck()
          return this
        },
        raw() {
          statement.raw()
          return this
        },
        all: (...values: unknown[]) => run(() => statement.all(...values)),
        get: (...values: unknown[]) => run(() => statement.get(...values)),
      }
    }
    searchProducts({ prepare } as unknown as WritableDb, question, page)
    return runs
  })
}

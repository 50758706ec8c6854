import { browseInput } from '../../../src/shared/catalog/views.ts'
import { browseBrands } from '../../../src/main/catalog/search/brands-repository.ts'
import { readFacets } from '../../../src/main/catalog/search/facets-repository.ts'
import { searchProducts } from '../../../src/main/catalog/search/products-repository.ts'
import { openCatalog } from '../../../src/main/catalog/open-catalog.ts'
import type { WritableDb } from '../../../src/main/db/connections.ts'
import { bestOf, spreadOf, type Spread } from './figures.ts'
import queries from './queries.json' with { type: 'json' }

export interface SearchFigures {
  /** Products for a search text: Till's whole search and, as its peer, the same statements alone. */
  readonly search: Spread
  readonly bare: Spread
  readonly timesBare: number
  /** The brands and counts that the shop asks for next. */
  readonly brands: Spread
  readonly facets: Spread
  readonly found: number
}

const page = { offset: 0, limit: 24 }
const questions = queries.map((text) => ({ ...browseInput.parse({ text, near: 'MX' }), sort: 'best' as const }))
const ROUNDS = 5

/** Measures Till's search over a written catalog. The peer runs the same statements with nothing around them. */
export function benchSearch(file: string): SearchFigures {
  const db = openCatalog(file)
  const bare = recordStatements(db)
  let found = 0
  for (const question of questions) if (searchProducts(db, question, page).ranked > 0) found++
  const spreads = [
    bestOf(ROUNDS, questions, (question) => searchProducts(db, question, page)),
    bestOf(ROUNDS, bare, (runs) => runs.forEach((run) => run())),
    bestOf(ROUNDS, questions, (question) => browseBrands(db, question, page)),
    bestOf(ROUNDS, questions, (question) => readFacets(db, question, 'EUR')),
  ].map(spreadOf)
  db.close()
  const [search, plain, brands, facets] = spreads as [Spread, Spread, Spread, Spread]
  return { search, bare: plain, timesBare: search.p95 / plain.p95, brands, facets, found }
}

type Run = () => unknown

/** Records the statements of each query with their bound values, ready to run again. */
function recordStatements(db: WritableDb): Run[][] {
  return questions.map((question) => {
    const runs: Run[] = []
    const prepare = (sql: string) => {
      const statement = db.prepare(sql)
      const recorded = {
        pluck: () => mode(() => statement.pluck()),
        raw: () => mode(() => statement.raw()),
        all: (...values: unknown[]) => run(() => statement.all(...values)),
        get: (...values: unknown[]) => run(() => statement.get(...values)),
      }
      const mode = (set: Run) => {
        set()
        return recorded
      }
      const run = (ask: Run): unknown => {
        runs.push(ask)
        return ask()
      }
      return recorded
    }
    searchProducts({ prepare } as unknown as WritableDb, question, page)
    return runs
  })
}

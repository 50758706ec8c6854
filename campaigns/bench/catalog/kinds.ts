import Database from 'better-sqlite3'
import { z } from 'zod'
import { browseInput } from '../../../src/shared/catalog/views.ts'
import { openCatalog } from '../../../src/main/catalog/open-catalog.ts'
import { createPlaceNamer } from '../../../src/main/catalog/refresh/search-words.ts'
import { searchProducts } from '../../../src/main/catalog/search/products-repository.ts'
import { readMeanings } from '../../../src/main/catalog/search/searched-word-repository.ts'
import { toProductRow } from '../../../src/main/catalog/variant-view.ts'
import { toVariant, variantColumns } from '../../../src/main/catalog/variants-repository.ts'
import type { ReadableDb } from '../../../src/main/db/connections.ts'
import { bestOf, median } from './figures.ts'

/** What people type beside names: the text, and the words that a plain full-text query needs for the same. */
const kinds = {
  country: [
    ['esim spain', 'esim spain'],
    ['games germany', 'games germany'],
    ['telecom brasil', 'telecom brasil'],
    ['roam united states', 'roam united states'],
    ['market francia', 'market francia'],
    ['italy', 'italy'],
  ],
  mistypedCountry: [
    ['esim sapin', 'esim spain'],
    ['games germny', 'games germany'],
    ['telecom brasill', 'telecom brasil'],
    ['market farncia', 'market francia'],
    ['itlay', 'italy'],
  ],
  typo: [
    ['Lurdue Telecom', 'lurude telecom'],
    ['Palnosoa', 'palnosao'],
    ['Gaburgr', 'gaburger'],
    ['Tibiecl', 'tibicel'],
    ['Netde Cafe esmi', 'netde cafe esim'],
    ['Vego Raom', 'vego roam'],
  ],
  money: [
    ['telecom 20 usd', 'telecom 20 usd'],
    ['games €50', 'games 50 eur'],
    ['20 pesos', '20 mxn'],
    ['$20', '20 usd'],
    ['market 100 mxn', 'market 100 mxn'],
    ['café 25', 'cafe 25'],
  ],
} as const
type Kind = keyof typeof kinds

/** Medians in milliseconds of a kind of queries, and how many times the plain query takes. */
export interface KindFigures {
  readonly till: number
  readonly plain: number
  readonly timesPlain: number
}

const page = { offset: 0, limit: 24 }
const ROUNDS = 7
const rowShape = z.array(
  z.object({
    id: z.int(),
    brand: z.string(),
    type: z.string(),
    currency: z.string(),
    amount: z.number(),
    places: z.string(),
  }),
)

/** Builds a full-text index beside the catalog in `file`, with a row for each product: its brand, type, countries and price. */
function plainIndex(db: ReadableDb, file: string): Database.Database {
  const places = createPlaceNamer([])
  const sql = `SELECT v.id, b.name AS brand, s.product_type AS type, s.fiat_currency AS currency, v.fiat_amount AS amount,
      coalesce((SELECT group_concat(value, ' ') FROM shelf_tags t WHERE t.shelf_id = s.id AND t.kind = 'country'), '') AS places
    FROM variants v JOIN shelves s ON s.id = v.shelf_id JOIN brands b ON b.id = s.brand_id`
  const plain = new Database(':memory:')
  plain.prepare('ATTACH ? AS catalog').run(file)
  plain.exec("CREATE VIRTUAL TABLE products USING fts5(words, content = '', prefix = '2 3')")
  const insert = plain.prepare('INSERT INTO products (rowid, words) VALUES (?, ?)')
  plain.transaction(() => {
    for (const row of rowShape.parse(db.prepare(sql).all())) {
      const countries = row.places.split(' ').map((iso2) => (/^[A-Z]{2}$/.test(iso2) ? places.country(iso2) : ''))
      insert.run(row.id, [row.brand, row.type.replace('_', ' '), row.currency, row.amount, ...countries].join(' '))
    }
  })()
  return plain
}

/** Measures each kind of queries, and beside it a plain full-text query that counts the same rows and reads a page of the best. */
export function benchKinds(file: string): Record<Kind, KindFigures> {
  const db = openCatalog(file)
  const plain = plainIndex(db, file)
  const best = `SELECT rowid, rank FROM products WHERE products MATCH ? ORDER BY rank LIMIT ${page.limit}`
  const find = plain.prepare(
    `SELECT ${variantColumns} FROM (${best}) p JOIN variants v ON v.id = p.rowid JOIN shelves s ON s.id = v.shelf_id
     JOIN brands b ON b.id = s.brand_id ORDER BY p.rank`,
  )
  const count = plain.prepare('SELECT count(*) FROM products WHERE products MATCH ?').pluck()
  const ask = (words: string): unknown => [count.get(words), find.all(words).map((row) => toProductRow(toVariant(row)))]
  const matching = (words: string): string => words.replace(/\S+/g, '"$&"*')
  const figuresOf = (kind: Kind): KindFigures => {
    const [typed, words] = [kinds[kind].map(([text]) => text), kinds[kind].map(([, text]) => matching(text))]
    const search = (text: string): void => {
      // What the page asks first, for a word that may misspell a country.
      if (kind === 'mistypedCountry') readMeanings(db, text.split(' ').at(-1) ?? '')
      searchProducts(db, { ...browseInput.parse({ text, near: 'MX' }), sort: 'best' }, page)
    }
    const [till, peer] = [median(bestOf(ROUNDS, typed, search)), median(bestOf(ROUNDS, words, ask))]
    return { till, plain: peer, timesPlain: till / peer }
  }
  const figures = {
    country: figuresOf('country'),
    mistypedCountry: figuresOf('mistypedCountry'),
    typo: figuresOf('typo'),
    money: figuresOf('money'),
  }
  plain.close()
  db.close()
  return figures
}

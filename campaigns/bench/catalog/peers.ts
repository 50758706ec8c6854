import Fuse from 'fuse.js'
import MiniSearch from 'minisearch'
import SqliteDatabase from 'better-sqlite3'
import { readFileSync } from 'node:fs'
import { spreadOf, timed, type Spread } from './figures.ts'
import queries from './queries.json' with { type: 'json' }

interface Variant {
  readonly sku: string
  readonly brand: string
  readonly country: string
  readonly productType: string
  readonly categories: readonly string[]
  readonly subTypes: readonly string[]
  readonly supportedCountries: readonly string[]
  readonly price: { readonly fiatValue: string; readonly fiatCurrency: string; readonly stableCoinValue: string }
  readonly dataGB?: string
}

/** Reads all variants of a catalog file in the plain way, each with its brand's slug. */
export function readAll(file: string): (Variant & { readonly slug: string })[] {
  const { products } = JSON.parse(readFileSync(file, 'utf8')) as {
    products: { brands: { brandSlug: string; variants: Variant[] }[] }[]
  }
  return products.flatMap(({ brands }) =>
    brands.flatMap(({ brandSlug, variants }) => variants.map((variant) => ({ ...variant, slug: brandSlug }))),
  )
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

function textsOf(variant: Variant) {
  return {
    id: variant.sku,
    brand: variant.brand,
    product: `${variant.productType} ${variant.subTypes.join(' ')}`,
    category: variant.categories.join(' '),
    country: variant.supportedCountries.map((iso2) => `${iso2} ${regions.of(iso2) ?? ''}`).join(' '),
    amount: `${variant.price.fiatValue} ${variant.price.fiatCurrency} ${variant.dataGB ?? ''}`,
    sku: variant.sku,
  }
}
const fields = ['brand', 'product', 'category', 'country', 'amount', 'sku']

/** Measures MiniSearch as its README sets it up for search as you type: prefixes, and one wrong letter in five. */
export function benchMiniSearch(file: string): Spread {
  const index = new MiniSearch({ fields })
  index.addAll(readAll(file).map(textsOf))
  return spreadOf(queries.map((query) => timed(() => index.search(query, { prefix: true, fuzzy: 0.2 }).slice(0, 24))))
}

/** Measures Fuse.js with the same texts. It runs only every tenth query, because each takes long. */
export function benchFuse(file: string): Spread {
  const index = new Fuse(readAll(file).map(textsOf), { keys: fields, ignoreLocation: true })
  const some = queries.filter((_, at) => at % 10 === 0)
  return spreadOf(some.map((query) => timed(() => index.search(query, { limit: 24 }))))
}

/** Measures the floor for a refresh: parse the whole answer at once, insert every variant, build a plain FTS5 index. */
export function benchFloor(file: string, databaseFile: string): number {
  return timed(() => {
    const variants = readAll(file)
    const db = new SqliteDatabase(databaseFile)
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = NORMAL')
    db.exec(`
      CREATE TABLE variants (id INTEGER PRIMARY KEY, sku TEXT NOT NULL UNIQUE, brand TEXT NOT NULL, type TEXT NOT NULL,
        country TEXT NOT NULL, currency TEXT NOT NULL, value TEXT NOT NULL, coins REAL NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE VIRTUAL TABLE words USING fts5 (brand, product, category, country, amount, sku, content = '');`)
    const row = db.prepare('INSERT INTO variants VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
    const words = db.prepare(
      'INSERT INTO words (rowid, brand, product, category, country, amount, sku) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    db.transaction(() => {
      for (const [index, variant] of variants.entries()) {
        const { sku, slug, productType, country, price, categories, subTypes, supportedCountries, dataGB } = variant
        const coins = Number(price.stableCoinValue)
        row.run(
          index,
          sku,
          slug,
          productType,
          country,
          price.fiatCurrency,
          price.fiatValue,
          coins,
          JSON.stringify(variant),
        )
        words.run(
          index,
          variant.brand,
          `${productType} ${subTypes.join(' ')}`,
          categories.join(' '),
          supportedCountries.join(' '),
          `${price.fiatValue} ${price.fiatCurrency} ${dataGB ?? ''}`,
          sku,
        )
      }
    })()
    db.close()
  })
}

import { z } from 'zod'
import type { Database } from '../db/open-database.ts'
import { countryShape, type Country } from '../service/list-countries.ts'
import { networkShape, type Network } from '../service/list-networks.ts'
import { tokenShape, type Token } from '../service/list-tokens.ts'
import { anywhere } from './search-words.ts'

/** A network with the tokens it can be paid with, as the service described them. */
export interface NetworkWithTokens extends Network {
  readonly tokens: readonly Token[]
}

export interface Places {
  readonly countries: readonly Country[]
  readonly networks: readonly NetworkWithTokens[]
}

const rows = z.array(z.object({ body: z.string() }))
const countRows = z.array(z.object({ country: z.string(), count: z.int() }))

function readBodies<S extends z.ZodType>(found: unknown[], shape: S): z.output<S>[] {
  return rows.parse(found).map(({ body }) => shape.parse(JSON.parse(body)))
}

/** Replaces every country, network and token; belongs into a transaction. */
export function writePlaces(db: Database, { countries, networks }: Places): void {
  db.exec('DELETE FROM tokens; DELETE FROM networks; DELETE FROM countries')
  const country = db.prepare('INSERT OR REPLACE INTO countries (iso2, body) VALUES (?, ?)')
  for (const one of countries) country.run(one.isoAlpha2, JSON.stringify(one))
  const network = db.prepare('INSERT INTO networks (key, position, body) VALUES (?, ?, ?)')
  const token = db.prepare('INSERT INTO tokens (network_key, position, body) VALUES (?, ?, ?)')
  const unique = new Map(networks.map((one) => [one.key, one]))
  const ranked = [...unique.values()].sort((a, b) => a.rank - b.rank)
  for (const [position, { tokens, ...one }] of ranked.entries()) {
    network.run(one.key, position, JSON.stringify(one))
    for (const [index, body] of tokens.entries()) token.run(one.key, index, JSON.stringify(body))
  }
}

/** The service's countries as last seen, by name. */
export function readCountries(db: Database): Country[] {
  const countries = readBodies(db.prepare('SELECT body FROM countries').all(), countryShape)
  return countries.sort((a, b) => a.name.localeCompare(b.name))
}

/** How many variants are on sale for each country (ISO alpha-2), those sold anywhere among them. */
export function countVariantsByCountry(db: Database): (iso2: string) => number {
  const found = db
    .prepare("SELECT value AS country, count(*) AS count FROM variant_tags WHERE kind = 'country' GROUP BY value")
    .all()
  const counts = new Map(countRows.parse(found).map(({ country, count }) => [country, count]))
  return (iso2) => (counts.get(iso2) ?? 0) + (counts.get(anywhere) ?? 0)
}

/** Every network with its tokens, in the service's order; empty before the first refresh. */
export function readNetworks(db: Database): NetworkWithTokens[] {
  const networks = readBodies(db.prepare('SELECT body FROM networks ORDER BY position').all(), networkShape)
  return networks.map((network) => ({ ...network, tokens: readTokens(db, network.key) }))
}

/** Everything the service said of one network, or null where it names none of that key. */
export function readNetwork(db: Database, key: string): NetworkWithTokens | null {
  const [network] = readBodies(db.prepare('SELECT body FROM networks WHERE key = ?').all(key), networkShape)
  return network === undefined ? null : { ...network, tokens: readTokens(db, key) }
}

function readTokens(db: Database, networkKey: string): Token[] {
  return readBodies(
    db.prepare('SELECT body FROM tokens WHERE network_key = ? ORDER BY position').all(networkKey),
    tokenShape,
  )
}

import { z } from 'zod'
import type { ReadableDb } from '../../db/connections.ts'
import { countryShape, type Country } from '../../service/operations/list-countries.ts'
import { networkShape, type Network } from '../../service/operations/list-networks.ts'
import { tokenShape, type Token } from '../../service/operations/list-tokens.ts'

/** A network with its accepted tokens, as the service described them. */
export interface NetworkWithTokens extends Network {
  readonly tokens: readonly Token[]
}

const rows = z.array(z.object({ body: z.string() }))

function readBodies<S extends z.ZodType>(found: unknown[], shape: S): z.output<S>[] {
  return rows.parse(found).map(({ body }) => shape.parse(JSON.parse(body)))
}

/** Returns the service's last known countries, by name. */
export function readCountries(db: ReadableDb): Country[] {
  const countries = readBodies(db.prepare('SELECT body FROM countries').all(), countryShape)
  return countries.sort((a, b) => a.name.localeCompare(b.name))
}

/** Returns a country (by ISO alpha-2), or null if the service named none such. */
export function readCountry(db: ReadableDb, iso2: string): Country | null {
  const [country] = readBodies(db.prepare('SELECT body FROM countries WHERE iso2 = ?').all(iso2), countryShape)
  return country ?? null
}

/** Returns every network with its tokens, in the service's order; empty before the first refresh. */
export function readNetworks(db: ReadableDb): NetworkWithTokens[] {
  const networks = readBodies(db.prepare('SELECT body FROM networks ORDER BY position').all(), networkShape)
  return networks.map((network) => ({ ...network, tokens: readTokens(db, network.key) }))
}

/** Returns everything the service said about one network, or null for an unknown key. */
export function readNetwork(db: ReadableDb, key: string): NetworkWithTokens | null {
  const [network] = readBodies(db.prepare('SELECT body FROM networks WHERE key = ?').all(key), networkShape)
  return network === undefined ? null : { ...network, tokens: readTokens(db, key) }
}

function readTokens(db: ReadableDb, networkKey: string): Token[] {
  return readBodies(
    db.prepare('SELECT body FROM tokens WHERE network_key = ? ORDER BY position').all(networkKey),
    tokenShape,
  )
}

import { z } from 'zod'
import type { ReadableDb, WritableDb } from '../../db/connections.ts'
import type { Country } from '../../service/operations/list-countries.ts'
import type { Network } from '../../service/operations/list-networks.ts'
import type { Token } from '../../service/operations/list-tokens.ts'

/** The part of the metadata that one request reads. */
export type MetadataRead =
  { readonly kind: 'countries' | 'networks' } | { readonly kind: 'tokens'; readonly networkKey: string }

const readRow = z.object({ read_at: z.int() }).optional()

/** Returns when (epoch ms) a part was last read from `source`; null for never. */
export function readMetadataAge(db: ReadableDb, source: string, read: MetadataRead): number | null {
  const row = db
    .prepare('SELECT read_at FROM metadata_reads WHERE kind = ? AND network_key = ? AND source = ?')
    .get(read.kind, keyOf(read), source)
  return readRow.parse(row)?.read_at ?? null
}

/** Records that a part was read from `source` at `at` (epoch ms); belongs in the transaction that writes it. */
export function writeMetadataAge(db: WritableDb, source: string, read: MetadataRead, at: number): void {
  db.prepare('INSERT OR REPLACE INTO metadata_reads (kind, network_key, source, read_at) VALUES (?, ?, ?, ?)').run(
    read.kind,
    keyOf(read),
    source,
    at,
  )
}

/** Empties the metadata if any of them came from another service than `source`. */
export function dropForeignMetadata(db: WritableDb, source: string): void {
  db.transaction(() => {
    if (db.prepare('SELECT 1 FROM metadata_reads WHERE source <> ?').get(source) === undefined) return
    for (const table of ['tokens', 'networks', 'countries', 'metadata_reads']) db.exec(`DELETE FROM ${table}`)
  }).immediate()
}

/** Replaces all countries; belongs in a transaction. */
export function writeCountries(db: WritableDb, countries: readonly Country[]): void {
  db.exec('DELETE FROM countries')
  const insert = db.prepare('INSERT OR REPLACE INTO countries (iso2, body) VALUES (?, ?)')
  for (const one of countries) insert.run(one.isoAlpha2, JSON.stringify(one))
}

/** Replaces the networks, ordered by rank; a network that stays keeps its tokens. Belongs in a transaction. */
export function writeNetworks(db: WritableDb, networks: readonly Network[]): void {
  const unique = new Map(networks.map((one) => [one.key, one]))
  const keys = JSON.stringify([...unique.keys()])
  db.prepare('DELETE FROM networks WHERE key NOT IN (SELECT value FROM json_each(?))').run(keys)
  db.prepare(
    "DELETE FROM metadata_reads WHERE kind = 'tokens' AND network_key NOT IN (SELECT value FROM json_each(?))",
  ).run(keys)
  const upsert = db.prepare(
    `INSERT INTO networks (key, position, body) VALUES (?, ?, ?)
     ON CONFLICT (key) DO UPDATE SET position = excluded.position, body = excluded.body`,
  )
  const ranked = [...unique.values()].sort((a, b) => a.rank - b.rank)
  for (const [position, one] of ranked.entries()) upsert.run(one.key, position, JSON.stringify(one))
}

/** Replaces the tokens of one known network; belongs in a transaction. */
export function writeTokens(db: WritableDb, networkKey: string, tokens: readonly Token[]): void {
  db.prepare('DELETE FROM tokens WHERE network_key = ?').run(networkKey)
  const insert = db.prepare('INSERT INTO tokens (network_key, position, body) VALUES (?, ?, ?)')
  for (const [position, one] of tokens.entries()) insert.run(networkKey, position, JSON.stringify(one))
}

function keyOf(read: MetadataRead): string {
  return read.kind === 'tokens' ? read.networkKey : ''
}

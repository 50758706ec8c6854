import { toAppError } from '../../../shared/errors.ts'
import type { ReadableDb } from '../../db/connections.ts'
import type { Network } from '../../service/operations/list-networks.ts'
import { isEvm } from './network-view.ts'
import { dropForeignMetadata, readMetadataAge, type MetadataRead } from './metadata-reads-repository.ts'
import { readNetworks, type NetworkWithTokens } from './metadata-repository.ts'
import { createMetadataReader, type MetadataReaderOptions } from './read-metadata.ts'

/** When each part was last read, as ISO 8601; null for never. */
export interface MetadataAges {
  readonly countries: string | null
  readonly networks: string | null
  /** By network key, for every known network. */
  readonly tokens: Readonly<Record<string, string | null>>
}

export interface MetadataRefresher {
  /**
   * Reads what is out of date, or everything by `force`. Each part is written as it arrives, and a failing one does not affect the others.
   * Rejects with the first AppError once all have ended. Joins a refresh in progress.
   */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Reads one kind of missing parts; networks include their tokens. */
  readMissing(kind: MetadataRead['kind']): Promise<void>
  /** Returns the kinds with unread parts, or without anything payable: a service may have only just started. */
  missing(): MetadataRead['kind'][]
  ages(): MetadataAges
  /** Aborts a refresh in progress and waits for its end. */
  close(): Promise<void>
}

/** Creates the refresher of countries, networks and each network's tokens, each with its own age; drops those of another service. */
export function createMetadataRefresher(options: MetadataReaderOptions): MetadataRefresher {
  const { db, source } = options
  const closing = new AbortController()
  const reader = createMetadataReader(options, closing.signal)
  let running: { readonly forced: boolean; readonly ended: Promise<void> } | null = null
  dropForeignMetadata(db, source)

  async function run(force: boolean): Promise<void> {
    const first = await Promise.allSettled([reader.readCountries(force), reader.readNetworks(force)])
    const then = await Promise.allSettled(
      closing.signal.aborted ? [] : listPayable(db).map(({ key }) => reader.readTokens(key, force)),
    )
    const failed = [...first, ...then].find((one) => one.status === 'rejected')
    if (failed) throw toAppError(failed.reason)
  }

  async function refresh(force: boolean): Promise<void> {
    if (running && (running.forced || !force)) return running.ended
    const before = running?.ended.catch(() => undefined)
    const ended = Promise.resolve(before).then(() => run(force))
    const mine = { forced: force, ended }
    running = mine
    try {
      await ended
    } finally {
      if (running === mine) running = null
    }
  }

  return {
    refresh: ({ force = false } = {}) => refresh(force),
    async readMissing(kind) {
      if (kind === 'countries') return reader.readCountries(false)
      if (kind === 'networks') await reader.readNetworks(lacksNetworks(db))
      const payable = listPayable(db)
      const force = lackTokens(payable)
      for (const { key } of payable) await reader.readTokens(key, force)
    },
    missing: () => listMissing(db, source),
    ages: () => readAges(db, source),
    async close() {
      closing.abort()
      await running?.ended.catch(() => undefined)
    },
  }
}

function listPayable(db: ReadableDb): NetworkWithTokens[] {
  return readNetworks(db).filter((network) => network.isActive && isEvm(network))
}

function lacksNetworks(db: ReadableDb): boolean {
  return readNetworks(db).length === 0
}

function lackTokens(networks: readonly NetworkWithTokens[]): boolean {
  return networks.every(({ tokens }) => tokens.length === 0)
}

function listMissing(db: ReadableDb, source: string): MetadataRead['kind'][] {
  const isUnread = (read: MetadataRead): boolean => readMetadataAge(db, source, read) === null
  const isUnreadNetwork = ({ key }: Network): boolean => isUnread({ kind: 'tokens', networkKey: key })
  const payable = listPayable(db)
  const missing: MetadataRead['kind'][] = []
  if (isUnread({ kind: 'countries' })) missing.push('countries')
  if (isUnread({ kind: 'networks' }) || lacksNetworks(db)) missing.push('networks')
  if (payable.some(isUnreadNetwork) || (payable.length > 0 && lackTokens(payable))) missing.push('tokens')
  return missing
}

function readAges(db: ReadableDb, source: string): MetadataAges {
  const ageOf = (read: MetadataRead): string | null => {
    const age = readMetadataAge(db, source, read)
    return age === null ? null : new Date(age).toISOString()
  }
  return {
    countries: ageOf({ kind: 'countries' }),
    networks: ageOf({ kind: 'networks' }),
    tokens: Object.fromEntries(
      readNetworks(db).map(({ key }) => [key, ageOf({ kind: 'tokens', networkKey: key })] as const),
    ),
  }
}

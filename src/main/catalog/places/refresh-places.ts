import { AppError, toAppError } from '../../../shared/errors.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { Network } from '../../service/operations/list-networks.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import { writeImageSources } from '../images/images-repository.ts'
import { isEvm } from './network-view.ts'
import {
  dropForeignPlaces,
  readPlaceAge,
  writeCountries,
  writeNetworks,
  writePlaceAge,
  writeTokens,
  type PlaceRead,
} from './place-reads-repository.ts'
import { readNetworks, type NetworkWithTokens } from './places-repository.ts'

export interface PlacesRefresherOptions {
  /** The cache. */
  readonly db: WritableDb
  readonly client: Pick<ServiceClient, 'listCountries' | 'listNetworks' | 'listTokens'>
  /** The service of the places; those of another service are dropped. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Called after something was read and written. */
  readonly onChange: () => void
}

/** When each part was last read, as ISO 8601; null for never. */
export interface PlaceAges {
  readonly countries: string | null
  readonly networks: string | null
  /** By network key, for every known network. */
  readonly tokens: Readonly<Record<string, string | null>>
}

export interface PlacesRefresher {
  /**
   * Reads what is out of date, or everything by `force`. Each part is written as it arrives, and a failing one does not affect the others.
   * Rejects with the first AppError once all have ended. Joins a refresh in progress.
   */
  refresh(options?: { readonly force?: boolean }): Promise<void>
  /** Reads one kind of missing parts; networks include their tokens. */
  readMissing(kind: PlaceRead['kind']): Promise<void>
  /** Returns the kinds with unread parts, or without anything payable: a service may have only just started. */
  missing(): PlaceRead['kind'][]
  ages(): PlaceAges
  /** Aborts a refresh in progress and waits for its end. */
  close(): Promise<void>
}

const DAY_MS = 24 * 3_600_000
const lastsMs: Readonly<Record<PlaceRead['kind'], number>> = {
  countries: 7 * DAY_MS,
  networks: DAY_MS,
  tokens: DAY_MS,
}

/** Creates the refresher of countries, networks and each network's tokens, each with its own age. */
export function createPlacesRefresher(options: PlacesRefresherOptions): PlacesRefresher {
  const { db, client, source, now } = options
  const closing = new AbortController()
  const { signal } = closing
  let running: { readonly forced: boolean; readonly ended: Promise<void> } | null = null
  dropForeignPlaces(db, source)

  function isDue(read: PlaceRead, force: boolean): boolean {
    const age = readPlaceAge(db, source, read)
    // After the clock went back, nothing counts as fresh.
    return force || age === null || age > now() || now() - age >= lastsMs[read.kind]
  }

  function keep(read: PlaceRead, write: () => void, images: readonly string[]): void {
    db.transaction(() => {
      write()
      writeImageSources(db, images)
      writePlaceAge(db, source, read, now())
    }).immediate()
    options.onChange()
  }

  async function refreshCountries(force: boolean): Promise<void> {
    const read = { kind: 'countries' } as const
    if (!isDue(read, force)) return
    const countries = await client.listCountries({}, signal)
    keep(
      read,
      () => writeCountries(db, countries),
      countries.map(({ flagUrl }) => flagUrl),
    )
  }

  async function refreshNetworks(force: boolean): Promise<void> {
    const read = { kind: 'networks' } as const
    if (!isDue(read, force)) return
    const networks = await client.listNetworks(undefined, signal)
    keep(
      read,
      () => writeNetworks(db, networks),
      networks.flatMap(({ logoUrl, nativeToken }) => [logoUrl, nativeToken.logoURI]),
    )
  }

  async function refreshTokens({ key }: Network, force: boolean): Promise<void> {
    const read = { kind: 'tokens', networkKey: key } as const
    if (!isDue(read, force)) return
    const tokens = await client.listTokens(key, undefined, signal).catch((thrown: unknown) => {
      // If the service refuses to name a network's tokens, only that network cannot be paid on.
      if (thrown instanceof AppError && thrown.code === 'service-rejected') return []
      throw thrown
    })
    keep(
      read,
      () => writeTokens(db, key, tokens),
      tokens.map(({ imageUrl }) => imageUrl),
    )
  }

  const payable = (): NetworkWithTokens[] => readNetworks(db).filter((network) => network.isActive && isEvm(network))
  const lacksNetworks = (): boolean => readNetworks(db).length === 0
  const lacksAllTokens = (): boolean => payable().every(({ tokens }) => tokens.length === 0)

  async function readMissing(kind: PlaceRead['kind']): Promise<void> {
    if (kind === 'countries') return refreshCountries(false)
    if (kind === 'networks') await refreshNetworks(lacksNetworks())
    const force = lacksAllTokens()
    for (const network of payable()) await refreshTokens(network, force)
  }

  function missing(): PlaceRead['kind'][] {
    const isUnread = (read: PlaceRead): boolean => readPlaceAge(db, source, read) === null
    const isUnreadNetwork = ({ key }: Network): boolean => isUnread({ kind: 'tokens', networkKey: key })
    const networks = payable()
    return [
      ...(isUnread({ kind: 'countries' }) ? (['countries'] as const) : []),
      ...(isUnread({ kind: 'networks' }) || lacksNetworks() ? (['networks'] as const) : []),
      ...(networks.some(isUnreadNetwork) || (networks.length > 0 && lacksAllTokens()) ? (['tokens'] as const) : []),
    ]
  }

  async function run(force: boolean): Promise<void> {
    const first = await Promise.allSettled([refreshCountries(force), refreshNetworks(force)])
    const then = await Promise.allSettled(
      signal.aborted ? [] : payable().map((network) => refreshTokens(network, force)),
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

  const reasonOf = (read: PlaceRead): string | null => {
    const age = readPlaceAge(db, source, read)
    return age === null ? null : new Date(age).toISOString()
  }

  return {
    refresh: ({ force = false } = {}) => refresh(force),
    readMissing,
    missing,
    ages: () => ({
      countries: reasonOf({ kind: 'countries' }),
      networks: reasonOf({ kind: 'networks' }),
      tokens: Object.fromEntries(
        readNetworks(db).map(({ key }) => [key, reasonOf({ kind: 'tokens', networkKey: key })] as const),
      ),
    }),
    async close() {
      closing.abort()
      await running?.ended.catch(() => undefined)
    },
  }
}

import { AppError } from '../../../shared/errors.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { ServiceClient } from '../../service/service-client.ts'
import { writeImageSources } from '../images/images-repository.ts'
import {
  readMetadataAge,
  writeCountries,
  writeNetworks,
  writeMetadataAge,
  writeTokens,
  type MetadataRead,
} from './metadata-reads-repository.ts'

export interface MetadataReaderOptions {
  /** The cache. */
  readonly db: WritableDb
  readonly client: Pick<ServiceClient, 'listCountries' | 'listNetworks' | 'listTokens'>
  /** The service of the metadata. */
  readonly source: string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Called after something was read and written. */
  readonly onChange: () => void
}

/** Reads parts of the metadata from the service if they are out of date, or by `force`, and writes them to the cache. */
export interface MetadataReader {
  readCountries(force: boolean): Promise<void>
  readNetworks(force: boolean): Promise<void>
  readTokens(networkKey: string, force: boolean): Promise<void>
}

const DAY_MS = 24 * 3_600_000
const lastsMs: Readonly<Record<MetadataRead['kind'], number>> = {
  countries: 7 * DAY_MS,
  networks: DAY_MS,
  tokens: DAY_MS,
}

/** Creates the reader; `signal` aborts its requests. */
export function createMetadataReader(options: MetadataReaderOptions, signal: AbortSignal): MetadataReader {
  const { db, client, source, now } = options

  function isDue(read: MetadataRead, force: boolean): boolean {
    const age = readMetadataAge(db, source, read)
    // After the clock went back, nothing counts as fresh.
    return force || age === null || age > now() || now() - age >= lastsMs[read.kind]
  }

  function keep(read: MetadataRead, write: () => void, images: readonly string[]): void {
    db.transaction(() => {
      write()
      writeImageSources(db, images)
      writeMetadataAge(db, source, read, now())
    }).immediate()
    options.onChange()
  }

  return {
    async readCountries(force) {
      const read = { kind: 'countries' } as const
      if (!isDue(read, force)) return
      const countries = await client.listCountries({}, signal)
      const flags = countries.map(({ flagUrl }) => flagUrl)
      keep(read, () => writeCountries(db, countries), flags)
    },
    async readNetworks(force) {
      const read = { kind: 'networks' } as const
      if (!isDue(read, force)) return
      const networks = await client.listNetworks(undefined, signal)
      const logos = networks.flatMap(({ logoUrl, nativeToken }) => [logoUrl, nativeToken.logoURI])
      keep(read, () => writeNetworks(db, networks), logos)
    },
    async readTokens(networkKey, force) {
      const read = { kind: 'tokens', networkKey } as const
      if (!isDue(read, force)) return
      const tokens = await client.listTokens(networkKey, undefined, signal).catch(noneIfRefused)
      const logos = tokens.map(({ imageUrl }) => imageUrl)
      keep(read, () => writeTokens(db, networkKey, tokens), logos)
    },
  }
}

/** If the service refuses to name a network's tokens, only that network cannot be paid on. */
function noneIfRefused(thrown: unknown): [] {
  if (thrown instanceof AppError && thrown.code === 'service-rejected') return []
  throw thrown
}

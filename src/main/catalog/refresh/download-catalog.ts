import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, DownloadOptions } from '../../service/operations/download-products.ts'
import type { Etags } from '../catalog-state-repository.ts'

export interface DownloadPlan {
  /** A dedicated folder for downloads until they are written. */
  readonly folder: string
  /** The service the catalog belongs to. */
  readonly source: string
  /** Countries to request one by one (ISO alpha-2); null for the whole catalog. */
  readonly countries: readonly string[] | null
  readonly etags: Etags
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly download: (country: string | undefined, options: Omit<DownloadOptions, 'signal'>) => Promise<Download>
  /** Called with the share received, or null if the service does not give the total. */
  readonly onProgress: (share: number | null) => void
}

export interface Downloaded {
  /** Every part of the catalog; null if nothing changed. */
  readonly files: readonly string[] | null
  readonly etags: Etags
  /** When (epoch ms) the oldest part was downloaded. */
  readonly asOf: number
}

/** No other file in the folder is ever touched. */
const own = /^[0-9a-f]{40}\.json(?:\.[0-9a-f]{16}\.part)?$/

/** How long a complete download is reused if Till ended before it was written. */
const KEPT_MS = 3_600_000

/**
 * Downloads the catalog part by part. Parts that an interrupted refresh downloaded are reused. If only some parts changed, the others are
 * requested too: a refresh is written from all of them.
 */
export async function downloadCatalog(plan: DownloadPlan): Promise<Downloaded> {
  const parts = plan.countries ?? ['']
  const fileOf = (part: string): string => join(plan.folder, `${hash('sha1', `${plan.source} ${part}`)}.json`)
  mkdirSync(plan.folder, { recursive: true, mode: 0o700 })
  const names = new Set(parts.map(fileOf))
  for (const name of readdirSync(plan.folder).filter((one) => own.test(one))) {
    const file = join(plan.folder, name)
    if (!names.has(file) || !isFresh(file, plan.now())) rmSync(file, { force: true })
  }

  const etags: Record<string, string> = {}
  let asOf = plan.now()
  const get = async (part: string, index: number, etag: string | null): Promise<boolean> => {
    if (isFresh(fileOf(part), plan.now())) {
      asOf = Math.min(asOf, Math.floor(statSync(fileOf(part)).mtimeMs))
      return true
    }
    const answer = await plan.download(part === '' ? undefined : part, {
      file: fileOf(part),
      etag,
      onProgress: (received, total) =>
        plan.onProgress(total === null ? null : (index + received / total) / parts.length),
    })
    if (answer.kind === 'unchanged') return false
    if (answer.etag !== null) etags[part] = answer.etag
    return true
  }
  const unchanged: string[] = []
  for (const [index, part] of parts.entries()) {
    if (!(await get(part, index, plan.etags[part] ?? null))) unchanged.push(part)
  }
  if (unchanged.length === parts.length) return { files: null, etags: plan.etags, asOf }
  for (const part of unchanged) await get(part, parts.indexOf(part), null)
  return { files: parts.map(fileOf), etags, asOf }
}

function isFresh(file: string, now: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && file.endsWith('.json') && Math.abs(now - found.mtimeMs) < KEPT_MS
}

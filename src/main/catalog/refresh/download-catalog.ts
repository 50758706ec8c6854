import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, DownloadOptions } from '../../service/operations/download-products.ts'
import type { Etags } from '../catalog-state-repository.ts'

export interface DownloadPlan {
  /** Where downloads wait until they are written: a folder of their own. */
  readonly folder: string
  /** Whose catalog it is. */
  readonly source: string
  /** Countries to ask for one by one (ISO alpha-2); null for the whole catalog. */
  readonly countries: readonly string[] | null
  readonly etags: Etags
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly download: (country: string | undefined, options: Omit<DownloadOptions, 'signal'>) => Promise<Download>
  /** The share that is there, or null where the service does not say how much there is. */
  readonly onProgress: (share: number | null) => void
}

export interface Downloaded {
  /** Every part of the catalog; null where all of it is still the same. */
  readonly files: readonly string[] | null
  readonly etags: Etags
  /** When (epoch ms) the oldest part was downloaded. */
  readonly asOf: number
}

/** Nothing else in the folder is ever touched. */
const own = /^[0-9a-f]{40}\.json(?:\.part)?$/

/** A download that was complete and then not written, since Till ended, is used for so long. */
const KEPT_MS = 3_600_000

/**
 * Downloads the catalog part by part. What an earlier, interrupted refresh downloaded is not asked for again. Where only some parts
 * changed, the others are asked for as well: a refresh is written from all of them.
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

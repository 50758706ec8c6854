import { AppError } from '../../../shared/errors.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { refuseHtml } from '../answer/refuse-html.ts'

export interface ProductFilters {
  readonly brand?: string
  /** ISO alpha-2. */
  readonly country?: string
  readonly type?: string
  readonly subType?: string
  readonly categories?: readonly string[]
}

export interface DownloadOptions {
  /** Where the catalog goes; `FILE.part` beside it is used meanwhile. */
  readonly file: string
  /** That of the catalog that is there already, null for none. */
  readonly etag: string | null
  /** Bytes transferred so far and in all (null where the service does not say), at most ten times a second. */
  onProgress(received: number, total: number | null): void
  readonly signal?: AbortSignal
}

/** The etag is worth keeping only once the file was read and understood: under it the service sends nothing again. */
export type Download =
  { readonly kind: 'unchanged' } | { readonly kind: 'saved'; readonly etag: string | null; readonly bytes: number }

export interface DownloadLimits {
  readonly maxBytes: number
  readonly timeoutMs: number
  /** Milliseconds without a byte. */
  readonly stallMs: number
}

const limits: DownloadLimits = { maxBytes: 1_000_000_000, timeoutMs: 15 * 60_000, stallMs: 60_000 }

/**
 * Streams the catalog's JSON (at most 1 GB) into a file that is there whole or not at all; `unchanged` where the service still has that
 * of `etag`. Throws AppError, `not-allowed` with the reason `not-saved` where the file can't be written.
 */
export async function downloadProducts(
  exchange: Exchange,
  filters: ProductFilters,
  options: DownloadOptions,
  { maxBytes, timeoutMs, stallMs }: DownloadLimits = limits,
): Promise<Download> {
  const { brand, country, type, subType, categories } = filters
  const { file, etag, signal } = options
  const known = etag === null ? {} : { headers: { 'If-None-Match': etag } }
  const answer = await askService(
    exchange,
    {
      method: 'GET',
      path: '/api/v1/products/grouped/',
      query: { brand, country, type, subType, category: categories?.join(',') },
      ...known,
      requestClass: 'browsing',
      save: { file, maxBytes, stallMs, onProgress: (received, total) => options.onProgress(received, total) },
      timeoutMs,
      ...(signal ? { signal } : {}),
    },
    etag === null ? [] : [304],
  )
  if (answer.status === 304) return { kind: 'unchanged' }
  refuseHtml(answer)
  if (typeof answer.saved === 'number') return { kind: 'saved', etag: answer.etag, bytes: answer.saved }
  throw new AppError('not-allowed', 'The catalog could not be written to the disk', {
    details: { reason: 'not-saved' },
    cause: answer.saved,
  })
}

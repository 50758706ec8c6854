import { AppError } from '../../../shared/errors.ts'
import { askService } from '../ask-service.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { refuseHtml } from '../answer/answer.ts'

export interface ProductFilters {
  readonly brand?: string
  /** ISO alpha-2. */
  readonly country?: string
  readonly type?: string
  readonly subType?: string
  readonly categories?: readonly string[]
}

export interface DownloadOptions {
  /** The catalog's file; a part beside it is used during the download. */
  readonly file: string
  /** The stored catalog's etag, null for none. */
  readonly etag: string | null
  /** Called with the bytes transferred so far and the total (null if the service does not say), at most ten times a second. */
  onProgress(received: number, total: number | null): void
  readonly signal?: AbortSignal
}

/** Store the etag only after the file was read and understood: with it, the service does not send the file again. */
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
 * Streams the catalog's JSON (at most 1 GB) into a file that appears only when complete; `unchanged` if `etag` is still current. Throws
 * AppError, `not-allowed` with the reason `not-saved` if the file cannot be written.
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

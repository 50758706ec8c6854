import { askService } from './ask-service.ts'
import type { ProductFilters } from './download-products.ts'
import type { Exchange } from './exchange.ts'

const MAX_BYTES = 100_000_000
const TIMEOUT_MS = 180_000

/** The catalog's bytes as they came (JSON, at most 100 MB), to be read by `parseProducts` away from the main thread. */
export async function listProducts(
  exchange: Exchange,
  filters: ProductFilters = {},
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { brand, country, type, subType, categories } = filters
  const answer = await askService(exchange, {
    method: 'GET',
    path: '/api/v1/products/grouped/',
    query: { brand, country, type, subType, category: categories?.join(',') },
    requestClass: 'browsing',
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    ...(signal ? { signal } : {}),
  })
  return answer.body
}

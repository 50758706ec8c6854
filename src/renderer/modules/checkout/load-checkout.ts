import { AppError } from '../../../shared/errors.ts'
import type { DraftView } from '../../../shared/drafts/views.ts'
import type { ExternalPaymentView } from '../../../shared/external/views.ts'
import type { PurchaseView } from '../../../shared/purchases/views.ts'
import type { VariantView } from '../../../shared/catalog/variant-views.ts'
import { request } from '../../app/requests/client.ts'

export interface Loaded {
  /** Null for a product that is no longer sold; the earlier purchase or the draft then names its brand. */
  readonly variant: VariantView | null
  /** What is bought again: a purchase, or what another wallet was asked to pay for. */
  readonly earlier: PurchaseView | ExternalPaymentView | null
  readonly draft: DraftView | null
}

/**
 * Reads a checkout's product and its initial values; `own` is this checkout's draft. Throws AppError: `locked` for another draft,
 * `not-found` if nothing names a brand.
 */
export async function loadCheckout(
  sku: string,
  from: string | null,
  draftId: string | null,
  own: DraftView | null,
): Promise<Loaded> {
  const [variant, earlier] = await Promise.all([
    orNull(request('catalog.variant', { sku })),
    from === null ? null : readEarlier(from),
  ])
  const id = draftId ?? (earlier !== null && 'draftId' in earlier ? earlier.draftId : null)
  const draft =
    id === null
      ? null
      : await orNull(request('drafts.get', { id })).catch((error: unknown) => ownWhileLocked(error, own))
  if (variant === null && earlier === null && draft === null) throw new AppError('not-found', 'It is not on sale')
  return { variant, earlier, draft }
}

/** Returns what an id stands for: another wallet's payment has that of the purchase which it becomes. */
async function readEarlier(id: string): Promise<Loaded['earlier']> {
  return (await orNull(request('purchases.get', { id }))) ?? orNull(request('external.get', { id }))
}

/** Keeps this checkout's own draft while Till is locked. */
function ownWhileLocked(error: unknown, own: DraftView | null): DraftView {
  if (own !== null && error instanceof AppError && error.code === 'locked') return own
  throw error
}

/** Returns null if it is not found; any other error remains an error. */
function orNull<T>(asking: Promise<T>): Promise<T | null> {
  return asking.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not-found') return null
    throw error
  })
}

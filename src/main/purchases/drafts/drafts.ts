import { randomUUID } from 'node:crypto'
import type { RequestArgument } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { DraftRowView, DraftView } from '../../../shared/favourites/views.ts'
import type { WritableDb } from '../../db/connections.ts'
import type { Sealer } from '../../db/seal.ts'
import { withRecordsKey } from '../../db/with-records-key.ts'
import {
  deleteDraft,
  listDrafts,
  readDraft,
  writeDraft,
  type StoredDraft,
  draftBought,
  sealDraft,
  openDraft,
  type Typed,
} from './drafts-repository.ts'
import { maskRecipient } from '../../favourites/mask-recipient.ts'
import { fromSeenProduct, movedFrom, toSeenProduct } from '../../favourites/seen-product.ts'
import type { OnSale } from '../../favourites/favourites.ts'
import { recipientOf } from '../recipient-of.ts'

export interface DraftsOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly onSale: OnSale
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The key of the service in use; null before there is one. */
  readonly service: () => string | null
  /** While Till is locked, what was typed stays in main. */
  readonly isLocked: () => boolean
}

/** The drafts for the service in use. Nothing here prices or pays. */
export interface Drafts {
  /** Lists the drafts; recipients are masked while Till is locked. */
  list(): DraftRowView[]
  /** Returns a draft. Throws AppError `not-found`, or `locked` before an unlock, unless it was bought. */
  get(id: string): DraftView
  /**
   * Saves a draft. Throws AppError `not-found` for a product that was never on sale here, `not-allowed` for a bought draft, `locked` if
   * records cannot be sealed yet.
   */
  save(input: RequestArgument<'drafts.save'>): DraftView
  /** Removes a draft. Throws AppError `locked` before an unlock, because a removal cannot be undone. */
  remove(id: string): DraftRowView[]
}

/** Opens the ledger's drafts, shown with the catalog's current data. */
export function openDrafts({ ledger, onSale, sealer, isLocked, now, service }: DraftsOptions): Drafts {
  function typedOf({ id, sealedDelivery }: StoredDraft): Typed {
    return sealedDelivery === null
      ? { reference: '', fields: {} }
      : withRecordsKey(() => openDraft(sealer, id, sealedDelivery))
  }

  function list(): DraftRowView[] {
    const current = service()
    return (current === null ? [] : listDrafts(ledger, current)).map((draft) => {
      try {
        return masked(show(onSale, draft, typedOf(draft)))
      } catch (error) {
        if (error instanceof AppError) return show(onSale, draft, null)
        throw error
      }
    })
  }

  function masked(row: DraftRowView): DraftRowView {
    return { ...row, recipient: row.recipient !== null && isLocked() ? maskRecipient(row.recipient) : row.recipient }
  }

  function read(id: string): DraftView {
    const draft = readDraft(ledger, id)
    if (draft === null || draft.service !== service())
      throw new AppError('not-found', 'It was not prepared, or was removed')
    const typed = typedOf(draft)
    return { ...show(onSale, draft, typed), ...typed, paymentMethod: draft.paymentMethod, purchaseId: draft.purchaseId }
  }

  function askUnlocked(): void {
    if (isLocked()) throw new AppError('locked', 'What is prepared can be seen once Till is unlocked')
  }

  return {
    list,
    get(id) {
      const draft = read(id)
      if (draft.purchaseId === null) askUnlocked()
      return draft
    },
    save({ id: known, sku, reference, fields, paymentMethod }) {
      const current = service()
      if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
      const id = known ?? randomUUID()
      const found = onSale.product(sku)
      const before = readDraft(ledger, id)?.product
      const product = found ? toSeenProduct(found) : before?.sku === sku ? before : null
      if (product === null) throw new AppError('not-found', 'The product is not on sale any more')
      const sealedDelivery = withRecordsKey(() => sealDraft(sealer, id, { reference, fields }))
      if (!writeDraft(ledger, { id, service: current, savedAt: now(), product, sealedDelivery, paymentMethod }))
        throw draftBought()
      // The page just typed it, so this reveals nothing.
      return read(id)
    },
    remove(id) {
      askUnlocked()
      deleteDraft(ledger, id)
      return list()
    },
  }
}

/** Returns a draft with the catalog's current data of its product. */
function show(
  onSale: OnSale,
  { id, savedAt, product, sealedDelivery }: StoredDraft,
  typed: Typed | null,
): DraftRowView {
  const found = onSale.product(product.sku)
  const fields = Object.entries(typed?.fields ?? {}).map(([key, value]) => ({ key, value }))
  return {
    id,
    savedAt: new Date(savedAt).toISOString(),
    product: found ?? fromSeenProduct(product),
    gone: found === null && onSale.isFilled(),
    before: found && movedFrom(product.price, found.price),
    recipient: sealedDelivery && typed && recipientOf({ reference: typed.reference, fields }),
  }
}

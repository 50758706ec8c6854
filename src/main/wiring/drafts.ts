import { randomUUID } from 'node:crypto'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { DraftRowView, DraftView } from '../../shared/kept-views.ts'
import type { Database } from '../db/open-database.ts'
import { SealError, type Sealer } from '../db/seal.ts'
import { deleteDraft, listDrafts, readDraft, writeDraft, type StoredDraft } from '../kept/drafts-repository.ts'
import { sealTyped, unsealTyped, type Typed } from '../kept/seal-draft.ts'
import { fromSeenProduct, movedFrom, toSeenProduct } from '../kept/seen-product.ts'
import { draftBought } from '../purchases/draft-bought.ts'
import { recipientOf } from '../purchases/recipient-of.ts'
import type { FavouritesOptions } from './favourites.ts'

export interface DraftsOptions extends FavouritesOptions {
  readonly ledger: Database
  readonly sealer: Sealer
}

/** What is prepared with the service in use. Nothing here prices or pays. */
export interface Drafts {
  list(): DraftRowView[]
  /** AppError `not-found`, or `locked` where what was typed can not be read before an unlock. */
  get(id: string): DraftView
  /** AppError `not-found` for a product that never was on sale here, `not-allowed` for one that was bought, `locked` as above. */
  keep(input: RequestArgument<'drafts.keep'>): DraftView
  remove(id: string): DraftRowView[]
}

/** Opens what the ledger keeps prepared, shown as the catalog has it now. */
export function openDrafts({ ledger, onSale, sealer, now, service }: DraftsOptions): Drafts {
  function show({ id, keptAt, product, sealedDelivery }: StoredDraft, typed: Typed | null): DraftRowView {
    const found = onSale.product(product.sku)
    const fields = Object.entries(typed?.fields ?? {}).map(([key, value]) => ({ key, value }))
    return {
      id,
      keptAt: new Date(keptAt).toISOString(),
      product: found ?? fromSeenProduct(product),
      gone: found === null && onSale.isFilled(),
      before: found && movedFrom(product.price, found.price),
      recipient: sealedDelivery && typed && recipientOf({ reference: typed.reference, fields }),
    }
  }

  function typedOf({ id, sealedDelivery }: StoredDraft): Typed {
    return sealedDelivery === null
      ? { reference: '', fields: {} }
      : opened(() => unsealTyped(sealer, id, sealedDelivery))
  }

  function list(): DraftRowView[] {
    const current = service()
    return (current === null ? [] : listDrafts(ledger, current)).map((draft) => {
      try {
        return show(draft, typedOf(draft))
      } catch (error) {
        if (error instanceof AppError) return show(draft, null)
        throw error
      }
    })
  }

  function get(id: string): DraftView {
    const draft = readDraft(ledger, id)
    if (draft === null || draft.service !== service())
      throw new AppError('not-found', 'It was not prepared, or was removed')
    const typed = typedOf(draft)
    return { ...show(draft, typed), ...typed, way: draft.way, purchaseId: draft.purchaseId }
  }

  return {
    list,
    get,
    keep({ id: known, sku, reference, fields, way }) {
      const current = service()
      if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
      const id = known ?? randomUUID()
      const found = onSale.product(sku)
      const before = readDraft(ledger, id)?.product
      const product = found ? toSeenProduct(found) : before?.sku === sku ? before : null
      if (product === null) throw new AppError('not-found', 'The product is not on sale any more')
      const sealedDelivery = opened(() => sealTyped(sealer, id, { reference, fields }))
      if (!writeDraft(ledger, { id, service: current, keptAt: now(), product, sealedDelivery, way }))
        throw draftBought()
      return get(id)
    },
    remove(id) {
      deleteDraft(ledger, id)
      return list()
    },
  }
}

/** What is sealed waits for an unlock while the records key is missing. */
function opened<T>(work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (cause instanceof SealError) throw new AppError('locked', 'The records can not be read yet', { cause })
    throw cause
  }
}

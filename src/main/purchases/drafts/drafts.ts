import { randomUUID } from 'node:crypto'
import type { RequestArgument } from '../../../shared/contract.ts'
import { AppError } from '../../../shared/errors.ts'
import type { DraftRowView, DraftView } from '../../../shared/drafts/views.ts'
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
import { fromSeenProduct, movedFrom, toSeenProduct } from '../../favourites/seen-product.ts'
import type { OnSale } from '../../../shared/catalog/on-sale.ts'
import { groupInternational } from '../../people/group-international.ts'
import type { People } from '../../people/open-people.ts'
import type { OwnerOf } from '../../people/owner-of.ts'
import type { DeliveryDetails } from '../purchase-record.ts'
import { recipientOf } from '../recipient-of.ts'

export interface DraftsOptions {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly onSale: OnSale
  readonly people: Pick<People, 'owners'>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The key of the service in use; null before there is one. */
  readonly service: () => string | null
  /** Checks what was typed for a product; null if it is not on sale. */
  readonly check: (sku: string, typed: Typed) => Promise<DraftCheck | null>
}

/** What was typed as it would be sent, as far as it is valid. */
export interface DraftCheck {
  readonly reference: string | null
  readonly fields: DeliveryDetails['fields']
  /** Whether nothing is missing or wrong. */
  readonly isComplete: boolean
}

/** The drafts for the service in use. Nothing here prices or pays. */
export interface Drafts {
  /** Lists the drafts, with their recipients as they would be sent. */
  list(): Promise<DraftRowView[]>
  /** Returns a draft. Throws AppError `not-found`, or `locked` while records cannot be read. */
  get(id: string): DraftView
  /**
   * Saves a draft. Throws AppError `not-found` for another service's draft or a product that was never on sale here, `not-allowed` for a
   * bought draft, `locked` if records cannot be sealed yet.
   */
  save(input: RequestArgument<'drafts.save'>): DraftView
  /** Removes a draft. */
  remove(id: string): Promise<DraftRowView[]>
}

/** Opens the ledger's drafts, shown with the catalog's current data. */
export function openDrafts({ ledger, onSale, people, sealer, check, now, service }: DraftsOptions): Drafts {
  function typedOf({ id, sealedDelivery }: StoredDraft): Typed {
    return sealedDelivery === null
      ? { reference: '', fields: {} }
      : withRecordsKey(() => openDraft(sealer, id, sealedDelivery))
  }

  async function list(): Promise<DraftRowView[]> {
    const current = service()
    const ownerOf = people.owners()
    return Promise.all((current === null ? [] : listDrafts(ledger, current)).map((draft) => rowOf(draft, ownerOf)))
  }

  async function rowOf(draft: StoredDraft, ownerOf: OwnerOf): Promise<DraftRowView> {
    try {
      const typed = typedOf(draft)
      return show({ onSale, ownerOf }, draft, typed, await check(draft.product.sku, typed))
    } catch (error) {
      if (error instanceof AppError) return show({ onSale, ownerOf }, draft, null, null)
      throw error
    }
  }

  function read(id: string): DraftView {
    const draft = readDraft(ledger, id)
    if (draft === null || draft.service !== service()) throw draftGone()
    const typed = typedOf(draft)
    return { ...show({ onSale, ownerOf: people.owners() }, draft, typed, null), ...typed, purchaseId: draft.purchaseId }
  }

  return {
    list,
    get: read,
    save({ id: known, sku, reference, fields, paymentMethod }) {
      const current = service()
      if (current === null) throw new AppError('no-profile', 'No service was chosen yet')
      const id = known ?? randomUUID()
      const found = onSale.product(sku)
      const before = readDraft(ledger, id)
      if (before !== null && before.service !== current) throw draftGone()
      const product = found ? toSeenProduct(found) : before?.product.sku === sku ? before.product : null
      if (product === null) throw new AppError('not-found', 'The product is not on sale any more')
      const sealedDelivery = withRecordsKey(() => sealDraft(sealer, id, { reference, fields }))
      if (!writeDraft(ledger, { id, service: current, savedAt: now(), product, sealedDelivery, paymentMethod }))
        throw draftBought()
      // The page just typed it, so this reveals nothing.
      return read(id)
    },
    remove(id) {
      deleteDraft(ledger, id)
      return list()
    },
  }
}

function draftGone(): AppError {
  return new AppError('not-found', 'It was not prepared, or was removed')
}

/** Returns a draft with the catalog's current data of its product. */
function show(
  { onSale, ownerOf }: { readonly onSale: OnSale; readonly ownerOf: OwnerOf },
  { id, savedAt, product, sealedDelivery, paymentMethod }: StoredDraft,
  typed: Typed | null,
  checked: DraftCheck | null,
): DraftRowView {
  const found = onSale.product(product.sku)
  const fields = Object.entries(typed?.fields ?? {}).map(([key, value]) => ({
    key,
    value: checked?.fields.find((field) => field.key === key)?.value ?? value,
  }))
  const reference = checked?.reference ?? typed?.reference ?? ''
  const shown = found ?? fromSeenProduct(product)
  const recipient = sealedDelivery && typed && recipientOf({ reference, fields })
  return {
    id,
    savedAt: new Date(savedAt).toISOString(),
    product: shown,
    gone: found === null && onSale.isFilled(),
    before: found && movedFrom(product.price, found.price),
    recipient: recipient && groupInternational(recipient),
    person: ownerOf(recipient, shown)?.name ?? null,
    isComplete: checked?.isComplete ?? true,
    paymentMethod,
  }
}

import type { Address } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import type { ActivityPlace, ActivityView } from '../../shared/wallet/activity-views.ts'
import type { ReadableDb } from '../db/connections.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import type { Transfers } from '../transfers/create-transfers.ts'
import { listActivity, type StoredPlace } from './activity-repository.ts'

/** What moved the coins of the account in use. */
export interface Activity {
  /** Returns a page of it, newest first; a damaged record is left out. */
  list(input: RequestArgument<'wallet.activity'>): RequestOutput<'wallet.activity'>
}

export interface ActivityOptions {
  readonly ledger: ReadableDb
  /** Returns the account in use; null without a wallet. */
  address(): Address | null
  readonly purchases: Pick<Purchases, 'booked'>
  readonly transfers: Pick<Transfers, 'get'>
}

/** Creates the activity over the ledger. */
export function createActivity({ ledger, address, purchases, transfers }: ActivityOptions): Activity {
  function entryAt({ at: epoch, kind, id }: StoredPlace): ActivityView | null {
    const at = new Date(epoch).toISOString()
    if (kind === 'transfer') {
      const transfer = nullIfDamaged(() => transfers.get(id))
      return transfer && { kind, at, transfer }
    }
    const booked = purchases.booked(id)
    if (booked === null) return null
    const { row: purchase, paid, refunded } = booked
    if (kind === 'purchase') return { kind, at, purchase, paid }
    return refunded === null ? null : { kind, at, purchase, amount: refunded }
  }

  return {
    list({ after, limit }) {
      const from = address()
      if (from === null) return { entries: [], next: null }
      const places = listActivity(ledger, from, after && { ...after, at: Date.parse(after.at) }, limit)
      return {
        entries: places.flatMap((place) => entryAt(place) ?? []),
        next: places.length < limit ? null : placeAfter(places),
      }
    },
  }
}

function placeAfter(places: readonly StoredPlace[]): ActivityPlace | null {
  const last = places.at(-1)
  return last ? { ...last, at: new Date(last.at).toISOString() } : null
}

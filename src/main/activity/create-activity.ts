import type { Address, Hash } from 'viem'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { fromUnits } from '../../shared/money.ts'
import type { ActivityPlace, ActivityView } from '../../shared/wallet/activity-views.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import type { ReadableDb } from '../db/connections.ts'
import { nullIfDamaged } from '../db/null-if-damaged.ts'
import { readReceived } from '../history/received-repository.ts'
import type { People } from '../people/open-people.ts'
import type { OwnerOf } from '../people/owner-of.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import { listUnusedCoins, type UnusedCoins } from '../purchases/external/unused-coins-repository.ts'
import type { Transfers } from '../transfers/create-transfers.ts'
import { listActivity, listFees, type StoredPlace } from './activity-repository.ts'

/** What moved the coins of the account in use. */
export interface Activity {
  /** Returns a page of it, newest first; a damaged record is left out. */
  list(input: RequestArgument<'wallet.activity'>): RequestOutput<'wallet.activity'>
  /** Returns the network fees of what was signed since a moment, per coin; fees in a coin without a known name are left out. */
  feesSince(since: string): RequestOutput<'wallet.feesSince'>
  /** Returns the explorer's page of received coins; null if they are unknown, or Till does not open it. */
  receivedPage(id: string): string | null
}

export interface ActivityOptions {
  readonly ledger: ReadableDb
  /** Returns the account in use; null without a wallet. */
  address(): Address | null
  /** Returns the symbol of a chain's native coin; null if unknown. */
  nativeOf(chainId: number): string | null
  /** Returns the explorer's page of a transaction; null if Till does not open it. */
  explorerOf(transaction: { readonly chainId: number; readonly hash: Hash }): string | null
  readonly purchases: Pick<Purchases, 'booked'>
  readonly transfers: Pick<Transfers, 'get'>
  readonly people: Pick<People, 'owners'>
}

/** Creates the activity over the ledger. */
export function createActivity(options: ActivityOptions): Activity {
  const { ledger, address, nativeOf, explorerOf, purchases, transfers, people } = options

  function entryAt(
    { at: epoch, kind, id }: StoredPlace,
    { ownerOf, unused }: { readonly ownerOf: OwnerOf; readonly unused: ReadonlyMap<string, UnusedCoins> },
  ): ActivityView | null {
    const at = new Date(epoch).toISOString()
    if (kind === 'transfer') {
      const transfer = nullIfDamaged(() => transfers.get(id))
      return transfer && { kind, at, transfer }
    }
    if (kind === 'received') {
      const received = nullIfDamaged(() => readReceived(ledger, id))
      if (received === null) return null
      const { units, decimals, symbol, sender, networkName } = received
      const amount = fromUnits(units, decimals)
      return { kind, at, id, amount, symbol, sender, networkName, explorerUrl: explorerOf(received) }
    }
    if (kind === 'unused') {
      const coins = unused.get(id)
      return coins === undefined ? null : toUnused(at, coins)
    }
    const booked = purchases.booked(id)
    if (booked === null) return null
    const { row: purchase, paid, refunded } = booked
    const person = ownerOf(purchase.reference, purchase)?.name ?? null
    if (kind === 'purchase') return { kind, at, purchase, person, paid }
    return refunded === null ? null : { kind, at, purchase, amount: refunded }
  }

  return {
    list({ after, limit }) {
      const from = address()
      if (from === null) return { entries: [], next: null }
      const places = listActivity(ledger, from, after && { ...after, at: Date.parse(after.at) }, limit)
      const details = { ownerOf: people.owners(), unused: unusedAmong(ledger, places) }
      return {
        entries: places.flatMap((place) => entryAt(place, details) ?? []),
        next: places.length < limit ? null : placeAfter(places),
      }
    },
    receivedPage(id) {
      const received = readReceived(ledger, id)
      return received && explorerOf(received)
    },
    feesSince(since) {
      const from = address()
      const sums = new Map<string, bigint>()
      for (const { chainId, units } of from === null ? [] : listFees(ledger, from, Date.parse(since))) {
        const symbol = nativeOf(chainId)
        if (symbol !== null) sums.set(symbol, (sums.get(symbol) ?? 0n) + units)
      }
      return [...sums].map(([symbol, units]) => ({ symbol, amount: fromUnits(units, NATIVE_DECIMALS) }))
    },
  }
}

/** Returns the coins that bought nothing by their ids, if there are any in a page. */
function unusedAmong(ledger: ReadableDb, places: readonly StoredPlace[]): ReadonlyMap<string, UnusedCoins> {
  if (places.every(({ kind }) => kind !== 'unused')) return new Map()
  return new Map(listUnusedCoins(ledger).map((one) => [one.id, one]))
}

function toUnused(at: string, coins: UnusedCoins): ActivityView {
  const { id, paymentId, brandName, units, decimals, symbol, isOwn, isQuestion, isBack } = coins
  const state = isBack ? 'back' : isQuestion ? 'question' : 'unused'
  const amount = fromUnits(units, decimals)
  return { kind: 'unused', at, id, paymentId, brandName: brandName ?? '', amount, symbol, isOwn, state }
}

function placeAfter(places: readonly StoredPlace[]): ActivityPlace | null {
  const last = places.at(-1)
  return last ? { ...last, at: new Date(last.at).toISOString() } : null
}

import { setImmediate as turn } from 'node:timers/promises'
import type { SpendingPartView, SpendingView } from '../../shared/bookkeeping/views.ts'
import { addDecimals, fromUnits, isDecimal, toUnits } from '../../shared/money.ts'
import { partsOf, spanOf, type Period } from '../../shared/periods.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import type { ReadableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import type { OwnerOf } from '../people/owner-of.ts'
import { readDeliveryOrNull } from '../purchases/delivery.ts'
import { listUnusedCoins, type UnusedCoins } from '../purchases/external/unused-coins-repository.ts'
import { recipientOf } from '../purchases/recipient-of.ts'
import { listElsewhere, listOwnBought, listUnusedSpent, type Bought } from './bookkeeping-repository.ts'
import { addShown, SCALE, shownOf, toShown, type ShownSums } from './add-up-shown.ts'

/** Deliveries opened at a time, so that main answers in between. */
const AT_ONCE = 100

/** Sums in units of `SCALE` decimals. */
interface Sums {
  count: number
  paid: bigint
  refunded: bigint
  serviceFee: bigint
  readonly shown: ShownSums
}
interface Part extends Sums {
  readonly key: string | null
  name: string
}
type Parts = Map<string | null, Part>
interface CoinSums extends Sums {
  readonly brands: Parts
  readonly types: Parts
  readonly people: Parts
}

interface Month {
  readonly ledger: ReadableDb
  readonly sealer: Sealer
  readonly ownerOf: OwnerOf
}

/** Adds up the purchases of a month by coin, brand, product type and person. */
export async function addUpMonth({ ownerOf, ...books }: Month, month: Period): Promise<SpendingView> {
  const coins = new Map<string, CoinSums>()
  const networkFees = new Map<string, bigint>()
  let damaged = 0
  for await (const one of boughtIn(books.ledger, month)) {
    if (one === null) {
      damaged += 1
      continue
    }
    for (const fee of one.networkFees) networkFees.set(one.native, (networkFees.get(one.native) ?? 0n) + fee)
    if (!one.isPaid) continue
    const coin = coins.get(one.symbol) ?? noCoins()
    coins.set(one.symbol, coin)
    const sums = sumsOf(one)
    const delivery = readDeliveryOrNull(books, one.id, one.delivery)
    const owner = ownerOf(delivery && recipientOf(delivery), { country: one.country, productType: one.type })
    addTo(coin, sums)
    addTo(partOf(coin.brands, one.slug, one.brand), sums)
    addTo(partOf(coin.types, one.type, one.type), sums)
    addTo(partOf(coin.people, owner?.id ?? null, owner?.name ?? ''), sums)
  }
  const unused = listUnusedCoins(books.ledger)
  return {
    coins: [...coins]
      .toSorted(([, one], [, other]) => other.count - one.count)
      .map(([symbol, one]) => ({
        symbol,
        ...viewOf(one, toShown([one.shown])[0] ?? null),
        serviceFee: fromUnits(one.serviceFee, SCALE),
        brands: inOrder(one.brands),
        types: inOrder(one.types),
        people: inOrder(one.people),
      })),
    networkFees: [...networkFees].map(([symbol, units]) => ({ symbol, amount: fromUnits(units, NATIVE_DECIMALS) })),
    elsewhere: elsewhereIn(books.ledger, month),
    unused: sumsOfUnused(unused, month),
    damaged: damaged + countDamaged(books.ledger, unused, month),
  }
}

/** Yields the purchases of a month, read day by day, so that main answers in between. */
async function* boughtIn(ledger: ReadableDb, month: Period): AsyncGenerator<Bought | null> {
  const days = partsOf(month)
  for (const [day, from] of days.entries()) {
    await turn()
    const bought = listOwnBought(ledger, { from, to: days[day + 1] ?? spanOf(month).to })
    for (const [index, one] of bought.entries()) {
      if (index > 0 && index % AT_ONCE === 0) await turn()
      yield one
    }
  }
}

/** Adds up what other wallets paid in a month, by coin; an amount that the service did not write counts as a payment alone. */
function elsewhereIn(ledger: ReadableDb, month: Period): SpendingView['elsewhere'] {
  const byCoin = Map.groupBy(listElsewhere(ledger, spanOf(month)), ({ symbol }) => symbol)
  return [...byCoin].map(([symbol, payments]) => ({
    symbol,
    count: payments.length,
    paid: addDecimals(payments.map(({ amount }) => amount).filter(isDecimal)),
  }))
}

/** Counts the coins of a month that are not among those that could be read. */
function countDamaged(ledger: ReadableDb, readable: readonly UnusedCoins[], month: Period): number {
  const { from, to } = spanOf(month)
  const ids = new Set(readable.map(({ id }) => id))
  return listUnusedSpent(ledger).filter(({ id, at }) => at >= from && at < to && !ids.has(id)).length
}

/** Adds up the coins that another wallet sent in a month for nothing and that are not back, by coin. */
function sumsOfUnused(unused: readonly UnusedCoins[], month: Period): SpendingView['unused'] {
  const { from, to } = spanOf(month)
  const lost = unused.filter(({ at, isOwn, isBack }) => at >= from && at < to && isOwn && !isBack)
  return [...Map.groupBy(lost, ({ symbol }) => symbol)].map(([symbol, coins]) => ({
    symbol,
    count: coins.length,
    amount: addDecimals(coins.map(({ units, decimals }) => fromUnits(units, decimals))),
  }))
}

const nothing = (): Sums => ({ count: 0, paid: 0n, refunded: 0n, serviceFee: 0n, shown: new Map() })
const noCoins = (): CoinSums => ({ ...nothing(), brands: new Map(), types: new Map(), people: new Map() })

function sumsOf(one: Bought): Sums {
  const scaled = (amount: bigint): bigint => amount * 10n ** BigInt(SCALE - one.decimals)
  const paid = scaled(one.units)
  const refunded = scaled(one.refunds.reduce((sum, refund) => sum + refund, 0n))
  return { count: 1, paid, refunded, serviceFee: toUnits(one.fee, SCALE), shown: shownOf(one, { paid, refunded }) }
}

function addTo(sums: Sums, more: Sums): void {
  sums.count += more.count
  sums.paid += more.paid
  sums.refunded += more.refunded
  sums.serviceFee += more.serviceFee
  addShown(sums.shown, more.shown)
}

/** Returns the part of a key; its name is the newest one. */
function partOf(parts: Parts, key: string | null, name: string): Part {
  const part = parts.get(key) ?? { key, name, ...nothing() }
  part.name = name
  parts.set(key, part)
  return part
}

function viewOf(
  { count, paid, refunded }: Sums,
  shown: SpendingPartView['shown'],
): Omit<SpendingPartView, 'key' | 'name'> {
  return { count, paid: fromUnits(paid, SCALE), refunded: fromUnits(refunded, SCALE), shown }
}

function inOrder(parts: Parts): SpendingPartView[] {
  const sorted = [...parts.values()].toSorted((one, other) =>
    one.paid === other.paid ? 0 : one.paid > other.paid ? -1 : 1,
  )
  const shown = toShown(sorted.map((one) => one.shown))
  return sorted.map(({ key, name, ...sums }, index) => ({ key, name, ...viewOf(sums, shown[index] ?? null) }))
}

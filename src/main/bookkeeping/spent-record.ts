import type { RevocationRecord } from '../allowances/revocation-repository.ts'
import type { ClaimRecord } from '../claims/claim-repository.ts'
import type { Cell } from '../../shared/csv.ts'
import { fromUnits, isDecimal, subtractDecimals, type Decimal } from '../../shared/money.ts'
import { statusOfSpend } from '../../shared/purchases/state.ts'
import type { ReferenceForm } from '../../shared/sales/export.ts'
import { maskRecipient, zonedTime } from '../exports/record-values.ts'
import type { ForeignPayment } from '../history/foreign-payments-repository.ts'
import type { Note } from '../notes/sealed-note.ts'
import type { DeliveredProduct, OwnerOf } from '../people/owner-of.ts'
import type { UnusedCoins } from '../purchases/external/unused-coins-repository.ts'
import { onlyCountryOf } from '../purchases/only-country.ts'
import { networkFeesOf, type PurchaseFigures } from '../purchases/purchase-figures.ts'
import type { TransferRecord } from '../transfers/transfer-repository.ts'
import type { Spent } from './bookkeeping-repository.ts'

export const spentColumns = [
  'kind',
  'id',
  'at',
  'product',
  'type',
  'country',
  'sku',
  'to',
  'person',
  'currency',
  'price',
  'coin',
  'network',
  'amount',
  'serviceFee',
  'paid',
  'about',
  'aboutCurrency',
  'networkFee',
  'networkFeeL1',
  'networkFeeCoin',
  'account',
  'paymentHash',
  'transactionId',
  'status',
  'refunded',
  'refundHashes',
  'sale',
  'tags',
  'note',
] as const

/**
 * Whatever cost coins or network fees, as exported. `paid` is the amount and the service's fee, and null if no coin ever left; `about`
 * is what was shown of it in the person's money when it was bought. A null network fee is not known, or not known yet. A damaged record has a
 * status alone.
 */
export interface SpentRecord extends Readonly<
  Record<Exclude<(typeof spentColumns)[number], 'refundHashes' | 'tags' | 'note'>, string | number | null>
> {
  readonly refundHashes: readonly string[]
}
/** A record with the user's words about it. */
export type NotedRecord = SpentRecord & Note

const withoutNote = spentColumns.filter((column) => column !== 'tags' && column !== 'note')
const unknown = Object.fromEntries(withoutNote.map((column) => [column, null])) as Record<keyof SpentRecord, null>

/** Says whom something went to, as an export has it; `product` is null for coins. */
export type WhomOf = (recipient: string | null, product: DeliveredProduct | null) => Pick<SpentRecord, 'to' | 'person'>

/** Returns how an export names recipients: masked ones say nothing of the person, whose name would give them away. */
export function namedIn(references: ReferenceForm, owners: () => OwnerOf): WhomOf {
  if (references === 'masked') return (to) => ({ to: to && maskRecipient(to), person: null })
  const ownerOf = owners()
  return (to, product) => ({ to, person: ownerOf(to, product)?.name ?? null })
}

/** Returns the record of what cannot be read. */
export function toDamagedRecord({ kind, id, at, sale }: Spent): SpentRecord {
  return { ...unknown, kind, id, at: zonedTime(at), status: 'damaged', refundHashes: [], sale }
}

/** Returns the record of a purchase. */
export function toPurchaseRecord(spent: Spent, figures: PurchaseFigures, whomOf: WhomOf): SpentRecord {
  const { row, paid, serviceFee } = figures
  const isPaid = paid !== null
  return {
    kind: 'purchase',
    id: row.id,
    at: zonedTime(spent.at),
    product: row.brandName,
    type: row.productType,
    country: onlyCountryOf(row),
    sku: row.sku,
    ...whomOf(row.reference, row),
    currency: row.fiatCurrency,
    price: row.fiatAmount,
    coin: row.tokenSymbol,
    network: row.networkName,
    amount: isPaid ? amountOf(paid, serviceFee) : null,
    serviceFee: isPaid ? serviceFee : null,
    paid,
    about: isPaid ? (row.inMoney?.amount ?? null) : null,
    aboutCurrency: isPaid ? (row.inMoney?.currency ?? null) : null,
    networkFee: figures.networkFee,
    networkFeeL1: figures.networkFeeL1,
    networkFeeCoin: figures.networkFee === null ? null : figures.nativeSymbol,
    account: figures.from,
    paymentHash: figures.paymentHash,
    transactionId: figures.transactionId,
    status: row.status,
    refunded: figures.refunded,
    refundHashes: figures.refundHashes,
    sale: spent.sale,
  }
}

/** Returns the record of a transfer: what it moved is its amount, without a service. */
export function toTransferRecord(spent: Spent, transfer: TransferRecord, whomOf: WhomOf): SpentRecord {
  const { coin, units, step } = transfer
  const isPaid = !['reverted', 'cancelled', 'superseded'].includes(step.state)
  const amount = isPaid ? fromUnits(units, coin.decimals) : null
  return {
    ...stepRecord(spent, transfer),
    ...whomOf(transfer.recipient, null),
    coin: coin.symbol,
    amount,
    paid: amount,
  }
}

/** Returns the record of a claim, which costs network fees. What it brought is in its purchases; the rest, if any, is its own. */
export function toClaimRecord(spent: Spent, claim: ClaimRecord): SpentRecord {
  const { coin, uncovered } = claim
  const refunded = uncovered ? fromUnits(uncovered, coin.decimals) : null
  return { ...stepRecord(spent, claim), coin: coin.symbol, refunded }
}

/** Returns the record of a revocation, which costs network fees alone. */
export function toRevocationRecord(spent: Spent, revocation: RevocationRecord): SpentRecord {
  return stepRecord(spent, revocation)
}

/**
 * Returns the record of a payment that another wallet or Till made: what the service and the chain say of it. Its amount is as exact as the
 * service wrote it.
 */
export function toElsewhereRecord(spent: Spent, payment: ForeignPayment): SpentRecord {
  const { hash, address, token, amount, spend, chainRecord } = payment
  return {
    ...unknown,
    kind: spent.kind,
    id: spent.id,
    at: zonedTime(spent.at),
    product: spend?.product ?? null,
    coin: token,
    network: chainRecord.network,
    paid: isDecimal(amount) ? amount : null,
    account: address,
    paymentHash: hash,
    transactionId: spend?.transactionId ?? null,
    status: spend === null ? null : statusOfSpend(spend.status),
    refundHashes: [],
  }
}

/** Returns the record of coins that another wallet sent and that bought nothing; what came back is all of them. */
export function toUnusedRecord(spent: Spent, coins: UnusedCoins): SpentRecord {
  const paid = fromUnits(coins.units, coins.decimals)
  return {
    ...unknown,
    kind: spent.kind,
    id: spent.id,
    at: zonedTime(spent.at),
    product: coins.brandName,
    coin: coins.symbol,
    network: coins.networkName,
    amount: paid,
    paid,
    account: coins.account,
    paymentHash: coins.hash,
    status: coins.isBack ? 'refunded' : coins.isQuestion ? 'needs-you' : null,
    refunded: coins.isBack ? paid : null,
    refundHashes: coins.returnedBy === null ? [] : [coins.returnedBy.hash],
  }
}

/** Returns what the records of intents with one step have in common. */
function stepRecord(
  { kind, id, at }: Spent,
  { network, from, step }: Pick<RevocationRecord, 'network' | 'from' | 'step'>,
): SpentRecord {
  const fees = networkFeesOf([step])
  return {
    ...unknown,
    kind,
    id,
    at: zonedTime(at),
    network: network.name,
    ...fees,
    networkFeeCoin: fees.networkFee === null ? null : network.nativeSymbol,
    account: from,
    paymentHash: step.minedHash ?? step.signed.at(-1)?.hash ?? null,
    status: step.state,
    refundHashes: [],
  }
}

/** Returns the table row of a record: several hashes, or tags, share a cell. */
export function toSpentRow(record: NotedRecord): Record<(typeof spentColumns)[number], Cell> {
  const { refundHashes, tags, note } = record
  return { ...record, refundHashes: refundHashes.join(' ') || null, tags: tags.join(', ') || null, note: note || null }
}

/** Returns what was paid without the service's fee; a damaged fee above it leaves nothing to say. */
function amountOf(paid: Decimal, serviceFee: Decimal): Decimal | null {
  try {
    return subtractDecimals(paid, serviceFee)
  } catch {
    return null
  }
}

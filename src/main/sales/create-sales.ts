import type { ListedPurchaseView } from '../../shared/purchases/views.ts'
import type { RequestArgument, RequestOutput } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import { compareDecimals, type Decimal } from '../../shared/money.ts'
import type { NetworkView } from '../../shared/networks/views.ts'
import type { SaleOfferView, SalesLeftView, SaleView, SameSaleView } from '../../shared/sales/views.ts'
import type { SaleReceipt } from '../../shared/receipts/receipt-views.ts'
import { soldProductName } from '../../shared/sales/sold-product.ts'
import type { BalanceView } from '../../shared/wallet/views.ts'
import type { ReadableDb, WritableDb } from '../db/connections.ts'
import type { Moment } from '../engine/limit-moment.ts'
import type { Confirmation } from '../purchases/confirm/check-offer.ts'
import type { Offered, ProductDelivery } from '../purchases/buy.ts'
import type { Purchases } from '../purchases/create-purchases.ts'
import { type Shifts, refuse } from './shifts/create-shifts.ts'
import { findExceededLimits } from './find-exceeded-limits.ts'
import { cashPriceOfOffer } from './prices/cash-price-of.ts'
import type { Reach } from '../purchases/search/match-purchase.ts'
import type { CashPrices } from './prices/cash-prices.ts'
import { spendablePurses, viewSalesLeft } from './sales-left.ts'
import { takeBackLosses } from './shifts/take-back-losses.ts'
import { toSaleView } from './sale-view.ts'
import { listSales, searchSales, type SalesPage } from './search-sales.ts'
import { receiptOfSale } from './receipt-of-sale.ts'
import {
  deleteSale,
  insertSale,
  readLatestSales,
  readSale,
  readSales,
  readSalesCountedSince,
  readSalesSince,
  writePrinted,
  writeReturned,
  type NewReturn,
  type Sale,
} from './sales-repository.ts'
import type { Shift } from './shifts/shifts-repository.ts'

const SAME_WITHIN_MS = 10 * 60_000
const DAY_MS = 24 * 60 * 60_000
const POLL_INTERVAL_MS = 15_000
/** The latest sales, which say what a usual one is. */
const USUAL_AMONG = 50

export interface SalesOptions {
  readonly ledger: WritableDb
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly shifts: Pick<Shifts, 'current' | 'prices' | 'selling' | 'withInDrawer'>
  readonly cashPrices: Pick<CashPrices, 'ofSku' | 'fix'>
  /** Returns the codes of a purchase that the service returned, or all that are kept; none if they must not be seen now. */
  readonly codesOf?: (purchaseId: string, which: 'returned' | 'all') => SaleReceipt['codes']
  readonly purchases: Pick<Purchases, 'offered' | 'momentOf' | 'isAlike' | 'confirm' | 'get' | 'row' | 'match' | 'poll'>
}

/** What the clerk confirms: the purchase, the cash taken, and whether the manager approves. */
export interface SaleConfirmation extends Omit<Confirmation, 'draftId' | 'typedTotal' | 'recipient' | 'showsMoney'> {
  /** The address that the manager saw; null from a clerk, who sees none. */
  readonly recipient: string | null
  readonly price: string
  readonly given: string
  readonly acceptSame: boolean
  /** Whether the manager is signed in or typed the password. */
  readonly byManager: boolean
}

/** Sales for cash. `clerk` is the id of the current user; null is the manager. */
export interface Sales {
  /** Throws AppError `quote-expired` without an offer, `not-allowed` without a shift, and those of `cashPriceOfOffer`. */
  offer(purchaseId: string, clerk: string | null): Promise<SaleOfferView>
  /** Returns a sale of the same product to the same recipient within minutes; null if there was none. */
  same(delivery: RequestArgument<'sales.same'>): SameSaleView
  /**
   * Stores the sale, then pays. A refused purchase leaves no sale. If Till crashes in between, or the shift is closed, the sale records
   * that cash was taken and nothing paid. Throws the AppErrors of `confirmPurchase`; `quote-changed` for another price, `limit-reached`,
   * and `not-allowed` with the reason `too-little`, `price-above`, `same-sale`, `needs-manager` or `no-shift`.
   */
  confirm(input: SaleConfirmation, clerk: string | null): Promise<SaleView>
  /**
   * Refunds the cash for a reason. Throws AppError `not-found`, or `not-allowed` with the reason `not-owed`, `no-shift`, `drawer-short` or
   * `other-currency`.
   */
  refundCash(refund: RequestArgument<'sales.refundCash'>, clerk: string | null): SaleView
  /**
   * Gives the cash of a delivered sale back, whose cost is lost; only the manager may. Throws AppError `not-found`, or `not-allowed`
   * with the reason `not-delivered`, `no-shift`, `drawer-short` or `other-currency`.
   */
  giveBack(refund: RequestArgument<'sales.giveBack'>): SaleView
  /** Takes the losses of given-back sales out of the open shift whose coins returned meanwhile. */
  takeBackLosses(): void
  /** Returns a sale in its current state. Throws AppError `not-found`. */
  get(purchaseId: string): SaleView
  /** Returns a sale in its current state; null if the purchase is no sale. */
  find(purchaseId: string): SaleView | null
  /** Returns what a sale cost the shop, in the currency of its price. Throws AppError `not-found`. */
  cost(purchaseId: string): Decimal
  /** Returns what became of a purchase at the counter; null if it is no sale. */
  counterOf(purchaseId: string): ListedPurchaseView['counter']
  /**
   * Returns a sale's receipt in its current state. A clerk's has the codes that came with an own sale, until its shift closes or its
   * cash is given back; the manager's has all. Throws AppError `not-found`.
   */
  receipt(purchaseId: string, clerk: string | null): SaleReceipt
  /** Returns when a sale was delivered, and the service's own id for it. Throws AppError `not-found`. */
  delivery(purchaseId: string): RequestOutput<'sales.delivery'>
  /** Records that a receipt of the sale was printed. */
  printed(purchaseId: string): SaleView
  /** Lists sales, newest first. */
  list(page: SalesPage): RequestOutput<'sales.list'>
  /** Finds sales by words; for the manager, with `people`, also by a part of the payment's hash, which nobody else may guess, and by people. */
  search(input: RequestArgument<'sales.list'>, people?: Reach['people'] | null): Promise<RequestOutput<'sales.list'>>
  /** Returns about how many more usual sales these balances pay; null while that is unknown, or for a clerk while there are many. */
  left(networks: readonly NetworkView[], balances: readonly BalanceView[], isManager: boolean): SalesLeftView | null
  /** Polls the open sales of the last day now, unless they were polled a moment ago. */
  refresh(): void
}

/** Opens the cash sales of the ledger. */
export function createSales(options: SalesOptions): Sales {
  const { ledger, now, purchases } = options
  const existing = (purchaseId: string): Sale => findSale(ledger, purchaseId)
  const show = (sale: Sale): SaleView => toSaleView(sale, purchases.row(sale.purchaseId))
  /** Pressing twice sells once. */
  const confirming = new Map<string, Promise<SaleView>>()
  let polledAt = -Infinity

  return {
    async offer(purchaseId, clerk) {
      const offered = findOffer(options, purchaseId)
      return assessOffer(options, offered, clerk, await readMomentOf(options, purchaseId)).view
    },
    same: ({ sku, reference, fields }) =>
      findSame(options, {
        product: { sku },
        delivery: { reference, fields: Object.entries(fields).map(([key, value]) => ({ key, value })) },
      }),
    async confirm(input, clerk) {
      const { purchaseId } = input
      const selling =
        confirming.get(purchaseId) ?? sell(options, input, clerk).finally(() => confirming.delete(purchaseId))
      confirming.set(purchaseId, selling)
      return selling
    },
    refundCash({ purchaseId, reason, note }, clerk) {
      const sale = existing(purchaseId)
      if (sale.returned !== null) return show(sale)
      if (confirming.has(purchaseId) || !show(sale).owed) refuse('not-owed', 'What was sold may still be delivered')
      takeFromDrawer(options, sale, { clerkId: clerk, reason, note, delivered: false })
      return show(existing(purchaseId))
    },
    giveBack({ purchaseId, reason, note }) {
      const sale = existing(purchaseId)
      if (sale.returned !== null) return show(sale)
      if (show(sale).status !== 'delivered') refuse('not-delivered', 'It was not delivered')
      takeFromDrawer(options, sale, { clerkId: null, reason, note, delivered: true })
      return show(existing(purchaseId))
    },
    takeBackLosses: () => takeBackLosses(ledger, purchases),
    get: (purchaseId) => show(existing(purchaseId)),
    find: (purchaseId) => viewIfSold(options, purchaseId),
    cost: (purchaseId) => existing(purchaseId).cost,
    counterOf: (purchaseId) => counterOf(readSale(ledger, purchaseId)),
    receipt: (purchaseId, clerk) => receiptFor(options, existing(purchaseId), show, clerk),
    delivery: (purchaseId) => readDelivery(purchases, existing(purchaseId).purchaseId),
    printed(purchaseId) {
      writePrinted(ledger, existing(purchaseId).purchaseId, now())
      return show(existing(purchaseId))
    },
    left: (networks, balances, isManager) => viewLeft(options, spendablePurses(networks, balances), isManager),
    refresh() {
      if (Math.abs(now() - polledAt) < POLL_INTERVAL_MS) return
      polledAt = now()
      for (const { purchaseId } of readSalesSince(ledger, now() - DAY_MS))
        if (purchases.row(purchaseId)?.status === 'on-its-way') purchases.poll(purchaseId)
    },
    list: (page) => listSales(options, page),
    search: (input, people = null) => searchSales(options, input, people),
  }
}

function viewIfSold({ ledger, purchases }: SalesOptions, purchaseId: string): SaleView | null {
  const sale = readSale(ledger, purchaseId)
  return sale && toSaleView(sale, purchases.row(purchaseId))
}

function counterOf(sale: Sale | null): ListedPurchaseView['counter'] {
  return sale && (sale.returned === null ? 'sold' : 'given-back')
}

function viewLeft(
  { ledger, shifts }: SalesOptions,
  purses: readonly (Decimal | null)[],
  isManager: boolean,
): SalesLeftView | null {
  const prices = shifts.prices()
  return prices && viewSalesLeft(purses, readLatestSales(ledger, prices.currency, USUAL_AMONG), prices, isManager)
}

/** Records that a sale's cash left the drawer of the open shift. */
function takeFromDrawer(
  { ledger, now, shifts }: SalesOptions,
  { purchaseId, price, currency }: Sale,
  refund: Omit<NewReturn, 'shift' | 'at'>,
): void {
  const { number: shift } = shifts.withInDrawer(price, currency)
  writeReturned(ledger, purchaseId, { ...refund, shift, at: now() })
}

function findOffer({ purchases }: SalesOptions, purchaseId: string): Offered {
  const found = purchases.offered(purchaseId)
  if (found === null) throw new AppError('quote-expired', 'There is no such offer any more')
  return found
}

/** Returns the cash price of an offer and the problems that stand against selling it. */
function assessOffer(
  options: SalesOptions,
  offered: Offered,
  clerk: string | null,
  { earliest }: Moment,
): { shift: Shift; cost: string; view: SaleOfferView } {
  const { ledger, shifts, cashPrices } = options
  // A clerk cannot type a purchase's total, so an overpriced quote is always refused.
  if (offered.isTyped) refuse('price-above', 'The service asks far more than its catalog says')
  const { shift, prices } = shifts.selling()
  const { price: offerPrice, cost, least } = cashPriceOfOffer(offered, prices)
  const shownPrice = cashPrices.ofSku(offered.product.sku) ?? offerPrice
  const isTooLow = compareDecimals(shownPrice, least) < 0
  const price = isTooLow ? highest(offerPrice, least) : shownPrice
  const sold = { shift: readSales(ledger, shift.number), day: readSalesCountedSince(ledger, earliest - DAY_MS) }
  const exceededLimits = findExceededLimits(price, clerk, prices.limits, sold)
  return {
    shift,
    cost,
    view: {
      currency: shift.currency,
      price,
      raisedFrom: isTooLow ? shownPrice : null,
      exceededLimits,
      same: findSame(options, offered),
    },
  }
}

function findSame({ ledger, now, purchases }: SalesOptions, delivery: ProductDelivery): SameSaleView {
  const recent = readSalesSince(ledger, now() - SAME_WITHIN_MS)
  const same = recent.find((one) => one.returned === null && purchases.isAlike(one.purchaseId, delivery))
  return same ? { number: same.number, at: new Date(same.at).toISOString(), by: same.by } : null
}

const highest = (a: Decimal, b: Decimal): Decimal => (compareDecimals(a, b) < 0 ? b : a)

/** Returns the range of the current time. Only the limit for 24 hours needs the network's clock, as the spending limits do. */
async function readMomentOf({ now, shifts, purchases }: SalesOptions, purchaseId: string): Promise<Moment> {
  if (shifts.selling().prices.limits.perDay === null) return { earliest: now(), latest: now() }
  const moment = await purchases.momentOf(purchaseId)
  if (moment === null) throw new AppError('quote-expired', 'There is no such offer any more')
  return moment
}

function receiptFor(
  { purchases, shifts, codesOf }: SalesOptions,
  sale: Sale,
  show: (sale: Sale) => SaleView,
  clerk: string | null,
): SaleReceipt {
  const { purchaseId, clerkId, shift, returned } = sale
  const isJustSold = clerkId === clerk && shift === shifts.current()?.number && returned === null
  const which = clerk === null ? 'all' : isJustSold ? 'returned' : null
  const codes = which === null ? null : codesOf?.(purchaseId, which)
  const productType = purchases.row(purchaseId)?.productType ?? ''
  return receiptOfSale(show(sale), productType, readDelivery(purchases, purchaseId).transactionId, codes)
}

function readDelivery(purchases: Pick<Purchases, 'row' | 'get'>, purchaseId: string): RequestOutput<'sales.delivery'> {
  // Nothing was ever paid for a sale without a purchase.
  if (purchases.row(purchaseId) === null) return { at: null, transactionId: null }
  const { timeline, registration } = purchases.get(purchaseId)
  const at = timeline.find(({ stage }) => stage === 'delivered')?.at ?? null
  return { at, transactionId: registration.transactionId }
}

function findSale(ledger: ReadableDb, purchaseId: string): Sale {
  const found = readSale(ledger, purchaseId)
  if (found === null) throw new AppError('not-found', 'There is no such sale')
  return found
}

async function sell(options: SalesOptions, input: SaleConfirmation, clerk: string | null): Promise<SaleView> {
  const { ledger, now, shifts, cashPrices, purchases } = options
  const { price, given, acceptSame, byManager, recipient, ...consent } = input
  const { purchaseId } = consent
  const show = (): SaleView => toSaleView(findSale(ledger, purchaseId), purchases.row(purchaseId))
  if (readSale(ledger, purchaseId) !== null) return show()
  const toSell = findOffer(options, purchaseId)
  const moment = await readMomentOf(options, purchaseId)
  const { shift, cost, view } = assessOffer(options, toSell, clerk, moment)
  if (clerk !== null && consent.acceptNewRecipient) refuse('role', 'A clerk does not see the changed address')
  if (compareDecimals(price, view.price) !== 0) throw new AppError('quote-changed', 'The price is another one now')
  if (compareDecimals(given, price) < 0) refuse('too-little', 'The cash does not suffice')
  if (view.same !== null && !acceptSame) refuse('same-sale', 'The same was sold minutes ago')
  if (!byManager) {
    const [exceeded] = view.exceededLimits
    if (exceeded !== undefined)
      throw new AppError('limit-reached', 'The sale exceeds a limit', { details: { ...exceeded } })
    if (consent.acceptCoin || consent.acceptNotSimulated) refuse('needs-manager', 'Only the manager accepts that')
  }
  const { sku, brandName } = toSell.product
  const { fiatAmount: amount, fiatCurrency } = toSell.quote
  const product = soldProductName({ brand: brandName, amount, currency: fiatCurrency })
  insertSale(ledger, {
    purchaseId,
    sku,
    product,
    price,
    cost,
    given,
    clerkId: clerk,
    shift: shift.number,
    at: now(),
    countedAt: moment.latest,
  })
  try {
    // The key names exactly this offer; the manager also confirms the address on the screen.
    const confirmed = clerk === null ? (recipient ?? '') : toSell.payee
    await purchases.confirm({ ...consent, recipient: confirmed, typedTotal: null, draftId: null, showsMoney: false })
  } catch (error) {
    // While the shift is open the cash is still in the clerk's hand, and the screen says that nothing was sold. The report of a closed
    // shift never changes.
    const isOpen = shifts.current()?.number === shift.number
    if (purchases.row(purchaseId) === null && isOpen) deleteSale(ledger, purchaseId)
    throw error
  }
  // The next customer finds the raised price on the tile.
  if (view.raisedFrom !== null) cashPrices.fix(sku, price)
  return show()
}

import { inMexico } from '../receipts/in-mexico.ts'
import { cashPriceOfProduct } from '../../main/sales/prices/cash-price-of.ts'
import { subtractDecimals } from '../../shared/money.ts'
import { sumOfPieces } from '../../shared/sales/denominations.ts'
import { countDrawer } from '../../shared/sales/drawer-count.ts'
import { sampleReceipt } from '../../shared/receipts/sample-receipt.ts'
import type { ShiftReportView } from '../../shared/sales/views.ts'
import { scriptedSale, scriptedShift, scriptedShiftRow, scriptedShop, scriptedTile } from '../fixtures/sales.ts'
import { ago } from '../fixtures/ago.ts'
import { found } from './found.ts'
import { bought } from './purchase-answers.ts'
import type { Answers, Script } from './script.ts'

/** Returns answers about the counter and cash sales. */
export function salesAnswers(script: Script): Answers {
  const shift = (number: number | null): ShiftReportView =>
    found(script.shifts, (one) => (number === null ? one.closedAt === null : one.number === number))
  const by = (): string | null => script.app.kiosk.clerk?.name ?? null
  return {
    'counter.get': () => ({ currency: script.prices?.currency ?? null, ...script.counter }),
    'counter.set'({ pages }) {
      const known = script.counter.pages.flatMap(({ products }) => products)
      const product = (sku: string) => known.find((one) => one.product.sku === sku) ?? scriptedTile(sku)
      const set = pages.map(({ name, products }) => ({ name, products: products.map(product) }))
      script.counter = { ...script.counter, pages: set }
    },
    'shop.get': scriptedShop,
    'shop.set': (head) => (script['shop.get'] = head),
    'checkout.terms': { accepted: true },
    'prices.get': () => script.prices,
    'prices.set': (prices) => (script.prices = prices),
    'prices.changes': { currency: 'MXN', changes: [] },
    'prices.try'({ sku, prices }) {
      const { product } = scriptedTile(sku)
      return { ...cashPriceOfProduct(product, product.price.stableCoinValue, prices), knowsFee: true }
    },
    'prices.learnFee': true,
    'prices.learnFeeOnce': false,
    'shift.get': () => script.shifts.find(({ closedAt }) => closedAt === null) ?? null,
    'shift.cashOut': { left: null },
    'shift.report': ({ number }) => shift(number),
    'shift.open': ({ float }) => {
      const made = { ...scriptedShift(), number: (script.shifts[0]?.number ?? 0) + 1, float }
      script.shifts = [made, ...script.shifts]
      return made
    },
    'shift.keepCount': (draft) => void (script.keptCount = draft),
    'shift.keptCount': () => script.keptCount,
    'shift.count'(cash) {
      script.keptCount = null
      const amount = 'total' in cash ? cash.total : sumOfPieces(cash.pieces)
      const { expected } = scriptedShift()
      const counted = countDrawer(amount, expected ?? '0')
      const again = shift(null).counts.length > 0
      const counts = [...shift(null).counts, { at: ago(0), by: by(), amount, expected, again, note: null }]
      Object.assign(shift(null), { ...scriptedShift(), counted, counts })
      return { ...counted, expected: expected ?? '0' }
    },
    'shift.noteCount': ({ note }) => void Object.assign(shift(null).counts.at(-1) ?? {}, { note }),
    'shift.entries': () => ({
      moves: shift(null).moves.filter((move) => move.by === by()),
      openings: shift(null).openings.filter((opening) => opening.by === by()),
    }),
    'shift.openDrawer'({ reason }) {
      shift(null).openings.push({ at: ago(0), by: by(), reason })
    },
    'shift.close': () => Object.assign(shift(null), { closedAt: ago(0) }),
    'shift.checkPayments': ({ number }) => {
      const { count } = shift(number).sold
      return { onChain: { at: ago(0), payments: count, found: count } }
    },
    'shift.list': () => ({ shifts: script.shifts.map(scriptedShiftRow) }),
    'sales.price': { currency: 'MXN', price: '189.5', withoutFee: false },
    'sales.same': null,
    'sales.offer': { currency: 'MXN', price: '189.5' },
    'sales.confirm'({ price, given }) {
      const { id: purchaseId } = bought(script, null)
      const change = subtractDecimals(given, price)
      const sold = { purchaseId, by: by(), status: 'paying', price, given, change, at: ago(0) } as const
      const made = scriptedSale((script.sales[0]?.number ?? 0) + 1, sold)
      script.sales = [made, ...script.sales]
      return made
    },
    'sales.refundCash': ({ reason, note }) => ({
      owed: false,
      refundedCash: { at: ago(0), by: by(), reason, note, delivered: false },
    }),
    'sales.giveBack': ({ reason, note }) => ({ refundedCash: { at: ago(0), by: null, reason, note, delivered: true } }),
    'sales.get': ({ purchaseId }) => script.sales.find((one) => one.purchaseId === purchaseId) ?? null,
    'sales.cost': '103.61',
    'sales.delivery': () => ({ at: ago(2), transactionId: 'tx_4711' }),
    'sales.receipt': { ...sampleReceipt('en', ago(0), inMexico), number: '1' },
    'sales.print': { printed: true },
    'sales.list': ({ text, owed: onlyOwed = false }) => ({
      sales: script.sales.filter(
        ({ number, product, owed }) => `#${number} ${product}`.includes(text) && (owed || !onlyOwed),
      ),
    }),
  }
}

import { priceInCash } from '../../main/sales/price-offered.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError, type ErrorReason } from '../../shared/errors.ts'
import type { CounterView } from '../../shared/kiosk/counter-views.ts'
import { subtractDecimals } from '../../shared/money.ts'
import { sampleReceipt } from '../../shared/receipts/sample-receipt.ts'
import { shopHeadView, type ShopHead } from '../../shared/receipts/receipt-views.ts'
import { shiftView, type SaleView, type ShiftReportView, type ShiftView } from '../../shared/sales/views.ts'
import { scriptedSale } from '../fixtures/sales.ts'
import { ago, found } from './app.ts'
import { plausible } from './plausible.ts'
import { bought } from './purchase-answers.ts'
import type { Answers, Script } from './script.ts'

/** A shop without any details of its own. */
export const scriptedShop: ShopHead = plausible(shopHeadView, {
  name: '',
  taxNumber: '',
  header: '',
  footer: '',
  paper: '80',
})

/** Returns answers about the counter and cash sales. */
export function salesAnswers(script: Script): Answers {
  const open = (): ShiftReportView => {
    const [newest] = script.shifts
    if (!newest || newest.closedAt !== null) throw refused('no-shift')
    return newest
  }
  const shift = (number: number): ShiftReportView => found(script.shifts, (one) => one.number === number)
  const sale = (id: string): SaleView => found(script.sales, ({ purchaseId }) => purchaseId === id)
  const seller = (): string | null => script.app.kiosk.clerk?.name ?? null
  return {
    'shop.get': scriptedShop,
    'shop.set': (head) => (script['shop.get'] = head),
    'counter.get': () => counterOf(script),
    'counter.set': (input) => void setCounter(script, input),
    'prices.get': () => script.prices,
    'prices.set': (prices) => (script.prices = prices),
    'shift.get': () => (script.shifts[0]?.closedAt === null ? head(script.shifts[0]) : null),
    'shift.report': ({ number }) => (number === null ? open() : shift(number)),
    'shift.close': () => Object.assign(open(), { closedAt: ago(0) }),
    'shift.list': ({ offset, limit }) => ({
      shifts: script.shifts.slice(offset, offset + limit).map(head),
      total: script.shifts.length,
    }),
    'shift.export': ({ of, format }) => ({ path: `/home/you/downloads/till-shifts-${named(of)}.${format}` }),
    'sales.export': ({ of, format }) => ({ path: `/home/you/downloads/till-sales-${named(of)}.${format}` }),
    'sales.offer': { currency: 'MXN', price: '189.5' },
    'sales.confirm'({ price, given }) {
      const { id, brandName, reference } = bought(script, null)
      const made = scriptedSale((script.sales[0]?.number ?? 0) + 1, {
        purchaseId: id,
        product: `${brandName} 200.00 MXN`,
        reference,
        by: seller(),
        status: 'paying',
        price,
        given,
        at: ago(0),
        change: subtractDecimals(given, price),
      })
      script.sales = [made, ...script.sales]
      return made
    },
    'sales.refundCash': ({ purchaseId }) =>
      Object.assign(sale(purchaseId), { owed: false, refundedCash: { at: ago(0), by: seller() } }),
    'sales.receipt': ({ purchaseId }) => ({
      ...sampleReceipt('en', ago(0)),
      number: String(script.sales.find((one) => one.purchaseId === purchaseId)?.number ?? 0),
    }),
    'sales.print': ({ purchaseId }) => Object.assign(sale(purchaseId), { printed: true }),
    'sales.list'({ text, offset, limit }) {
      const all = script.sales.filter((one) =>
        `#${one.number} ${one.product} ${one.reference ?? ''} ${one.price}`.toLowerCase().includes(text.toLowerCase()),
      )
      return { sales: all.slice(offset, offset + limit), total: all.length }
    },
  }
}

function head(shift: ShiftReportView): ShiftView {
  return shiftView.parse(shift)
}

function counterOf({ prices, counter }: Script): CounterView {
  type Products = CounterView['recent']
  const priced = (products: Products): Products =>
    products.map(({ product, gone }) => ({
      product,
      gone,
      price: prices && !gone ? priceInCash(product, product.price.stableCoinValue, prices).price : null,
    }))
  return {
    currency: prices?.currency ?? null,
    byPolicy: counter.byPolicy,
    pages: counter.pages.map(({ name, products }) => ({ name, products: priced(products) })),
    recent: priced(counter.recent ?? []),
  }
}

function setCounter(script: Script, { pages }: RequestArgument<'counter.set'>): void {
  const known = script.counter.pages.flatMap(({ products }) => products)
  const productOf = (sku: string): (typeof known)[number] =>
    known.find(({ product }) => product.sku === sku) ?? {
      product: found(script.variants, (one) => one.sku === sku),
      gone: false,
      price: null,
    }
  const set = pages.map(({ name, products }) => ({ name, products: products.map(productOf) }))
  script.counter = { ...script.counter, pages: set }
}

function named(of: RequestArgument<'shift.export'>['of']): string {
  return 'shift' in of ? `of-shift-${of.shift}` : of.first === of.last ? of.first : `${of.first}-${of.last}`
}

function refused(reason: ErrorReason<'not-allowed'>): AppError {
  return new AppError('not-allowed', 'Refused', { details: { reason } })
}

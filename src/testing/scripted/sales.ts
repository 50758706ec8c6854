import { priceInCash } from '../../main/sales/price-offered.ts'
import type { RequestArgument } from '../../shared/contract.ts'
import { AppError } from '../../shared/errors.ts'
import type { CounterView } from '../../shared/kiosk/counter-views.ts'
import { addDecimals, subtractDecimals } from '../../shared/money.ts'
import { sampleSlip } from '../../shared/receipts/sample-slip.ts'
import { shopHeadView, type ShopHead } from '../../shared/receipts/slip-views.ts'
import { countDrawer } from '../../shared/sales/drawer-count.ts'
import {
  pricesView,
  saleView,
  shiftReportView,
  shiftView,
  type Prices,
  type SaleView,
  type ShiftReportView,
  type ShiftView,
} from '../../shared/sales/views.ts'
import { ago, found } from './app.ts'
import { scriptedVariants } from './catalog.ts'
import { plausible, type PartOf } from './plausible.ts'
import { bought } from './purchase-answers.ts'
import type { Answers, Script } from './script.ts'

/** A shop that never said anything of itself. */
export const scriptedShop: ShopHead = plausible(shopHeadView, {
  ...{ name: '', taxNumber: '', header: '', footer: '', paper: '80' },
})

export const scriptedPrices: Prices = plausible(pricesView, {
  ...{ currency: 'MXN', rate: '17.2', limits: { perSale: '2000', perDay: '40000' } },
  rules: [
    { percent: '8', fixed: '0', upTo: '1' },
    { productType: 'topup', country: 'MX', percent: '5', fixed: '2', upTo: '0.5' },
  ],
})

/** An open shift in the middle of a morning. */
export const scriptedShift = (): ShiftReportView =>
  plausible(shiftReportView, {
    ...{ number: 12, currency: 'MXN', openedAt: ago(180), float: '500', expected: '1868.5' },
    sold: { count: 9, total: '1768.5', cost: '1652.14', margin: '91.36' },
    givenBack: { count: 1, total: '100', marginLost: '0' },
    clerks: [
      { clerk: 'ana', by: 'Ana', count: 6, total: '1210.5' },
      { clerk: 'ben', by: 'Ben', count: 3, total: '558' },
    ],
    moves: [{ at: ago(120), by: 'Ana', direction: 'out', amount: '300', reason: 'Bank' }],
  })

export function scriptedSale(number: number, given: PartOf<SaleView> = {}): SaleView {
  return plausible(saleView, {
    ...{ purchaseId: `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`, number, at: ago(60 - number) },
    ...{ by: 'Ana', product: 'Lumo Móvil 200.00 MXN', reference: '+525512345678', currency: 'MXN' },
    ...{ price: '189.5', given: '200', change: '10.5', status: 'delivered' },
    ...given,
  })
}

/** A page of the counter with scripted products, by their SKUs. */
export function scriptedPage(
  name: string,
  skus: readonly string[],
  gone: readonly string[] = [],
): CounterView['pages'][number] {
  const products = skus.map((sku) => found(scriptedVariants, (one) => one.sku === sku))
  return { name, products: products.map((product) => ({ product, gone: gone.includes(product.sku), price: null })) }
}

/** Answers about the counter and about selling for cash. */
export function salesAnswers(script: Script): Answers {
  const open = (): ShiftReportView => {
    const [newest] = script.shifts
    if (!newest || newest.closedAt !== null) throw refused('no-shift')
    return newest
  }
  const change = (shift: ShiftReportView): ShiftReportView => {
    script.shifts = [shift, ...script.shifts.slice(1)]
    return shift
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
    'shift.open'({ float }) {
      if (script.prices === null) throw refused('no-prices')
      const [number, nothing] = [(script.shifts[0]?.number ?? 0) + 1, { total: '0', cost: '0', margin: '0' }]
      const opened = { number, currency: script.prices.currency, openedAt: ago(0), float, expected: float }
      const givenBack = { total: '0', marginLost: '0' }
      script.shifts = [plausible(shiftReportView, { ...opened, sold: nothing, givenBack }), ...script.shifts]
      return opened
    },
    'shift.move'(move) {
      const { expected, moves } = open()
      const [all, out] = [addDecimals([expected, move.amount]), move.direction === 'out']
      const left = out ? subtractDecimals(expected, move.amount) : all
      change({ ...open(), expected: left, moves: [...moves, { ...move, at: ago(0), by: seller() }] })
    },
    'shift.report': ({ number }) => (number === null ? open() : shift(number)),
    'shift.close': ({ counted }) =>
      change({ ...open(), closedAt: ago(0), counted: countDrawer(counted, open().expected) }),
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
        ...{ purchaseId: id, product: `${brandName} 200.00 MXN`, reference, by: seller(), status: 'paying' },
        ...{ price, given, at: ago(0), change: subtractDecimals(given, price) },
      })
      script.sales = [made, ...script.sales]
      return made
    },
    'sales.giveBack': ({ purchaseId }) =>
      Object.assign(sale(purchaseId), { owed: false, givenBack: { at: ago(0), by: seller() } }),
    'sales.slip': ({ purchaseId }) => ({
      ...sampleSlip('en', ago(0)),
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

function refused(reason: string): AppError {
  return new AppError('not-allowed', 'Refused', { details: { reason } })
}

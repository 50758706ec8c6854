import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import { AppError } from '../../src/shared/errors.ts'
import { countDrawer } from '../../src/shared/sales/drawer-count.ts'
import { addDecimals, compareDecimals, subtractDecimals } from '../../src/shared/money.ts'
import { sampleSlip } from '../../src/shared/receipts/sample-slip.ts'
import type {
  Prices,
  SaleOfferView,
  SalesReportView,
  SaleView,
  ShiftReportView,
  ShiftView,
} from '../../src/shared/sales/views.ts'

type App = RequestOutput<'app.get'>
type Purchase = RequestOutput<'purchases.get'>
type Request = Extract<RequestName, `prices.${string}` | `shift.${string}` | `sales.${string}`>

/** What a show or a test may change about selling for cash. */
export interface SalesScript {
  prices: Prices | null
  /** The newest first; the last one may be open. */
  shifts: ShiftReportView[]
  /** The newest first. */
  sales: SaleView[]
  /** What the next offers say beside the plain one. */
  saleOffer: Partial<SaleOfferView>
  /** The currencies of a day's or a month's report. */
  soldIn: (period: string) => SalesReportView['currencies']
}

export const scriptedPrices: Prices = {
  ...{ currency: 'MXN', rate: '17.2' },
  rules: [
    { productType: null, brandSlug: null, country: null, percent: '8', fixed: '0', upTo: '1' },
    { productType: 'topup', brandSlug: null, country: 'MX', percent: '5', fixed: '2', upTo: '0.5' },
  ],
  limits: { perSale: '2000', perClerk: null, perShift: null, perDay: '40000' },
}

/** An open shift in the middle of a morning. */
export const scriptedShift = (): ShiftReportView => ({
  ...{ number: 12, currency: 'MXN', closedAt: null, float: '500', expected: '1868.5', counted: null },
  openedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  sold: { count: 9, total: '1768.5', cost: '1652.14', margin: '91.36' },
  givenBack: { count: 1, total: '100', marginLost: '0' },
  clerks: [
    { clerk: 'ana', by: 'Ana', count: 6, total: '1210.5' },
    { clerk: 'ben', by: 'Ben', count: 3, total: '558' },
  ],
  moves: [
    {
      at: new Date(Date.now() - 2 * 3_600_000).toISOString(),
      by: 'Ana',
      direction: 'out',
      amount: '300',
      reason: 'Bank',
    },
  ],
})

export function scriptedSale(number: number, changes: Partial<SaleView> = {}): SaleView {
  return {
    purchaseId: `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`,
    number,
    at: new Date(Date.now() - (60 - number) * 60_000).toISOString(),
    ...{ by: 'Ana', product: 'Lumo Móvil 200.00 MXN', reference: '+525512345678', currency: 'MXN' },
    ...{
      price: '189.5',
      given: '200',
      change: '10.5',
      status: 'delivered',
      givenBack: null,
      printed: false,
      owed: false,
    },
    ...changes,
  }
}

/** Plays the part of main for selling for cash. */
export function createScriptedSales(
  script: SalesScript & { readonly app: App },
  password: (text: string) => void,
  confirm: () => Purchase,
): { [N in Request]: (input: RequestArgument<N>) => RequestOutput<N> } {
  const open = (): ShiftReportView => {
    const [newest] = script.shifts
    if (!newest || newest.closedAt !== null) throw refused('no-shift')
    return newest
  }
  const shift = (number: number): ShiftReportView => {
    const found = script.shifts.find((one) => one.number === number)
    if (!found) throw new AppError('not-found', 'No such shift')
    return found
  }
  const head = ({ number, currency, openedAt, closedAt }: ShiftView): ShiftView => ({
    number,
    currency,
    openedAt,
    closedAt,
  })
  const change = (shift: ShiftReportView): ShiftReportView => {
    script.shifts = [shift, ...script.shifts.slice(1)]
    return shift
  }
  const seller = (): string | null => script.app.kiosk.clerk?.name ?? null
  const offer = (): SaleOfferView => ({ currency: 'MXN', price: '189.5', same: null, passes: [], ...script.saleOffer })
  return {
    'prices.get': () => script.prices,
    'prices.set': (prices) => (script.prices = prices),
    'shift.get': () => (script.shifts[0]?.closedAt === null ? head(script.shifts[0]) : null),
    'shift.open'({ float }) {
      if (script.prices === null) throw refused('no-prices')
      const number = (script.shifts[0]?.number ?? 0) + 1
      const nothing = { count: 0, total: '0' }
      const shift: ShiftReportView = {
        ...{
          number,
          currency: script.prices.currency,
          openedAt: new Date().toISOString(),
          closedAt: null,
          counted: null,
        },
        ...{
          float,
          expected: float,
          sold: { ...nothing, cost: '0', margin: '0' },
          givenBack: { ...nothing, marginLost: '0' },
          clerks: [],
          moves: [],
        },
      }
      script.shifts = [shift, ...script.shifts]
      return head(shift)
    },
    'shift.move'(move) {
      const shift = open()
      if (move.direction === 'out' && compareDecimals(move.amount, shift.expected) > 0) throw refused('drawer-short')
      const expected =
        move.direction === 'in'
          ? addDecimals([shift.expected, move.amount])
          : subtractDecimals(shift.expected, move.amount)
      change({ ...shift, expected, moves: [...shift.moves, { ...move, at: new Date().toISOString(), by: seller() }] })
    },
    'shift.report': ({ number }) => (number === null ? open() : shift(number)),
    'shift.print': ({ number }) => void shift(number),
    'shift.close'({ counted: amount }) {
      const shift = open()
      const counted = countDrawer(amount, shift.expected)
      return change({ ...shift, closedAt: new Date().toISOString(), counted })
    },
    'shift.list': ({ offset, limit }) => ({
      shifts: script.shifts.slice(offset, offset + limit).map(head),
      total: script.shifts.length,
    }),
    'shift.export': ({ of, format }) => ({ path: `/home/you/downloads/till-shifts-${named(of)}.${format}` }),
    'sales.export': ({ of, format }) => ({ path: `/home/you/downloads/till-sales-${named(of)}.${format}` }),
    'sales.offer': offer,
    'sales.confirm'(input) {
      open()
      const { price, passes, same } = offer()
      if (input.password !== null) password(input.password)
      const isManager = input.password !== null || script.app.kiosk.role === 'manager'
      if (passes.length > 0 && !isManager) throw new AppError('limit-reached', 'Limit', { details: { ...passes[0] } })
      if (same !== null && !input.acceptSame) throw refused('same-sale')
      if (compareDecimals(input.given, price) < 0) throw refused('too-little')
      const { id, brandName, reference } = confirm()
      const product = `${brandName} 200.00 MXN`
      const sale = scriptedSale((script.sales[0]?.number ?? 0) + 1, {
        ...{ purchaseId: id, product, reference, by: seller(), price, given: input.given, status: 'paying' },
        ...{ at: new Date().toISOString(), change: subtractDecimals(input.given, price) },
      })
      script.sales = [sale, ...script.sales]
      return sale
    },
    'sales.giveBack'({ purchaseId }) {
      const sale = script.sales.find((one) => one.purchaseId === purchaseId)
      if (!sale) throw new AppError('not-found', 'No such sale')
      if (!sale.owed && sale.givenBack === null) throw refused('not-owed')
      return Object.assign(sale, { owed: false, givenBack: { at: new Date().toISOString(), by: seller() } })
    },
    'sales.slip': ({ purchaseId }) => ({
      ...sampleSlip('en', new Date().toISOString()),
      number: String(script.sales.find((one) => one.purchaseId === purchaseId)?.number ?? 0),
    }),
    'sales.print'({ purchaseId }) {
      const sale = script.sales.find((one) => one.purchaseId === purchaseId)
      if (!sale) throw new AppError('not-found', 'No such sale')
      return Object.assign(sale, { printed: true })
    },
    'sales.list'({ text, offset, limit }) {
      const found = script.sales.filter((one) =>
        `#${one.number} ${one.product} ${one.reference} ${one.price}`.toLowerCase().includes(text.toLowerCase()),
      )
      return { sales: found.slice(offset, offset + limit), total: found.length }
    },
    'sales.look': () => undefined,
    'sales.report': ({ period }) => ({ period, currencies: script.soldIn(period) }),
  }
}

function named(of: RequestArgument<'shift.export'>['of']): string {
  return 'shift' in of ? `of-shift-${of.shift}` : of.first === of.last ? of.first : `${of.first}-${of.last}`
}

function refused(reason: string): AppError {
  return new AppError('not-allowed', 'Refused', { details: { reason } })
}

import { addDecimals, fromUnits, subtractDecimals } from '../../shared/money.ts'
import { isMonth, partsOf, type Period } from '../../shared/periods.ts'
import type { SalesReportView, SoldView } from '../../shared/sales/views.ts'

type Book = SalesReportView['currencies'][number]
interface Sold {
  readonly part: number
  readonly product: number
  readonly clerk: number
  readonly isBack: boolean
}

const products = [
  { sku: 'lumo_MX_200-I', product: 'Lumo 200.00 MXN', price: '216', cost: '200' },
  { sku: 'lumo_MX_100-I', product: 'Lumo 100.00 MXN', price: '108', cost: '100' },
  { sku: 'vireo_MX_25-I', product: 'Vireo Digital 25.00 USD', price: '473', cost: '437.5' },
  { sku: 'nimbus-mobile_MX_50-I', product: 'Nimbus Mobile 50.00 MXN', price: '54', cost: '50.2' },
  { sku: 'steam_US_10-I', product: 'Steam 10.00 USD', price: '189.5', cost: '175' },
  ...[5, 10, 15, 20, 30, 60, 75, 150, 250, 300].map((face) => ({
    ...{ sku: `orbit-esim_${face}`, product: `Orbit eSIM Latinoamérica y Caribe, ${face} días ${face}.00 USD` },
    ...{ price: fromUnits(BigInt(face * 1858), 2), cost: fromUnits(BigInt(face * 1720), 2) },
  })),
]
const clerks = [
  { clerk: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', by: 'Ana' },
  { clerk: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f004', by: 'Ana' },
  { clerk: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f002', by: 'Maximiliana Hohenzollern-Sigmaringen' },
  { clerk: null, by: null },
]

/** A busy day or month of a shop in `currency`. */
export function scriptedReport(period: Period, currencies: readonly string[] = ['MXN']): SalesReportView {
  const starts = partsOf(period)
  const most = isMonth(period) ? 40 : 9
  const rush = (part: number): number =>
    isMonth(period) ? 8 + ((part * 7) % 5) * 6 : part < 7 || part > 21 ? 0 : ((part * 5) % 7) + (part > 16 ? 3 : 1)
  const sold: Sold[] = starts.flatMap((_, part) =>
    Array.from({ length: Math.min(most, rush(part)) }, (_value, index) => ({
      part,
      product: (((part + 3) * (index + 2) * 7) % 31) % (index % 3 === 0 ? products.length : 5),
      clerk: ((part + index) * 3) % (index % 4 === 0 ? 4 : 3),
      isBack: (part * 11 + index) % 29 === 0,
    })),
  )
  return { period, currencies: currencies.map((currency) => bookOf(currency, starts, sold)) }
}

function bookOf(currency: string, starts: readonly number[], sold: readonly Sold[]): Book {
  const ranked = <T>(lines: readonly (T & SoldView)[]): (T & SoldView)[] =>
    lines.filter(({ count }) => count > 0).sort((a, b) => Number(b.taken) - Number(a.taken))
  return {
    ...{ currency, total: addUp(sold), marginLost: '0' },
    parts: starts.map((at, part) => ({
      at: new Date(at).toISOString(),
      ...addUp(sold.filter((one) => one.part === part)),
    })),
    products: ranked(
      products.map(({ sku, product }, index) => ({
        ...{ sku, product },
        ...addUp(sold.filter((one) => one.product === index)),
      })),
    ),
    clerks: ranked(clerks.map((who, index) => ({ ...who, ...addUp(sold.filter((one) => one.clerk === index)) }))),
  }
}

function addUp(sold: readonly Sold[]): SoldView {
  const sum = (of: readonly Sold[], what: 'price' | 'cost'): string =>
    addDecimals(of.map(({ product }) => products[product]?.[what] ?? '0'))
  const [kept, back] = [sold.filter(({ isBack }) => !isBack), sold.filter(({ isBack }) => isBack)]
  const cost = sum(kept, 'cost')
  return {
    ...{ count: sold.length, taken: sum(sold, 'price'), cost, margin: subtractDecimals(sum(kept, 'price'), cost) },
    givenBack: { count: back.length, total: sum(back, 'price') },
  }
}

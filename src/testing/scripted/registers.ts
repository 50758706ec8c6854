import { getAddress, isAddress } from 'viem'
import { AppError } from '../../shared/errors.ts'
import {
  tillPurchaseView,
  tillView,
  type TillPurchaseView,
  type TillsView,
  type TillView,
} from '../../shared/registers/views.ts'
import { ago, changed, found } from './app.ts'
import { plausible, type PartOf } from './plausible.ts'
import type { Answers, Script } from './script.ts'

const nothing = { count: 0, fiat: [], coins: [], whole: true }
const mxn = (total: string) => ({ currency: 'MXN', total })
const usdc = (total: string) => ({ currency: 'USDC', total })

/** A till that was read a few minutes ago. */
export function scriptedTill(number: number, given: PartOf<TillView> = {}): TillView {
  return plausible(tillView, {
    address: getAddress(`0x${String(number).repeat(40).slice(0, 40)}`),
    ...{ name: `Till ${number}`, readAt: ago(4) },
    today: { count: 14, fiat: [mxn('2310')], coins: [usdc('134.35')], whole: true },
    month: { count: 322, fiat: [mxn('51280.5')], coins: [usdc('2981.4')], whole: true },
    ...given,
  })
}

/** A till that nobody asked about yet. */
export function unreadTill(number: number, given: PartOf<TillView> = {}): TillView {
  return scriptedTill(number, { readAt: null, today: {}, month: {}, ...given })
}

/** Tills of one shop, with what may be the matter with one. */
export const scriptedTills = (): TillsView => ({
  ...{ byPolicy: false, reading: false, stopped: null },
  tills: [
    scriptedTill(1, { name: 'Oaxaca Centro', onItsWay: 2 }),
    scriptedTill(2, {
      ...{ name: 'Puebla', failed: 1, refunded: 2, late: 1, onItsWay: 3 },
      today: { count: 9, fiat: [{ currency: 'EUR', total: '25' }, mxn('1480')], coins: [usdc('113.2')], whole: true },
    }),
    scriptedTill(3, {
      ...{ name: 'Mercado de Abastos, puerta tres', older: true, unreadable: 2 },
      today: { count: 100, fiat: [mxn('15120')], coins: [usdc('879.07')], whole: false },
      month: { count: 100, fiat: [mxn('15120')], coins: [usdc('879.07')], whole: false },
    }),
    scriptedTill(4, { name: 'Mérida', own: true, today: nothing }),
  ],
})

export function scriptedTillPurchase(number: number, given: PartOf<TillPurchaseView> = {}): TillPurchaseView {
  const hash = `0x${String(number).padStart(64, 'a')}`
  return plausible(tillPurchaseView, {
    ...{ id: `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`, outcome: 'delivered', status: 'COMPLETED' },
    ...{ at: ago(number * 17), product: 'Lumo', sku: 'lumo_MX_200-I', quantity: '1', currency: 'MXN', amount: '200' },
    ...{ coin: 'USDC', paid: '11.75', hash, explorerUrl: `https://explorer.example/tx/${hash}` },
    ...given,
  })
}

/** A day at a till, with all that may become of a purchase. */
export const scriptedTillPurchases = (): TillPurchaseView[] => [
  scriptedTillPurchase(1, { outcome: 'on-its-way', status: 'PENDING' }),
  scriptedTillPurchase(2, { product: 'Vireo Digital', currency: 'EUR', amount: '25', paid: '29.1' }),
  scriptedTillPurchase(3, { outcome: 'failed', status: 'FAILED' }),
  scriptedTillPurchase(4, { outcome: 'refunded', status: 'REFUNDED', explorerUrl: null }),
  scriptedTillPurchase(5, { amount: null, paid: null, hash: null, explorerUrl: null }),
  ...Array.from({ length: 60 }, (_, index) => scriptedTillPurchase(index + 6)),
]

/** Answers about other registers. */
export function registerAnswers(script: Script): Answers {
  const set = (tills: readonly TillView[]): TillsView => (script.tills = { ...script.tills, tills: [...tills] })
  return {
    'tills.list': () => script.tills,
    'tills.add'({ name, address: typed }) {
      const address = typed.trim()
      if (!isAddress(address, { strict: false }))
        throw new AppError('invalid-input', 'No', { details: { reason: 'not-an-address' } })
      if (script.tills.tills.some((till) => till.address.toLowerCase() === address.toLowerCase()))
        throw new AppError('not-allowed', 'Known', { details: { reason: 'till-known' } })
      return set([...script.tills.tills, unreadTill(0, { name, address: getAddress(address) })])
    },
    'tills.rename': (input) => set(changed(script.tills.tills, 'address', input)),
    'tills.remove': ({ address }) => set(script.tills.tills.filter((till) => till.address !== address)),
    'tills.purchases'({ address, outcome, offset, limit }) {
      const purchases = script.tillPurchases.filter((one) => outcome === null || one.outcome === outcome)
      const till = found(script.tills.tills, (one) => one.address === address)
      return { till, purchases: purchases.slice(offset, offset + limit), total: purchases.length }
    },
    'tills.export': ({ address, format }) => ({
      path: `/home/ana/till-purchases-${address.slice(2, 10).toLowerCase()}.${format}`,
    }),
  }
}

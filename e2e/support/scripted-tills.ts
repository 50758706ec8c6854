import { getAddress } from 'viem'
import type { RequestArgument, RequestName, RequestOutput } from '../../src/shared/contract.ts'
import { AppError } from '../../src/shared/errors.ts'
import type { TillPurchaseView, TillsView, TillView } from '../../src/shared/registers/views.ts'

type Request = Extract<RequestName, `tills.${string}`>

/** What a show or a test may change about other tills. */
export interface TillsScript {
  tills: TillsView
  /** Of whichever till, the newest first. */
  tillPurchases: TillPurchaseView[]
}

const nothing = { count: 0, fiat: [], coins: [], whole: true }
const mxn = (total: string) => ({ currency: 'MXN', total })
const usdc = (total: string) => ({ currency: 'USDC', total })

/** A till that was read a few minutes ago. */
export function scriptedTill(number: number, changes: Partial<TillView> = {}): TillView {
  return {
    address: getAddress(`0x${String(number).repeat(40).slice(0, 40)}`),
    ...{ name: `Till ${number}`, own: false, readAt: new Date(Date.now() - 4 * 60_000).toISOString() },
    today: { count: 14, fiat: [mxn('2310')], coins: [usdc('134.35')], whole: true },
    month: { count: 322, fiat: [mxn('51280.5')], coins: [usdc('2981.4')], whole: true },
    ...{ onItsWay: 0, late: 0, failed: 0, refunded: 0, unreadable: 0, older: false, state: 'rests', problem: null },
    ...changes,
  }
}

/** A till that nobody asked about yet. */
export const unreadTill = (number: number, changes: Partial<TillView> = {}): TillView =>
  scriptedTill(number, {
    ...{ readAt: null, today: { ...nothing, whole: false }, month: { ...nothing, whole: false }, ...changes },
  })

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

export function scriptedTillPurchase(number: number, changes: Partial<TillPurchaseView> = {}): TillPurchaseView {
  const hash = `0x${String(number).padStart(64, 'a')}`
  return {
    ...{ id: `0b6c1f5e-6a53-4c0f-9a10-${String(number).padStart(12, '0')}`, outcome: 'delivered', status: 'COMPLETED' },
    at: new Date(Date.now() - number * 17 * 60_000).toISOString(),
    ...{ product: 'Lumo', sku: 'lumo_MX_200-I', quantity: '1', currency: 'MXN', amount: '200' },
    ...{ coin: 'USDC', paid: '11.75', hash, explorerUrl: `https://explorer.example/tx/${hash}` },
    ...changes,
  }
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

/** Plays the part of main for other tills. */
export function createScriptedTills(script: TillsScript): {
  [N in Request]: (input: RequestArgument<N>) => RequestOutput<N>
} {
  const find = (address: string): TillView => {
    const found = script.tills.tills.find((till) => till.address === address)
    if (!found) throw new AppError('not-found', 'No such till')
    return found
  }
  const set = (tills: readonly TillView[]): TillsView => (script.tills = { ...script.tills, tills: [...tills] })
  return {
    'tills.list': () => script.tills,
    'tills.add'({ name, address }) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(address.trim()))
        throw new AppError('invalid-input', 'No', { details: { reason: 'not-an-address' } })
      if (script.tills.tills.some((till) => till.address.toLowerCase() === address.trim().toLowerCase()))
        throw new AppError('not-allowed', 'Known', { details: { reason: 'till-known' } })
      return set([...script.tills.tills, unreadTill(0, { name, address: getAddress(address.trim()) })])
    },
    'tills.rename': ({ address, name }) =>
      set(script.tills.tills.map((till) => (till === find(address) ? { ...till, name } : till))),
    'tills.remove': ({ address }) => set(script.tills.tills.filter((till) => till !== find(address))),
    'tills.look': () => script.tills,
    'tills.purchases'({ address, outcome, offset, limit }) {
      const found = script.tillPurchases.filter((one) => outcome === null || one.outcome === outcome)
      return { till: find(address), purchases: found.slice(offset, offset + limit), total: found.length }
    },
    'tills.export': ({ address, format }) => ({
      path: `/home/ana/till-purchases-${address.slice(2, 10).toLowerCase()}.${format}`,
    }),
  }
}

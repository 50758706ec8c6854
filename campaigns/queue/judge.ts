import { parseAbiItem, type Address } from 'viem'
import type { PurchaseView } from '../../src/shared/purchases/views.ts'
import type { SaleView } from '../../src/shared/sales/views.ts'
import type { Market } from '../sales/open-market.ts'
import { toCents, type Drawer } from './drawer.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** The run as the chains, the service's records and the drawer show it, compared with Till's own records. */
export interface Verdict {
  /** Transfers without a sale or a registration, sales marked as paid without a transfer, and purchases without a sale. */
  readonly lost: number
  /** Transfers and registrations beyond one for each sale. */
  readonly double: number
  /** Customers who did not pay the price of what they got, or who paid and got nothing. */
  readonly wronged: number
}

/** Judges a run in which every sale has settled. */
export async function judge(
  { chains, books }: Pick<Market, 'chains' | 'books'>,
  wallet: Address,
  results: { readonly sales: readonly SaleView[]; readonly bought: readonly PurchaseView[]; readonly drawer: Drawer },
): Promise<Verdict> {
  const read = await Promise.all(
    chains.map(({ client }) => client.getLogs({ event: transfer, args: { from: wallet }, fromBlock: 0n })),
  )
  const transfers = read.flat().map(({ transactionHash }) => transactionHash)
  const spends = await books(wallet)
  const sold = new Map(results.sales.map((sale) => [sale.purchaseId, sale]))
  const paidBy = new Map(
    results.bought.flatMap(({ id, status, steps }) => {
      const hash = steps.find(({ kind }) => kind === 'pay')?.hash ?? null
      return hash === null || status === 'not-paid' ? [] : [[hash, id] as const]
    }),
  )
  const isDelivered = (hash: string): boolean =>
    spends.some((spend) => spend.hash === hash && ['SUCCESS', 'COMPLETED'].includes(spend.status))
  const delivered = new Set([...paidBy].flatMap(([hash, id]) => (isDelivered(hash) ? [id] : [])))
  const count = <T>(list: Iterable<T>, matches: (one: T) => boolean): number => [...list].filter(matches).length
  return {
    lost:
      count(transfers, (hash) => !paidBy.has(hash) || !spends.some((spend) => spend.hash === hash)) +
      count(paidBy.keys(), (hash) => !transfers.includes(hash as `0x${string}`)) +
      count(results.bought, ({ id }) => !sold.has(id)),
    double: beyondOne(transfers) + beyondOne(spends.map(({ hash }) => hash)) + beyondOne([...paidBy.values()]),
    wronged: count(sold.values(), ({ purchaseId, price }) => {
      return results.drawer.cashOf(purchaseId) !== (delivered.has(purchaseId) ? toCents(price) : 0)
    }),
  }
}

function beyondOne(list: readonly string[]): number {
  return list.length - new Set(list).size
}

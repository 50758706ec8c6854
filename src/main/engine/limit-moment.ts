import type { Limits } from '../../shared/limits/views.ts'
import type { Chain } from '../chain/chain.ts'
import type { SpendContext } from './spend-context.ts'

/** The range of the current time in epoch milliseconds, from the machine's clock and the network's. */
export interface Moment {
  readonly earliest: number
  readonly latest: number
}

export function isLimited({ perPurchase, perDay, perRecipient }: Limits): boolean {
  return perPurchase !== null || perDay !== null || perRecipient !== null
}

/** Reads the machine's clock and, if spending limits are set, the network's. Throws AppError if the network does not answer. */
export async function readMoment({ now, limits }: Pick<SpendContext, 'now' | 'limits'>, chain: Chain): Promise<Moment> {
  const clock = now()
  return isLimited(limits()) ? readBothClocks(now, chain) : { earliest: clock, latest: clock }
}

/**
 * Reads the machine's clock and the time of the network's newest block. Limits count an amount from the latest time it may have been spent,
 * and start their 24 hours at the earliest time it may be now. So neither clock alone can loosen a limit. Throws AppError if the network
 * does not answer.
 */
export async function readBothClocks(now: () => number, chain: Chain): Promise<Moment> {
  const clock = now()
  const block = await chain.blockTime(await chain.head())
  return { earliest: Math.min(clock, block), latest: Math.max(clock, block) }
}

import type { Random } from '../world/random.ts'
import type { ShopNetwork } from '../sales/shop.ts'

export const clerkNames = ['Ana', 'Ben'] as const
const AT_A_TIME = 6

/** A customer, and the course of the sale if nothing intervenes. */
export interface Order {
  /** Milliseconds after the shop opened. */
  readonly comesAt: number
  readonly clerk: (typeof clerkNames)[number]
  readonly network: ShopNetwork
  readonly token: string
  readonly reference: string
  /** Whether the service fails to deliver it. */
  readonly fails: boolean
  /** Whether it exceeds the limit of a sale. */
  readonly dear: boolean
  /** Whether the customer repeats the last purchase, either on purpose or by mistake. */
  readonly again: 'meant' | 'mistake' | null
  /** Whether the customer first puts down too little. */
  readonly short: boolean
  /** Whether the clerk mistypes the PIN. */
  readonly mistypes: boolean
  readonly looksMs: number
}

/** Plans the customers who come within `ms`. */
export function planOrders(customers: number, ms: number, random: Random): Order[] {
  const each = ms / customers
  return Array.from({ length: customers }, (_, number) => {
    const every = (count: number, rest: number): boolean => number % count === rest
    const fails = every(8, 5)
    return {
      comesAt: Math.round((number + random.next() * 0.8) * each),
      clerk: clerkNames[Math.floor(number / AT_A_TIME) % 2] ?? 'Ana',
      network: random.pick<ShopNetwork>(['harbour', 'meadow']),
      token: random.pick(['usdc', 'usdt', 'dai']),
      reference: fails ? `someone${number}@example.com` : `+1201555${String(1000 + number)}`,
      fails,
      dear: every(9, 2) && !fails,
      again: every(14, 4) ? 'meant' : every(14, 11) ? 'mistake' : null,
      short: every(10, 3),
      mistypes: every(AT_A_TIME * 2, 0),
      looksMs: 5_000 + random.below(15_000),
    }
  })
}

import type { Hash } from 'viem'
import { idOf } from './external-payment.ts'

/** A received transfer by which unused coins came back. */
export interface Return {
  /** The received transfer's. */
  readonly id: string
  readonly hash: Hash
  readonly ordinal: number
  readonly at: number
}

interface Place {
  readonly id: string
  readonly block: number
  /** What coins and their return have in common. */
  readonly likeness: string
}

/** A received transfer by which alike coins may have come back. */
type PossibleReturn = Return & Place

interface ReturnableCoins extends Place {
  /** Whether the user said that they came back. */
  readonly isSaid: boolean
}

interface Pairing {
  readonly coins: readonly ReturnableCoins[]
  readonly received: readonly PossibleReturn[]
  /** By the ids of coins, the ids (`idOf`) of the received transfers that the user denied to be their return. */
  readonly denials: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Returns the transfers by which unused coins came back, by their ids: each received transfer for one of them, the first coins by the first
 * that came later. Coins of which the user said it come first. Pure.
 */
export function pairReturns({ coins, received, denials }: Pairing): ReadonlyMap<string, Return> {
  const possible = Map.groupBy(received.toSorted(byBlock), ({ likeness }) => likeness)
  const taken = new Set<PossibleReturn>()
  const inOrder = coins.toSorted(byBlock)
  const pairs = [true, false].flatMap((said) => {
    const some = inOrder.filter(({ isSaid }) => isSaid === said)
    return [...Map.groupBy(some, ({ likeness }) => likeness)].flatMap(([likeness, alike]) =>
      pairAlike(alike, possible.get(likeness) ?? [], { taken, denials }),
    )
  })
  return new Map(pairs)
}

/** Pairs alike coins with transfers, both in their order, and adds these to `taken`. Passes a transfer once, unless it was denied. */
function pairAlike(
  coins: readonly ReturnableCoins[],
  received: readonly PossibleReturn[],
  { taken, denials }: Pick<Pairing, 'denials'> & { readonly taken: Set<PossibleReturn> },
): [string, Return][] {
  let start = 0
  return coins.flatMap(({ id, block }): [string, Return][] => {
    start = nextIndex(received, start, (one) => !taken.has(one) && one.block > block)
    const denied = denials.get(id)
    const back = received[nextIndex(received, start, (one) => !taken.has(one) && !denied?.has(idOf(one)))]
    if (back === undefined) return []
    taken.add(back)
    return [[id, back]]
  })
}

/** Returns the index of the first one that fits, from `start`; behind the last if there is none. */
function nextIndex<T>(all: readonly T[], start: number, fits: (one: T) => boolean): number {
  for (let index = start; ; index += 1) {
    const one = all[index]
    if (one === undefined || fits(one)) return index
  }
}

function byBlock(one: Place, other: Place): number {
  return one.block - other.block || (one.id < other.id ? -1 : 1)
}

import { countWrongBalances, type Verdict } from '../judge.ts'
import type { Shown } from '../read-shown.ts'
import { payees, type Simulation } from '../simulation.ts'
import { key } from '../../world/sim-state.ts'
import type { OtherWallet } from './other-wallet.ts'
import type { Watching } from './watching.ts'

/**
 * Judges a finished run in which another wallet paid. Till signs nothing there: it may lose a payment, register it twice, or register
 * what the person did not mean. With `forgot`, the ledger may know of a payment only from the service or the chain.
 */
export function judgeExternal(
  simulation: Simulation,
  shown: Shown,
  { wallet, way, forgot, unreadable, questions }: Omit<Watching, 'world'>,
): Verdict {
  const { chain, service, account } = simulation
  const receipts = chain.blocks().flatMap((block) => block.receipts)
  const all = receipts.filter(({ from }) => key(from) === key(account.address))
  const isPayee = (to: string): boolean => payees.some((payee) => key(to) === key(payee))
  const paid = all.filter(({ transfers }) => transfers.some(({ to }) => isPayee(to)))
  const registered = service.spends.map(({ hash }) => hash)
  const wanted = way === 'pair' ? 2 : 1
  const mistaken = registered.filter((hash) => !paid.some((one) => one.hash === hash))
  // The service refuses another amount than it quoted.
  const delivered = way === 'too-much' ? 0 : wanted - unreadable.size
  const missing = forgot ? 0 : Math.max(0, delivered - registered.length)
  // A ledger that forgot what was asked for knows nothing of a stranger who paid it.
  const unasked = forgot ? [] : [...wallet.ofStrangers].filter((hash) => questions.get(hash) !== 'other-sender')
  return {
    lost:
      paid.filter(({ hash }) => !isShown(shown, hash, forgot) || shown.unpaid.has(hash)).length +
      missing +
      unasked.length,
    doublePaid: Math.max(0, registered.length - wanted) + mistaken.length,
    unexplained:
      countWrongBalances(simulation, receipts, ({ hash }) => wallet.sent.has(hash)) + countUndone(shown, wallet),
  }
}

/** Counts what Till shows as sent for nothing although no block has it: a reorganisation removed it. */
export function countUndone({ unused }: Shown, wallet: OtherWallet): number {
  const mined = wallet.mined()
  return [...wallet.sent].filter((hash) => unused.has(hash) && !mined.includes(hash)).length
}

/** Returns whether Till shows a payment: as a purchase's, or as a question about one. With `forgot`, also as one that it found by itself. */
export function isShown(shown: Shown, hash: string, forgot: boolean): boolean {
  if (shown.own.has(hash) || shown.arrived.has(hash)) return true
  return forgot && (shown.elsewhere.has(hash) || shown.raised.has(hash))
}

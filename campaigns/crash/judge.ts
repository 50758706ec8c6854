import type { Hash } from 'viem'
import type { SimReceipt } from '../world/sim-chain.ts'
import { key } from '../world/sim-state.ts'
import type { Shown } from './read-shown.ts'
import { judgeClaims } from './judge-claims.ts'
import { NATIVE_AT_START, UNITS_AT_START, contracts, payees, type Simulation } from './simulation.ts'

/** What the chain and the service's records say about a run, without Till's own view. */
export interface Verdict {
  /**
   * Lost money:
   * - payments unknown to the service that Till does not report, or that Till does not show or calls unpaid;
   * - transfers wrongly counted as a refund, or counted twice;
   * - escrow withdrawals that count for more than they brought, or for nothing.
   */
  readonly lost: number
  /**
   * Payments beyond the one wanted, however often Till offered to buy again; registrations beyond one for each payment;
   * withdrawals that were not owed.
   */
  readonly doublePaid: number
  /**
   * Balances of tokens or of the native coin that payments, refunds and fees do not explain, and alarms about payments that Till made
   * itself.
   */
  readonly unexplained: number
}

/** Judges a finished run in which one purchase was wanted, and whose ledger may have forgotten something. */
export function judge(simulation: Simulation, shown: Shown, forgot: boolean): Verdict {
  const { chain, service, account, others } = simulation
  const { own: made, questioned, unpaid, unseenBelow, refunds } = shown
  const elsewhere = withoutOthers(shown.elsewhere, others)
  const raised = withoutOthers(shown.raised, others)
  const receipts = chain.blocks().flatMap((block) => block.receipts)
  const all = receipts.filter(({ from }) => key(from) === key(account.address))
  const own = all.filter(({ hash }) => !others.has(hash))
  const isPayee = (to: string): boolean => payees.some((payee) => key(to) === key(payee))
  const paid = own.filter(({ transfers }) => transfers.some(({ to }) => isPayee(to)))
  const isRegistered = (hash: string): boolean => service.spends.some((spend) => spend.hash === hash)
  const isKnown = ({ hash, nonce }: (typeof paid)[number]): boolean => {
    if (nonce < unseenBelow && !made.has(hash)) return true
    return isRegistered(hash) ? made.has(hash) || elsewhere.has(hash) : raised.has(hash) || questioned.has(hash)
  }
  // A registered payment that a reorg removed and the ledger forgot was never paid: the loss is the service's.
  const registered = service.spends.filter(({ hash }) => made.has(hash) || receipts.some((one) => one.hash === hash))
  const withdrawn = receipts
    .filter(({ transfers }) => transfers.some(({ from }) => isVault(from)))
    .map(({ hash }) => hash)
  const paidBack = [...service.spends.flatMap(({ refundedBy }) => refundedBy), ...withdrawn]
  const countOf = (hashes: readonly string[], hash: string): number => hashes.filter((one) => one === hash).length
  const isInvented = (hash: string, index: number): boolean =>
    countOf(refunds.slice(0, index + 1), hash) > countOf(paidBack, hash)
  const { miscounted, wrongful } = judgeClaims(simulation, shown, forgot)
  const isExplained = ({ hash, token, units }: Moved): boolean =>
    raised.size + questioned.size + unseenBelow > 0 ||
    others.has(hash) ||
    service.spends.some((spend) => spend.units === units && key(spend.token.address) === key(token))
  return {
    lost:
      paid.filter((one) => !isKnown(one) || unpaid.has(one.hash)).length +
      refunds.filter(isInvented).length +
      miscounted,
    doublePaid: Math.max(0, paid.length - 1) + Math.max(0, registered.length - paid.length) + wrongful,
    unexplained: countWrongBalances(simulation, receipts, isExplained) + (forgot ? 0 : elsewhere.size + raised.size),
  }
}

/** Units of a token that a transaction moved. */
interface Moved {
  readonly hash: Hash
  readonly token: string
  readonly units: bigint
}

/**
 * Counts the account's balances, of tokens and of the native coin, that its transactions and fees do not explain; each token that it sent
 * away must satisfy `isExplained`.
 */
export function countWrongBalances(
  { chain, account }: Pick<Simulation, 'chain' | 'account'>,
  receipts: readonly SimReceipt[],
  isExplained: (moved: Moved) => boolean,
): number {
  const { state } = chain.head()
  const all = receipts.filter(({ from }) => key(from) === key(account.address))
  const fees = all.reduce((sum, { fee }) => sum + fee, 0n)
  const isNativeRight = state.native.get(key(account.address)) === NATIVE_AT_START - fees
  const moves = receipts.flatMap(({ hash, transfers }) => transfers.map((one) => ({ ...one, hash })))
  const sum = (list: typeof moves): bigint => list.reduce((total, { units }) => total + units, 0n)
  const wrongTokens = contracts.tokens.filter(({ address }) => {
    const ofToken = moves.filter(({ token }) => key(token) === key(address))
    const out = ofToken.filter(({ from }) => key(from) === key(account.address))
    const back = ofToken.filter(({ to }) => key(to) === key(account.address))
    const balance = state.balances.get(key(address, account.address))
    return !out.every(isExplained) || balance !== UNITS_AT_START - sum(out) + sum(back)
  })
  return wrongTokens.length + (isNativeRight ? 0 : 1)
}

const isVault = (address: string): boolean => key(address) === key(contracts.escrow.vault)

function withoutOthers(hashes: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...hashes].filter((hash) => !others.has(hash)))
}

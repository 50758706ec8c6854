import { key } from '../world/sim-state.ts'
import { NATIVE_AT_START, UNITS_AT_START, contracts, type Town } from './town.ts'

/** What the chain and the service's books say of a run, without asking Till. */
export interface Verdict {
  /** Payments that the service does not have. */
  readonly lost: number
  /** Payments beyond the one that was wanted, and registrations beyond one for each payment. */
  readonly doublePaid: number
  /** Units of a token or of the native coin that are gone and belong to no payment, refund or fee. */
  readonly unexplained: number
}

/** Judges a run at rest, in which one purchase was wanted. */
export function judge({ chain, service, account }: Town): Verdict {
  const receipts = chain.blocks().flatMap((block) => block.receipts)
  const own = receipts.filter(({ from }) => key(from) === key(account.address))
  const paid = own.filter(({ transfers }) => transfers.some(({ to }) => key(to) === key(contracts.treasury)))
  const registered = paid.filter(({ hash }) => service.spends.some((spend) => spend.hash === hash))
  return {
    lost: paid.length - registered.length,
    doublePaid: Math.max(0, paid.length - 1) + Math.max(0, service.spends.length - paid.length),
    unexplained: countUnexplained(),
  }

  function countUnexplained(): number {
    const { state } = chain.head()
    const fees = own.reduce((sum, { fee }) => sum + fee, 0n)
    const isNativeRight = state.native.get(key(account.address)) === NATIVE_AT_START - fees
    const wrongTokens = contracts.tokens.filter(({ address }) => {
      const moves = receipts.flatMap(({ transfers }) => transfers).filter(({ token }) => key(token) === key(address))
      const out = moves.filter(({ from }) => key(from) === key(account.address))
      const back = moves.filter(({ to }) => key(to) === key(account.address))
      const known = out.every(({ units }) =>
        service.spends.some((spend) => spend.units === units && key(spend.token.address) === key(address)),
      )
      const sum = (list: typeof moves): bigint => list.reduce((total, { units }) => total + units, 0n)
      return !known || state.balances.get(key(address, account.address)) !== UNITS_AT_START - sum(out) + sum(back)
    })
    return wrongTokens.length + (isNativeRight ? 0 : 1)
  }
}

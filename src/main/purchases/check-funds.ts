import type { Address } from 'viem'
import { fromUnits } from '../../shared/money.ts'
import type { QuoteView } from '../../shared/views.ts'
import type { Chain } from '../chain/chain.ts'
import { NATIVE_DECIMALS } from '../chain/native-coin.ts'
import type { Database } from '../db/open-database.ts'
import { readUnsettled } from '../engine/step-repository.ts'
import type { FrozenTerms } from './purchase-record.ts'

/** What can still be spent, in units: balances less everything that is signed and not mined. */
export interface Funds {
  readonly token: bigint
  readonly native: bigint
}

/** Reads the payer's spendable token and native coin; AppError where the network does not say. */
export async function findFunds(
  ledger: Database,
  chain: Chain,
  chainInstance: string,
  from: Address,
  token: Address | null,
): Promise<Funds> {
  const [native, balance] = await Promise.all([
    chain.nativeBalance(from),
    token === null ? null : chain.tokenBalance(token, from),
  ])
  const unsettled = readUnsettled(ledger, chainInstance, from)
  const spendable = native - unsettled.native
  return {
    native: spendable,
    token: token === null || balance === null ? spendable : balance - (unsettled.tokens.get(token.toLowerCase()) ?? 0n),
  }
}

/** What is missing for a payment and its worst-case fee, each with the missing amount. */
export function fundsProblems(terms: FrozenTerms, funds: Funds, fee: bigint): QuoteView['problems'] {
  const problems: QuoteView['problems'] = []
  const paidInNative = terms.token.address === null
  const lacking = terms.payment.units - funds.token
  if (lacking > 0n) {
    problems.push({ problem: 'insufficient-token', blocking: true, detail: fromUnits(lacking, terms.token.decimals) })
  }
  const feeLacking = fee + (paidInNative ? terms.payment.units : 0n) - funds.native
  if (feeLacking > 0n) {
    const detail = fromUnits(feeLacking, NATIVE_DECIMALS)
    problems.push({ problem: 'insufficient-gas', blocking: true, detail })
  }
  return problems
}

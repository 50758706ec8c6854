import type { Address } from 'viem'
import { AppError } from '../../shared/errors.ts'
import { fromUnits, type Decimal } from '../../shared/money.ts'
import type { Chain } from '../chain/chain.ts'
import { NATIVE_DECIMALS } from '../chain/guard/native-coin.ts'
import type { ReadableDb } from '../db/connections.ts'
import { readOutflow, readUnsettled, spendOf } from './steps/step-repository.ts'

/** Spendable units: balances minus everything signed and not yet deducted from them. */
export interface Funds {
  readonly token: bigint
  readonly native: bigint
}

/** An amount to spend, in units of a coin; `token` is null for the native coin. */
export interface Cost {
  readonly coin: { readonly token: Address | null; readonly symbol: string; readonly decimals: number }
  readonly units: bigint
  /** The highest network fee for it. */
  readonly fee: bigint
}

/** A coin whose balance is too low, with the missing amount. */
export interface Lack {
  readonly problem: 'insufficient-token' | 'insufficient-gas'
  readonly blocking: true
  readonly detail: Decimal
}

/** Reads an account's spendable token and native coin. Throws AppError if the network does not answer. */
export async function findFunds(
  ledger: ReadableDb,
  chain: Chain,
  chainInstance: string,
  from: Address,
  token: Address | null,
): Promise<Funds> {
  // Read before the balances: a step mined in between is then counted, possibly twice, but never missed.
  const unsettled = readUnsettled(ledger, chainInstance, from)
  const [native, balance] = await Promise.all([
    chain.nativeBalance(from, readOutflow(ledger, chainInstance, from, null)),
    token === null ? null : chain.tokenBalance(token, from, readOutflow(ledger, chainInstance, from, token)),
  ])
  const spendable = native - unsettled.native
  return {
    native: spendable,
    token: token === null || balance === null ? spendable : balance - spendOf(unsettled, token),
  }
}

/** Returns the missing amounts for a spend and its worst-case fee. */
export function findLacks({ coin, units, fee }: Cost, funds: Funds): Lack[] {
  const lacking = units - funds.token
  const feeLacking = fee + (coin.token === null ? units : 0n) - funds.native
  const lack = (problem: Lack['problem'], missing: bigint, decimals: number): Lack[] =>
    missing > 0n ? [{ problem, blocking: true, detail: fromUnits(missing, decimals) }] : []
  return [
    ...lack('insufficient-token', lacking, coin.decimals),
    ...lack('insufficient-gas', feeLacking, NATIVE_DECIMALS),
  ]
}

/** Throws AppError `insufficient-token` or `insufficient-gas`, with the missing amount and its coin. */
export function assertFunds(spend: Cost, funds: Funds, nativeSymbol: string): void {
  const [missing] = findLacks(spend, funds)
  if (missing === undefined) return
  const symbol = missing.problem === 'insufficient-gas' ? nativeSymbol : spend.coin.symbol
  throw new AppError(missing.problem, 'The coins do not suffice', { details: { amount: missing.detail, symbol } })
}

/** An account on a chain, and the intent whose own steps are to be replaced, or null. */
export interface FeePayer {
  readonly chain: Chain
  readonly chainInstance: string
  readonly from: Address
  readonly nativeSymbol: string
  readonly replaces: string | null
}

/**
 * Throws AppError `insufficient-gas`, with the missing amount, if the native coin cannot cover `units` plus everything else that is signed
 * and not mined. At most one of a step's bytes is ever mined, so replaced ones are not counted.
 */
export async function assertFeeFunds(ledger: ReadableDb, payer: FeePayer, units: bigint): Promise<void> {
  const { chain, chainInstance, from, nativeSymbol: symbol, replaces } = payer
  const unsettled = readUnsettled(ledger, chainInstance, from, replaces)
  const native = await chain.nativeBalance(from, readOutflow(ledger, chainInstance, from, null))
  const missing = units + unsettled.native - native
  if (missing <= 0n) return
  const details = { amount: fromUnits(missing, NATIVE_DECIMALS), symbol }
  throw new AppError('insufficient-gas', 'The coins do not suffice for the fee', { details })
}

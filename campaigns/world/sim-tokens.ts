import type { Address } from 'viem'
import { key, moved, noEffects, type Done, type SimState, type SimToken } from './sim-state.ts'

/** Moves units of a token; null if there are too few. */
export function transfer(state: SimState, token: Address, from: Address, to: Address, units: bigint): Done | null {
  if ((state.balances.get(key(token, from)) ?? 0n) < units) return null
  const balances = moved(state.balances, key(token, from), key(token, to), units)
  return { ...noEffects, state: { ...state, balances }, transfers: [{ token, from, to, units }] }
}

/** Allows a spender to take units of a token. */
export function approve(
  state: SimState,
  token: SimToken,
  owner: Address,
  spender: Address,
  units: bigint,
): Done | null {
  const allowanceKey = key(token.address, owner, spender)
  if (token.zeroFirst && units > 0n && (state.allowances.get(allowanceKey) ?? 0n) > 0n) return null
  const allowances = new Map(state.allowances).set(allowanceKey, units)
  const approvals = [{ token: token.address, owner, spender, units }]
  return { ...noEffects, state: { ...state, allowances }, approvals }
}

/** Moves units of a token within the allowance of `spender`; null if the allowance or the balance is too small. */
export function spendAllowance(
  state: SimState,
  token: Address,
  { owner, spender, to }: { readonly owner: Address; readonly spender: Address; readonly to: Address },
  units: bigint,
): Done | null {
  const allowanceKey = key(token, owner, spender)
  const allowed = state.allowances.get(allowanceKey) ?? 0n
  if (allowed < units) return null
  const allowances = new Map(state.allowances).set(allowanceKey, allowed - units)
  return transfer({ ...state, allowances }, token, owner, to, units)
}

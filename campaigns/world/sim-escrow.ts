import { decodeFunctionData, isAddressEqual, type Address } from 'viem'
import { routerAbi, depositLog, requestLog, withdrawalLog } from './sim-escrow-abi.ts'
import {
  addDeposit,
  balanceKey,
  removeRecord,
  removeSum,
  type EscrowRequest,
  type SimEscrow,
} from './sim-escrow-books.ts'
import type { Done, SimCall, SimState } from './sim-state.ts'
import { spendAllowance, transfer } from './sim-tokens.ts'

/** Runs a call to an escrow's router; null if it reverts. */
export function runEscrow(escrow: SimEscrow, state: SimState, { data, from }: SimCall): Done | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    if (functionName === 'requestERC20Service') return request(escrow, state, from, args)
    const { generation } = state.escrow
    if (args.length === 3) return generation === '1' ? withdrawSum(escrow, state, from, args) : null
    return generation === '1.1' ? withdrawRecord(escrow, state, from, args) : null
  } catch {
    return null
  }
}

/**
 * Returns the fee that the router adds to an amount: one share for the service and one for the token, each rounded up.
 * Null if it does not accept the service or the token.
 */
export function escrowFee(
  { services, tokenFees }: SimEscrow,
  id: bigint,
  token: Address,
  units: bigint,
): bigint | null {
  const service = services.find((one) => one.id === id)
  const coin = tokenFees.find((one) => isAddressEqual(one.token, token))
  if (!service || !coin) return null
  const share = (bps: number): bigint => (units * BigInt(bps) + 9_999n) / 10_000n
  return share(service.feeBps) + share(coin.bps)
}

function request(
  escrow: SimEscrow,
  state: SimState,
  from: Address,
  [serviceId, details]: readonly [bigint, EscrowRequest],
): Done | null {
  const { router, vault, services } = escrow
  const { token, tokenAmount, fiatAmount, payer, serviceRef } = details
  const isRight = isAddressEqual(payer, from) && tokenAmount > 0n && fiatAmount > 0n
  const isValid = services.some(({ id, references }) => id === serviceId && references.includes(serviceRef))
  const fee = escrowFee(escrow, serviceId, token, tokenAmount)
  if (state.escrow.isPaused || !isRight || !isValid || fee === null) return null
  const paid = spendAllowance(state, token, { owner: from, spender: router, to: vault }, tokenAmount + fee)
  if (paid === null) return null
  const { books, record } = addDeposit(paid.state.escrow, serviceId, details, fee, state.minedAt)
  return {
    ...paid,
    state: { ...paid.state, escrow: books },
    recordId: record.id,
    logs: [depositLog(escrow, record), requestLog(escrow, serviceId, details)],
  }
}

function withdrawSum(
  escrow: SimEscrow,
  state: SimState,
  from: Address,
  [serviceId, token, refundee]: readonly [bigint, Address, Address],
): Done | null {
  const withdrawn = isAddressEqual(refundee, from) ? removeSum(state.escrow, balanceKey(token, from, serviceId)) : null
  if (withdrawn === null) return null
  const done = transfer({ ...state, escrow: withdrawn.books }, token, escrow.vault, from, withdrawn.units)
  return (
    done && { ...done, logs: [withdrawalLog(escrow, { token, payee: from, units: withdrawn.units, recordId: null })] }
  )
}

function withdrawRecord(
  escrow: SimEscrow,
  state: SimState,
  from: Address,
  [serviceId, id]: readonly [bigint, bigint],
): Done | null {
  const withdrawn = removeRecord(state.escrow, { serviceId, id, payer: from })
  if (withdrawn === null) return null
  const { token, tokenAmount, feeAmount } = withdrawn.record
  const units = tokenAmount + feeAmount
  const done = transfer({ ...state, escrow: withdrawn.books }, token, escrow.vault, from, units)
  if (done === null) return null
  return { ...done, recordId: id, logs: [withdrawalLog(escrow, { token, payee: from, units, recordId: id })] }
}

import { decodeFunctionData, parseAbi } from 'viem'
import { runEscrow } from './sim-escrow.ts'
import {
  key,
  moved,
  noEffects,
  type Done,
  type Executed,
  type SimCall,
  type SimContracts,
  type SimState,
} from './sim-state.ts'
import { approve, spendAllowance, transfer } from './sim-tokens.ts'

const abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function pay(address token, uint256 amount, uint256 quoteId)',
])
const PLAIN_GAS = 21_000n
const CALL_GAS = 60_000n

/** Runs one call on a state, as the chain's contracts would. A failed call changes nothing. */
export function execute(contracts: SimContracts, state: SimState, call: SimCall): Executed {
  const plain = call.data === '0x'
  const failed: Executed = { ...noEffects, succeeded: false, gasUsed: plain ? PLAIN_GAS : CALL_GAS, state }
  if (call.gas < failed.gasUsed || (state.native.get(key(call.from)) ?? 0n) < call.value) return failed
  const paid = { ...state, native: moved(state.native, key(call.from), key(call.to), call.value) }
  if (plain) return { ...failed, succeeded: true, state: paid }
  const done = runCall(contracts, paid, call)
  return done === null ? failed : { ...failed, ...done, succeeded: true }
}

function runCall(contracts: SimContracts, state: SimState, call: SimCall): Done | null {
  const { escrow, router, treasury } = contracts
  if (escrow && key(call.to) === key(escrow.router)) return runEscrow(escrow, state, call)
  try {
    const { functionName, args } = decodeFunctionData({ abi, data: call.data })
    const token = contracts.tokens.find(({ address }) => key(address) === key(call.to))
    if (functionName === 'transfer' && token) return transfer(state, token.address, call.from, args[0], args[1])
    if (functionName === 'approve' && token) return approve(state, token, call.from, args[0], args[1])
    if (functionName !== 'pay' || key(call.to) !== key(router)) return null
    const [paidWith, units, quoteId] = args
    const done = spendAllowance(state, paidWith, { owner: call.from, spender: router, to: treasury }, units)
    return done && { ...done, quoteId }
  } catch {
    return null
  }
}

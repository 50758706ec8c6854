import type { Address, Hex } from 'viem'
import { execute } from '../sim-execute.ts'
import { key, type SimCall } from '../sim-state.ts'
import { callView, isContract } from '../sim-views.ts'
import { hex, logsOf } from './encode.ts'
import { findState, type BlockName } from './find-block.ts'
import { noSimulation } from './refusals.ts'
import { RpcError } from './rpc-error.ts'
import type { View } from './view.ts'

/** A call as JSON-RPC writes it. */
export interface RpcCall {
  readonly from?: Address
  readonly to?: Address
  readonly data?: Hex
  readonly input?: Hex
  readonly value?: Hex
  readonly gas?: Hex
}

const PLENTY = 10_000_000n
const CODE: Hex = '0x60806040'

function toCall({ from, to, data, input, value, gas }: RpcCall): SimCall {
  return {
    from: from ?? `0x${'0'.repeat(40)}`,
    to: to ?? `0x${'0'.repeat(40)}`,
    data: data ?? input ?? '0x',
    value: BigInt(value ?? 0),
    gas: gas === undefined ? PLENTY : BigInt(gas),
  }
}

/** Answers `eth_getBalance`. */
export function answerBalance(view: View, account: Address, name: BlockName): string {
  return hex(findState(view, name).state.native.get(key(account)) ?? 0n)
}

/** Answers `eth_getCode`. */
export function answerCode(view: View, address: Address, name: BlockName): string {
  findState(view, name)
  return isContract(view.chain.contracts, address) ? CODE : '0x'
}

/** Answers `eth_call`. Throws RpcError if the call reverts. */
export function answerCall(view: View, call: RpcCall, name: BlockName): string {
  const { state } = findState(view, name)
  if (!isContract(view.chain.contracts, call.to ?? '')) return '0x'
  return callView(view.chain.contracts, state, toCall(call)) ?? revert(view)
}

/** Answers `eth_estimateGas`. Throws RpcError if the call reverts. */
export function answerEstimate(view: View, call: RpcCall, name: BlockName): string {
  const { state } = findState(view, name)
  const transaction = toCall(call)
  if ((state.native.get(key(transaction.from)) ?? 0n) < transaction.value) {
    throw new RpcError(-32_000, 'insufficient funds for transfer')
  }
  const { succeeded, gasUsed } = execute(view.chain.contracts, state, transaction)
  return succeeded ? hex(gasUsed) : revert(view)
}

function revert({ client }: View): never {
  if (client === 'besu') throw new RpcError(-32_000, 'Execution reverted')
  throw new RpcError(3, 'execution reverted', '0x')
}

/** Answers `eth_simulateV1`: runs the calls of each block in order, each block on the state of the one before. */
export function answerSimulation(
  view: View,
  { blockStateCalls }: { readonly blockStateCalls: readonly { readonly calls?: readonly RpcCall[] }[] },
  name: BlockName,
): object[] {
  if (view.has('simulate-unsupported')) {
    view.recordFault('simulate-unsupported')
    throw noSimulation()
  }
  const block = findState(view, name)
  let { state } = block
  return blockStateCalls.map(({ calls = [] }, index) => ({
    number: hex(block.number + index + 1),
    hash: block.hash,
    timestamp: hex(0),
    gasLimit: hex(0),
    gasUsed: hex(0),
    baseFeePerGas: '0x0',
    transactions: [],
    parentHash: block.hash,
    calls: calls.map((one) => {
      const call = toCall(one)
      const done = execute(view.chain.contracts, state, call)
      const read = callView(view.chain.contracts, state, call)
      const isDone = done.succeeded || read !== null
      state = done.state
      return {
        status: isDone ? '0x1' : '0x0',
        gasUsed: hex(done.gasUsed),
        returnData: read ?? '0x',
        logs: done.succeeded ? logsOf(done) : [],
        ...(!isDone && { error: { code: 3, message: 'execution reverted' } }),
      }
    }),
  }))
}

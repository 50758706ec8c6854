import type { Address, Hash, Hex } from 'viem'
import { answerBlock, answerBlockByHash, answerFees } from './answer-blocks.ts'
import { answerLogs, type LogFilter } from './answer-logs.ts'
import {
  answerBalance,
  answerCall,
  answerCode,
  answerEstimate,
  answerSimulation,
  type RpcCall,
} from './answer-state.ts'
import { answerNonce, answerReceipt, answerTransaction } from './answer-transactions.ts'
import { hex } from './encode.ts'
import type { BlockName } from './find-block.ts'
import { RpcError } from './rpc-error.ts'
import type { View } from './view.ts'

type Answer = (view: View, params: readonly unknown[]) => unknown

const nameOf = (given: unknown): BlockName => (given ?? 'latest') as BlockName

const answers: Readonly<Record<string, Answer>> = {
  eth_chainId: ({ chain }) => hex(chain.chainId),
  net_version: ({ chain }) => String(chain.chainId),
  web3_clientVersion: ({ client }) => `${client}/v1.0.0`,
  eth_syncing: () => false,
  eth_blockNumber: ({ head }) => hex(head.number),
  eth_getBlockByNumber: (view, [name, full]) => answerBlock(view, nameOf(name), full === true),
  eth_getBlockByHash: (view, [hash, full]) => answerBlockByHash(view, hash as Hash, full === true),
  eth_getTransactionCount: (view, [account, name]) => answerNonce(view, account as Address, nameOf(name)),
  eth_getTransactionByHash: (view, [hash]) => answerTransaction(view, hash as Hash),
  eth_getTransactionReceipt: (view, [hash]) => answerReceipt(view, hash as Hash),
  eth_getBalance: (view, [account, name]) => answerBalance(view, account as Address, nameOf(name)),
  eth_getCode: (view, [address, name]) => answerCode(view, address as Address, nameOf(name)),
  eth_call: (view, [call, name]) => answerCall(view, call as RpcCall, nameOf(name)),
  eth_estimateGas: (view, [call, name]) => answerEstimate(view, call as RpcCall, nameOf(name)),
  eth_simulateV1: (view, [simulation, name]) =>
    answerSimulation(view, simulation as { blockStateCalls: { calls: RpcCall[] }[] }, nameOf(name)),
  eth_getLogs: (view, [filter]) => answerLogs(view, filter as LogFilter),
  eth_gasPrice: answerFees.gasPrice,
  eth_maxPriorityFeePerGas: answerFees.tip,
  eth_feeHistory: (view, [count, , percentiles]) =>
    answerFees.history(view, Number(count), (percentiles ?? []) as number[]),
  eth_sendRawTransaction: (view, [raw]) => view.send(raw as Hex),
}

/** Answers one question as a machine of the network. Throws RpcError, also for an unknown method. */
export function answerRpc(view: View, method: string, params: readonly unknown[]): unknown {
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (answer === undefined) throw new RpcError(-32_601, `the method ${method} does not exist/is not available`)
  return answer(view, params)
}

import type { Address, Client } from 'viem'
import { estimateGas } from 'viem/actions'
import type { Call, Chain } from '../chain.ts'
import { agreedEstimate, agreedFees, agreedSimulation, middleBy } from '../nodes/agree/agree.ts'
import type { Nodes } from '../nodes/nodes.ts'
import { isNodesAnswer } from '../nodes/rpc/rpc-errors.ts'
import { simulateCalls } from '../plan/simulate-calls.ts'
import { readFees } from '../read/read-fees.ts'
import { feeOracles, readL1Fee } from '../read/read-l1-fee.ts'
import type { KnownChain } from '../registry/known-chain.ts'
import { agreedRefusal } from '../send/read-send-error.ts'
import { sendRaw } from '../send/send-raw.ts'

/** The questions about calls that are planned: what they cost and do; and sending one. */
type CallQuestions = Pick<Chain, 'fees' | 'l1Fee' | 'estimateGas' | 'simulate' | 'send'>

/** Asks every node about planned calls, and combines the answers. */
export function askCalls({ askAll }: Nodes, known: KnownChain | null): CallQuestions {
  const feeKind = known?.feeKind ?? 'plain'
  return {
    fees: async () => agreedFees(await askAll((client) => readFees(client, feeKind)), known?.tipFloor ?? 0n),
    async l1Fee(raw, gasLimit) {
      if (feeOracles[feeKind] === undefined) return 0n
      return middleBy(await askAll((client) => readL1Fee(client, feeKind, raw, gasLimit)), (fee) => fee)
    },
    estimateGas: async (from, call) => agreedEstimate(await askAll((client) => estimate(client, from, call))),
    simulate: async (account, calls, tokens) =>
      agreedSimulation(await askAll((client) => simulateCalls(client, account, calls, tokens))),
    send: async (raw) => agreedRefusal(await askAll((client) => sendRaw(client, raw), 'urgent')),
  }
}

async function estimate(client: Client, account: Address, call: Call): Promise<bigint | null> {
  try {
    return await estimateGas(client, { account, to: call.to, data: call.data, value: call.value })
  } catch (error) {
    if (isNodesAnswer(error)) return null
    throw error
  }
}

import { toHex } from 'viem'
import type { Chain } from '../../main/chain/chain.ts'
import { openChain } from '../../main/chain/open-chain.ts'
import { blockOf, reply, type Answerer } from './client.ts'

/** The newest block of a sound node. */
export const HEAD = 1_000

/** An honest node: the account sent three transactions long ago, and none is found by its hash. */
export const sound: Answerer = (method, params) => {
  switch (method) {
    case 'eth_chainId':
      return toHex(1)
    case 'eth_blockNumber':
      return toHex(HEAD)
    case 'eth_getBlockByNumber':
      return blockAt(params[0] as string)
    case 'eth_getTransactionCount':
      return toHex(3)
    case 'eth_getBalance':
      return toHex(10n ** 18n)
    default:
      return null
  }
}

function blockAt(name: string): unknown {
  const number = name === 'latest' ? HEAD : name === 'finalized' ? HEAD - 64 : Number(name)
  return number > HEAD ? null : { ...blockOf(number), baseFeePerGas: toHex(7) }
}

/** Opens a network of nodes in memory, each with the answerer at its position. */
export function openNodes(...nodes: readonly Answerer[]): Chain {
  return openPacedNodes({ timeoutMs: 10_000, answersAfterMs: 0 }, ...nodes)
}

export function openPacedNodes(
  pace: { timeoutMs: number; answersAfterMs: number },
  ...nodes: readonly Answerer[]
): Chain {
  const rpcUrls = nodes.map((_, index) => `https://node${index}.example`)
  return openChain({
    chainId: 1,
    rpcUrls,
    finalityDepth: undefined,
    known: null,
    timeoutMs: pace.timeoutMs,
    fetch: async (url, { body }) => {
      if (pace.answersAfterMs > 0) await new Promise((resolve) => setTimeout(resolve, pace.answersAfterMs))
      return reply(body, nodes[rpcUrls.findIndex((one) => url.startsWith(one))] ?? sound)
    },
  })
}

import { BaseError, erc20Abi, type Address, type Hex, type PublicClient } from 'viem'
import { afresh } from '../../shared/afresh.ts'
import {
  agreedFees,
  agreedNonceUse,
  agreedReceipt,
  agreedSimulation,
  agreedStanding,
  anyTransfers,
  greatest,
  isIncluded,
  isListedByMost,
  least,
  middleBy,
  reachedByMost,
  unanimous,
} from './agree.ts'
import type { BlockRef, Call, Chain, TokenFacts } from './chain.ts'
import { openNodes, type NodesOptions } from './nodes.ts'
import { feeOracles, readL1Fee } from './read-l1-fee.ts'
import { readApprovals, readTransfers } from './read-logs.ts'
import { readNonceUse } from './read-nonce-use.ts'
import { readInclusion, readReceipt, readTransferInclusion } from './read-receipt.ts'
import { readFinalized, readStanding, type FinalityRule } from './read-standing.ts'
import { findKnownChain } from './registry/find-known-chain.ts'
import type { KnownChain } from './registry/known-chain.ts'
import { isNodesAnswer } from './rpc-errors.ts'
import { agreedRefusal, readSendError, type SendAnswer } from './read-send-error.ts'
import { simulateCalls } from './simulate-calls.ts'

export interface ChainOptions extends Pick<NodesOptions, 'fetch' | 'timer' | 'monotonic' | 'signal'> {
  readonly chainId: number
  /** RPC addresses in the order they are asked. */
  readonly rpcUrls: readonly string[]
  /** Depth that counts as final where the nodes do not say; undefined keeps to what is known of the chain. */
  readonly finalityDepth: number | undefined
  /** Milliseconds for one question to one node; 10 s where left out. */
  readonly timeoutMs?: number
  /** What is known of the chain, else of its id; null for nothing. */
  readonly known?: KnownChain | null
}

/**
 * Reads and writes one network over JSON-RPC; a node's chain id is checked before its first answer is believed. Whatever decides
 * over coins is asked of every node, and what `agree.ts` makes of their answers counts; the rest is asked of one.
 */
export function openChain(options: ChainOptions): Chain {
  const { known = findKnownChain(options.chainId) } = options
  const nodes = openNodes({
    ...options,
    timeoutMs: options.timeoutMs ?? 10_000,
    genesisHash: known?.genesisHash ?? null,
  })
  const { ask, askAll, count } = nodes
  const depth = options.finalityDepth ?? known?.finality.fallbackDepth
  const finality: FinalityRule = {
    trustsTag: known?.finality.trustsTag ?? true,
    depth: depth === undefined ? null : BigInt(depth),
  }
  const askPendingNonces = (address: Address): Promise<readonly [number, ...number[]]> =>
    askAll((client) => readPendingNonce(client, address))

  return {
    chainId: options.chainId,
    instance: nodes.instance,
    // Many purchases look at the same time, and each only needs an answer that is not older than its question.
    head: afresh(async () => reachedByMost(await askAll((client) => client.getBlockNumber()), count)),
    finalized: afresh(async () => reachedByMost(await askAll((client) => readFinalized(client, finality)), count)),
    async minedNonce(address) {
      const answers = await askAll((client) => readNonce(client, address))
      const [first, ...others] = answers
      const nonce = reachedByMost([first.nonce, ...others.map((one) => one.nonce)], count)
      return answers.find((answer) => answer.nonce === nonce) ?? first
    },
    standing: async (block) => agreedStanding(await askAll((client) => readStanding(client, finality, block)), count),
    nonceUse: async (account, nonce, own) =>
      agreedNonceUse(await askAll((client) => readNonceUse(client, account, nonce, own)), own, count),
    blockTime: async (blockNumber) =>
      Number(unanimous(await askAll(async (client) => (await client.getBlock({ blockNumber })).timestamp))) * 1000,
    pendingNonce: async (address) => reachedByMost(await askPendingNonces(address), count),
    highestNonce: async (address) => greatest(await askPendingNonces(address)),
    nativeBalance: async (address) => least(await askAll((client) => client.getBalance({ address }))),
    tokenBalance: async (address, account) =>
      least(
        await askAll((client) =>
          client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
        ),
      ),
    allowance: async (address, owner, spender) =>
      unanimous(
        await askAll((client) =>
          client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
        ),
      ),
    isContract: async (address) => (await askAll((client) => hasCode(client, address))).includes(true),
    tokenFacts: async (address) => unanimous(await askAll((client) => readTokenFacts(client, address))),
    async receipt(hash) {
      const answers = await askAll((client) => readReceipt(client, hash))
      const receipt = agreedReceipt(answers, count)
      if (receipt === null || answers.every((answer) => answer !== null)) return receipt
      // Those that do not know it may have pruned it: their block has it all the same.
      return isIncluded(await askAll((client) => readInclusion(client, receipt)), count) ? receipt : null
    },
    fees: async () => agreedFees(await askAll(readFees), known?.tipFloor ?? 0n),
    async l1Fee(raw, gasLimit) {
      const kind = known?.feeKind ?? 'plain'
      if (feeOracles[kind] === undefined) return 0n
      return middleBy(await askAll((client) => readL1Fee(client, kind, raw, gasLimit)), (fee) => fee)
    },
    estimateGas: (from, call) => ask((client) => estimate(client, from, call)),
    send: async (raw) => agreedRefusal(await askAll((client) => sendTo(client, raw), 'urgent')),
    simulate: async (account, calls, tokens) =>
      agreedSimulation(await askAll((client) => simulateCalls(client, account, calls, tokens))),
    async transfersTo(token, to, fromBlock, toBlock) {
      const answers = await askAll((client) => readTransfers(client, [token], { to }, fromBlock, toBlock))
      const shown = anyTransfers(answers)
      const witnessed = await Promise.all(
        shown.map(
          async (one) =>
            isListedByMost(one, answers, count) ||
            isIncluded(await askAll((client) => readTransferInclusion(client, one)), count),
        ),
      )
      return shown.filter((_, index) => witnessed[index])
    },
    transfersFrom: async (tokens, from, fromBlock, toBlock) =>
      anyTransfers(await askAll((client) => readTransfers(client, tokens, { from }, fromBlock, toBlock))),
    // What any node knows of: each is read on its own before it counts.
    approvalsBy: async (tokens, owner, fromBlock, toBlock) =>
      (await askAll((client) => readApprovals(client, tokens, owner, fromBlock, toBlock))).flat(),
  }
}

async function sendTo(client: PublicClient, raw: Hex): Promise<SendAnswer> {
  try {
    await client.sendRawTransaction({ serializedTransaction: raw })
    return 'taken'
  } catch (error) {
    if (isNodesAnswer(error)) return readSendError(error)
    throw error
  }
}

async function readNonce(client: PublicClient, address: Address): Promise<{ nonce: number; at: BlockRef }> {
  const { number, hash } = await client.getBlock()
  return { nonce: await client.getTransactionCount({ address, blockNumber: number }), at: { number, hash } }
}

/** Some nodes know no `pending` tag, and some answer it with less than what is mined. */
async function readPendingNonce(client: PublicClient, address: Address): Promise<number> {
  const [pending, mined] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'pending' }).catch((error: unknown) => {
      if (isNodesAnswer(error)) return 0
      throw error
    }),
    client.getTransactionCount({ address, blockTag: 'latest' }),
  ])
  return Math.max(pending, mined)
}

async function readFees(client: PublicClient): Promise<{ base: bigint; tip: bigint }> {
  const [block, tip] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()])
  if (block.baseFeePerGas === null) throw new BaseError('The network has no base fee')
  return { base: block.baseFeePerGas, tip }
}

async function estimate(client: PublicClient, account: Address, call: Call): Promise<bigint | null> {
  try {
    return await client.estimateGas({ account, to: call.to, data: call.data, value: call.value })
  } catch (error) {
    if (isNodesAnswer(error)) return null
    throw error
  }
}

const DELEGATION = '0xef0100'

async function hasCode(client: PublicClient, address: Address): Promise<boolean> {
  const code = (await client.getCode({ address })) ?? '0x'
  return code !== '0x' && !code.toLowerCase().startsWith(DELEGATION)
}

async function readTokenFacts(client: PublicClient, address: Address): Promise<TokenFacts> {
  const fact = async <T>(question: Promise<T>): Promise<T | null> => {
    try {
      return await question
    } catch (error) {
      // The contract has no such function, or answers it in another shape.
      if (isNodesAnswer(error)) return null
      throw error
    }
  }
  const [symbol, decimals] = await Promise.all([
    fact(client.readContract({ address, abi: erc20Abi, functionName: 'symbol' })),
    fact(client.readContract({ address, abi: erc20Abi, functionName: 'decimals' })),
  ])
  return { symbol, decimals }
}

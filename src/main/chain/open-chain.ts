import { erc20Abi, type Address, type Hash, type PublicClient } from 'viem'
import { coalesce } from '../../shared/coalesce.ts'
import {
  agreedEstimate,
  agreedFees,
  agreedMark,
  agreedNonceUse,
  agreedReceipt,
  agreedSent,
  agreedSimulation,
  agreedStanding,
  anyTransfers,
  majorityOfAll,
  contradictions,
  isAbsentFromMost,
  isIncluded,
  isListedByMost,
  isSameEnd,
  middleBy,
  reachedByMajority,
  majorityAnswer,
  unanimous,
  withoutOwn,
} from './nodes/agree.ts'
import type { BlockRef, Call, Chain, Spent, TokenFacts, TokenTransfer } from './chain.ts'
import type { NodesOptions } from './nodes/node.ts'
import { openNodes } from './nodes/nodes.ts'
import { createPulse, type Tick } from './nodes/pulse.ts'
import { readBalance, type At } from './read/read-balance.ts'
import { readEscrowDeposit } from './read/read-escrow-deposit.ts'
import { readEscrowShares } from './read/read-escrow-fee.ts'
import { readEscrowRefund } from './read/read-escrow-refund.ts'
import { readEscrowWithdrawals } from './read/read-escrow-withdrawals.ts'
import { readFees } from './read/read-fees.ts'
import { createNonceReader } from './read/read-nonces.ts'
import { feeOracles, readL1Fee } from './read/read-l1-fee.ts'
import { readApprovals, readTransfers } from './read/read-logs.ts'
import { readNonceUse } from './read/read-nonce-use.ts'
import { readInclusion, readReceipt, readTransferInclusion } from './read/read-receipt.ts'
import { readSent } from './read/read-sent.ts'
import {
  readBlockHash,
  readFinalized,
  readStanding,
  type FinalityRule,
  type Standing as NodeStanding,
} from './read/read-standing.ts'
import { findKnownChain } from './registry/find-known-chain.ts'
import type { KnownChain } from './registry/known-chain.ts'
import { isNodesAnswer } from './nodes/rpc-errors.ts'
import { agreedRefusal } from './send/read-send-error.ts'
import { createTroubleWatch } from './nodes/watch-trouble.ts'
import { countSame } from './guard/same-transfer.ts'
import { sendRaw } from './send/send-raw.ts'
import { simulateCalls } from './plan/simulate-calls.ts'

export interface ChainOptions extends Pick<NodesOptions, 'fetch' | 'timer' | 'monotonic' | 'signal' | 'onFailed'> {
  readonly chainId: number
  /** RPC addresses in the order they are asked. */
  readonly rpcUrls: readonly string[]
  /** The depth that counts as final if the nodes do not say; undefined uses the registry's. */
  readonly finalityDepth: number | undefined
  /** The chain last signed for, as `31337:0x…`; none if left out. */
  readonly signedOn?: string | null
  /** Milliseconds for one exchange with a node, and for one question to it; 10 s by default. */
  readonly timeoutMs?: number
  /** Facts about the chain, null for none; looked up by chain id if left out. */
  readonly known?: KnownChain | null
  /** Called when the network's trouble changed or ended. */
  readonly onTrouble?: (() => void) | undefined
}

/**
 * Opens one network over JSON-RPC. A node's chain id is checked before its first answer is believed. Questions that decide over coins go to
 * every node, and `agree.ts` combines their answers.
 */
export function openChain(options: ChainOptions): Chain {
  const { known = findKnownChain(options.chainId), monotonic = () => performance.now() } = options
  const nodes = openNodes({
    ...options,
    timeoutMs: options.timeoutMs ?? 10_000,
    genesisHash: known?.genesisHash ?? null,
    signedOn: genesisOf(options.signedOn ?? null),
    blockTimeMs: known?.blockTimeMs ?? null,
    onAsked: () => watch.noted(),
  })
  const { askAll, askCompared, count } = nodes
  const depth = options.finalityDepth ?? known?.finality.fallbackDepth
  const finality: FinalityRule = {
    trustsTag: known?.finality.trustsTag ?? true,
    depth: depth === undefined ? null : BigInt(depth),
  }
  const feeKind = known?.feeKind ?? 'plain'
  // Many purchases poll at the same time, and each only needs an answer that is not older than its question.
  const head = coalesce(() => nodes.head())
  const pulse = createPulse({
    readHead: head,
    blockMs: known?.blockTimeMs ?? null,
    restMs: nodes.restMs,
    monotonic,
  })
  const blockTime = async (blockNumber: bigint): Promise<number> =>
    Number(majorityAnswer(await askAll(async (client) => (await client.getBlock({ blockNumber })).timestamp))) * 1000
  const watch = createTroubleWatch({
    report: nodes.report,
    pulse,
    blockMs: known?.blockTimeMs ?? null,
    blockTime,
    monotonic,
    onTrouble: () => options.onTrouble?.(),
  })
  const tick = async (): Promise<Tick> => {
    const seen = await pulse.tick()
    watch.noted()
    return seen
  }
  const nonces = createNonceReader(nodes, options.chainId, tick, monotonic)

  const finalized = coalesce(async () =>
    reachedByMajority(await askAll((client) => readFinalized(client, finality)), count),
  )

  async function balance(
    spent: Spent | null,
    read: (client: PublicClient, at: At) => Promise<bigint>,
  ): Promise<bigint> {
    const newest = spent === null ? 0n : (await tick()).head
    const answers = await askAll((client) => readBalance((at) => read(client, at), spent, newest))
    return reachedByMajority(answers, count)
  }

  /** Returns whether any node shows that a transaction reverted: then the logs that another node shows prove nothing. */
  const isShownReverted = async (hash: Hash): Promise<boolean> =>
    (await askAll((client) => readReceipt(client, hash))).some((receipt) => receipt?.succeeded === false)

  /** Compares the nodes' blocks at a final height. */
  async function compareBlocks(): Promise<void> {
    const height = await finalized()
    await askCompared(
      (client) => readBlockHash(client, height),
      (answers) => contradictions(answers, Object.is),
    )
  }

  return {
    chainId: options.chainId,
    instance: nodes.instance,
    isUnchanged: nodes.isUnchanged,
    head,
    tick,
    untilTick: async (blocks) => pulse.until(blocks),
    nonces: nonces.ofTick,
    nodes: nodes.report,
    trouble: watch.trouble,
    async checkNodes() {
      // A node's failure appears in its report.
      await nodes
        .head('check')
        .then(compareBlocks)
        .catch(() => undefined)
      return nodes.report()
    },
    finalized,
    async minedNonce(address) {
      return agreedMark(await askAll((client) => readNonce(client, address)), count)
    },
    async standing(block) {
      const answers = await askCompared(
        (client) => readStanding(client, finality, block),
        (given) => contradictions(given.map(certain), Object.is),
      )
      return agreedStanding(answers, count)
    },
    async nonceUse(account, nonce, own) {
      const answers = await askAll(
        (client) => readNonceUse(client, { chainId: options.chainId, account, nonce, own }),
        'search',
      )
      const found = agreedNonceUse(answers, own, count)
      const use = found && { ...found, emitted: found.emitted && !(await isShownReverted(found.hash)) }
      if (use === null || use.isBacked || !own.includes(use.hash)) return use
      // Nodes that do not find it by its hash still have it in their block, or their block contradicts it.
      const place = { hash: use.hash, blockNumber: use.block.number, blockHash: use.block.hash }
      const inclusions = await askAll((client) => readInclusion(client, place))
      if (isIncluded(inclusions, count)) return use
      return isAbsentFromMost(inclusions, count) ? agreedNonceUse(withoutOwn(answers, own), own, count) : null
    },
    sent: async (account, hash) => agreedSent(await askAll((client) => readSent(client, account, hash)), count),
    blockTime,
    highestNonce: nonces.highest,
    pendingNonce: nonces.pending,
    nativeBalance: (address, spent = null) => balance(spent, (client, at) => client.getBalance({ address, ...at })),
    tokenBalance: (address, account, spent = null) =>
      balance(spent, (client, at) =>
        client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account], ...at }),
      ),
    allowance: async (address, owner, spender) =>
      majorityAnswer(
        await askAll((client) =>
          client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
        ),
      ),
    isContract: async (address) => (await askAll((client) => hasCode(client, address))).includes(true),
    // A lie about a coin's decimals is not outvoted: Till then does not pay with the coin.
    tokenFacts: async (address) => unanimous(await askAll((client) => readTokenFacts(client, address))),
    escrowShares: async (question) => majorityAnswer(await askAll((client) => readEscrowShares(client, question))),
    escrowDeposit: async (question) =>
      majorityOfAll(await askAll((client) => readEscrowDeposit(client, question)), count),
    escrowRefund: async (question) => majorityAnswer(await askAll((client) => readEscrowRefund(client, question))),
    escrowWithdrawals: async (question) =>
      majorityOfAll(await askAll((client) => readEscrowWithdrawals(client, question)), count) ?? [],
    async receipt(hash) {
      const answers = await askCompared(
        (client) => readReceipt(client, hash),
        (given) => contradictions(given, isSameEnd),
      )
      const receipt = agreedReceipt(answers, count)
      if (receipt === null || answers.every((answer) => answer !== null)) return receipt
      // Nodes that do not know it may have pruned it: their block still has it.
      return isIncluded(await askAll((client) => readInclusion(client, receipt)), count) ? receipt : null
    },
    fees: async () => agreedFees(await askAll((client) => readFees(client, feeKind)), known?.tipFloor ?? 0n),
    async l1Fee(raw, gasLimit) {
      if (feeOracles[feeKind] === undefined) return 0n
      return middleBy(await askAll((client) => readL1Fee(client, feeKind, raw, gasLimit)), (fee) => fee)
    },
    estimateGas: async (from, call) => agreedEstimate(await askAll((client) => estimate(client, from, call))),
    send: async (raw) => agreedRefusal(await askAll((client) => sendRaw(client, raw), 'urgent')),
    simulate: async (account, calls, tokens) =>
      agreedSimulation(await askAll((client) => simulateCalls(client, account, calls, tokens))),
    async transfersTo(token, to, fromBlock, toBlock) {
      const answers = await askAll((client) => readTransfers(client, [token], { to }, fromBlock, toBlock), 'search')
      const listed = anyTransfers(answers)
      // `nth` tells equal transfers of one transaction apart: each needs its own evidence.
      const isProven = async (one: TokenTransfer, nth: number): Promise<boolean> =>
        isListedByMost(one, answers, count, nth) ||
        isIncluded(await askAll((client) => readTransferInclusion(client, one, nth)), count)
      return Promise.all(
        listed.map(async (one, index) => ({
          ...one,
          isProven: await isProven(one, countSame(one, listed.slice(0, index + 1))),
        })),
      )
    },
    transfersFrom: async (tokens, from, fromBlock, toBlock) =>
      anyTransfers(await askAll((client) => readTransfers(client, tokens, { from }, fromBlock, toBlock), 'search')),
    // Any node's findings: each is verified before it counts.
    approvalsBy: async (tokens, owner, fromBlock, toBlock) =>
      (await askAll((client) => readApprovals(client, tokens, owner, fromBlock, toBlock), 'search')).flat(),
  }
}

/** Returns a node's answer about a block if no other honest node can contradict it, else null. */
function certain(standing: NodeStanding): NodeStanding | null {
  return standing === 'final' || standing === 'gone' ? standing : null
}

function genesisOf(instance: string | null): Hash | null {
  return instance === null ? null : (instance.slice(instance.indexOf(':') + 1) as Hash)
}

async function readNonce(client: PublicClient, address: Address): Promise<{ nonce: number; at: BlockRef }> {
  const { number, hash } = await client.getBlock()
  return { nonce: await client.getTransactionCount({ address, blockNumber: number }), at: { number, hash } }
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
      // The contract has no such function, or it returns another shape.
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

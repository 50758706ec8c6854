import {
  BlockNotFoundError,
  TransactionReceiptNotFoundError,
  erc20Abi,
  getAbiItem,
  type Address,
  type Hash,
  type Hex,
  type PublicClient,
} from 'viem'
import type {
  BlockRef,
  Call,
  Chain,
  Fees,
  Finality,
  Receipt,
  TokenApproval,
  TokenFacts,
  TokenTransfer,
} from './chain.ts'
import { afresh } from '../../shared/afresh.ts'
import {
  agreedFinality,
  agreedReceipt,
  agreedSimulation,
  agreedTransfers,
  anyTransfers,
  greatest,
  least,
  unanimous,
} from './agree.ts'
import { isNodesAnswer, openNodes } from './nodes.ts'
import { simulateCalls } from './simulate-calls.ts'

export interface ChainOptions {
  readonly chainId: number
  /** RPC addresses in the order they are asked. */
  readonly rpcUrls: readonly string[]
  /** Depth that counts as final where the node does not say; undefined keeps to the node's word. */
  readonly finalityDepth: number | undefined
  readonly timeoutMs?: number
}

const DEFAULT_DEPTH = 64n

/**
 * Reads and writes one network over JSON-RPC; a node's chain id is checked before its first answer is believed. Whatever decides
 * over coins is asked of every node, and what `agree.ts` makes of their answers counts; the rest is asked of one.
 */
export function openChain(options: ChainOptions): Chain {
  const nodes = openNodes({ ...options, timeoutMs: options.timeoutMs ?? 10_000 })
  const { ask, askAll } = nodes
  const depth = BigInt(options.finalityDepth ?? DEFAULT_DEPTH)
  const askPendingNonces = (address: Address): Promise<readonly [number, ...number[]]> =>
    askAll((client) => client.getTransactionCount({ address, blockTag: 'pending' }))
  return {
    chainId: options.chainId,
    instance: nodes.instance,
    // Many purchases look at the same time, and each only needs an answer that is not older than its question.
    head: afresh(async () => least(await askAll((client) => client.getBlockNumber()))),
    finalized: afresh(async () => least(await askAll((client) => readFinalized(client, depth)))),
    async minedNonce(address) {
      const answers = await askAll((client) => readNonce(client, address))
      return answers.reduce((low, answer) => (answer.nonce < low.nonce ? answer : low))
    },
    finality: async (block, hashes) =>
      agreedFinality(await askAll((client) => readFinality(client, depth, block, hashes)), nodes.count),
    blockTime: async (blockNumber) =>
      Number(unanimous(await askAll(async (client) => (await client.getBlock({ blockNumber })).timestamp))) * 1000,
    pendingNonce: async (address) => least(await askPendingNonces(address)),
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
    receipt: async (hash) => agreedReceipt(await askAll((client) => readReceipt(client, hash))),
    fees: async () => {
      const [first, ...others] = await askAll(readFees)
      return others.reduce((low, fees) => (fees.maxFeePerGas < low.maxFeePerGas ? fees : low), first)
    },
    estimateGas: (from, call) => ask((client) => estimate(client, from, call)),
    send: async (raw: Hex) =>
      void (await askAll(async (client) => void (await client.sendRawTransaction({ serializedTransaction: raw })))),
    simulate: async (account, calls, tokens) =>
      agreedSimulation(await askAll((client) => simulateCalls(client, account, calls, tokens))),
    transfersTo: async (token, to, fromBlock, toBlock) =>
      agreedTransfers(await askAll((client) => readTransfers(client, [token], { to }, fromBlock, toBlock))),
    transfersFrom: async (tokens, from, fromBlock, toBlock) =>
      anyTransfers(await askAll((client) => readTransfers(client, tokens, { from }, fromBlock, toBlock))),
    // What any node knows of: each is read on its own before it counts.
    approvalsBy: async (tokens, owner, fromBlock, toBlock) =>
      (await askAll((client) => readApprovals(client, tokens, owner, fromBlock, toBlock))).flat(),
  }
}

async function readFinalized(client: PublicClient, depth: bigint): Promise<bigint> {
  try {
    const block = await client.getBlock({ blockTag: 'finalized' })
    return block.number
  } catch (error) {
    if (!isNodesAnswer(error)) throw error
    const head = await client.getBlockNumber()
    return head > depth ? head - depth : 0n
  }
}

async function readNonce(client: PublicClient, address: Address): Promise<{ nonce: number; at: BlockRef }> {
  const { number, hash } = await client.getBlock()
  return { nonce: await client.getTransactionCount({ address, blockNumber: number }), at: { number, hash } }
}

async function readFinality(
  client: PublicClient,
  depth: bigint,
  { number, hash }: BlockRef,
  hashes: readonly Hash[],
): Promise<{ block: Finality; anyReceipt: boolean }> {
  const [finalized, block] = await Promise.all([
    readFinalized(client, depth),
    client.getBlock({ blockNumber: number }).catch((error: unknown) => {
      if (error instanceof BlockNotFoundError) return null
      throw error
    }),
  ])
  if (block?.hash !== hash) return { block: 'gone', anyReceipt: false }
  // Asked after the block: what this node has in it has its receipt by now.
  const receipts = await Promise.all(hashes.map((one) => readReceipt(client, one)))
  return { block: number <= finalized ? 'final' : 'open', anyReceipt: receipts.some((receipt) => receipt !== null) }
}

async function readReceipt(client: PublicClient, hash: Hash): Promise<Receipt | null> {
  try {
    const receipt = await client.getTransactionReceipt({ hash })
    return {
      hash,
      succeeded: receipt.status === 'success',
      blockNumber: receipt.blockNumber,
      blockHash: receipt.blockHash,
      fee: receipt.gasUsed * receipt.effectiveGasPrice,
    }
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

/** Twice the base fee, as wallets do: a payment then stays mineable through five or six full blocks in a row. */
async function readFees(client: PublicClient): Promise<Fees> {
  const [block, maxPriorityFeePerGas] = await Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()])
  if (block.baseFeePerGas === null) throw new Error('The network has no base fee')
  return { maxFeePerGas: block.baseFeePerGas * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas }
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

const transferEvent = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

async function readTransfers(
  client: PublicClient,
  tokens: readonly Address[],
  args: { readonly to: Address } | { readonly from: Address },
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly TokenTransfer[]> {
  const address = [...tokens]
  const logs = await client.getLogs({ address, event: transferEvent, args, fromBlock, toBlock, strict: true })
  return logs.map((log) => ({
    hash: log.transactionHash,
    logIndex: log.logIndex,
    token: log.address,
    from: log.args.from,
    to: log.args.to,
    units: log.args.value,
    blockNumber: log.blockNumber,
  }))
}

const approvalEvent = getAbiItem({ abi: erc20Abi, name: 'Approval' })

async function readApprovals(
  client: PublicClient,
  tokens: readonly Address[],
  owner: Address,
  fromBlock: bigint,
  toBlock: bigint,
): Promise<readonly TokenApproval[]> {
  const address = [...tokens]
  const logs = await client.getLogs({
    address,
    event: approvalEvent,
    args: { owner },
    fromBlock,
    toBlock,
    strict: true,
  })
  return logs.map(({ address: token, args: { spender } }) => ({ token, spender }))
}

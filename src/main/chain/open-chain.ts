import {
  BaseError,
  RpcRequestError,
  TransactionReceiptNotFoundError,
  createPublicClient,
  erc20Abi,
  fallback,
  getAbiItem,
  http,
  type Address,
  type Hash,
  type Hex,
  type PublicClient,
} from 'viem'
import { AppError } from '../../shared/errors.ts'
import type { Call, Chain, Fees, Receipt, TokenTransfer } from './chain.ts'
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

/** Reads and writes one network over JSON-RPC; the chain id is checked before the first answer is believed. */
export function openChain(options: ChainOptions): Chain {
  const client: PublicClient = createPublicClient({
    transport: fallback(
      options.rpcUrls.map((url) => http(url, { timeout: options.timeoutMs ?? 10_000, retryCount: 0 })),
      { retryCount: 1, retryDelay: 200 },
    ),
    cacheTime: 0,
  })
  let checked: Promise<string> | null = null

  async function checkInstance(): Promise<string> {
    const [chainId, genesis] = await Promise.all([client.getChainId(), client.getBlock({ blockNumber: 0n })])
    if (chainId !== options.chainId) {
      throw new AppError('network-mismatch', `Expected chain ${options.chainId}, found ${chainId}`)
    }
    return `${chainId}:${genesis.hash}`
  }

  async function instance(): Promise<string> {
    checked ??= checkInstance()
    try {
      return await checked
    } catch (error) {
      checked = null
      throw asAppError(error)
    }
  }

  async function ask<T>(question: () => Promise<T>): Promise<T> {
    await instance()
    try {
      return await question()
    } catch (error) {
      throw asAppError(error)
    }
  }

  async function finalized(): Promise<bigint> {
    try {
      const block = await client.getBlock({ blockTag: 'finalized' })
      return block.number
    } catch (error) {
      if (!isNodesAnswer(error)) throw error
      const head = await client.getBlockNumber()
      const depth = BigInt(options.finalityDepth ?? DEFAULT_DEPTH)
      return head > depth ? head - depth : 0n
    }
  }

  return {
    chainId: options.chainId,
    instance,
    head: () => ask(() => client.getBlockNumber()),
    finalized: () => ask(finalized),
    minedNonce: (address, blockNumber) =>
      ask(() => client.getTransactionCount(blockNumber === undefined ? { address } : { address, blockNumber })),
    pendingNonce: (address) => ask(() => client.getTransactionCount({ address, blockTag: 'pending' })),
    nativeBalance: (address) => ask(() => client.getBalance({ address })),
    tokenBalance: (address, account) =>
      ask(() => client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] })),
    allowance: (address, owner, spender) =>
      ask(() => client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })),
    receipt: (hash) => ask(() => readReceipt(client, hash)),
    fees: () => ask(() => readFees(client)),
    estimateGas: (from, call) => ask(() => estimate(client, from, call)),
    send: (raw: Hex) => ask(async () => void (await client.sendRawTransaction({ serializedTransaction: raw }))),
    simulate: (account, calls, tokens) => ask(() => simulateCalls(client, account, calls, tokens)),
    transfersTo: (token, to, fromBlock) => ask(() => readTransfers(client, token, to, fromBlock)),
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('network-unreachable', 'The network did not answer as expected', { cause: error })
}

/** Whether the node itself answered with an error, as opposed to not being reached. */
function isNodesAnswer(error: unknown): boolean {
  return error instanceof BaseError && error.walk((cause) => cause instanceof RpcRequestError) !== null
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

async function readFees(client: PublicClient): Promise<Fees> {
  const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
  return { maxFeePerGas, maxPriorityFeePerGas }
}

async function estimate(client: PublicClient, account: Address, call: Call): Promise<bigint | null> {
  try {
    return await client.estimateGas({ account, ...call })
  } catch (error) {
    if (isNodesAnswer(error)) return null
    throw error
  }
}

const transferEvent = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

async function readTransfers(
  client: PublicClient,
  address: Address,
  to: Address,
  fromBlock: bigint,
): Promise<readonly TokenTransfer[]> {
  const logs = await client.getLogs({ address, event: transferEvent, args: { to }, fromBlock, strict: true })
  return logs.map((log) => ({
    hash: log.transactionHash,
    from: log.args.from,
    units: log.args.value,
    blockNumber: log.blockNumber,
  }))
}

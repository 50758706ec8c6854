import { numberToHex, pad, toEventSelector, type Address, type Hash, type Hex } from 'viem'
import type { Mined, SimBlock, SimChain } from '../sim-chain.ts'
import type { Effects, SimLog } from '../sim-state.ts'
import type { SimTransaction } from '../sim-transaction.ts'

// The shapes of the Ethereum JSON-RPC specification that wallets read.

const TRANSFER = toEventSelector('Transfer(address,address,uint256)')
const APPROVAL = toEventSelector('Approval(address,address,uint256)')
const NO_BLOOM: Hex = `0x${'0'.repeat(512)}`
const NO_HASH: Hash = `0x${'0'.repeat(64)}`
const GAS_LIMIT = numberToHex(30_000_000)

export const hex = numberToHex
const topic = (address: Address): Hex => pad(address.toLowerCase() as Address)
const word = (units: bigint): Hex => numberToHex(units, { size: 32 })

/** Returns the logs that a call's effects leave. */
export function logsOf({ transfers, approvals, logs }: Pick<Effects, 'transfers' | 'approvals' | 'logs'>): SimLog[] {
  return [
    ...approvals.map(({ token, owner, spender, units }) => ({
      address: token,
      topics: [APPROVAL, topic(owner), topic(spender)],
      data: word(units),
    })),
    ...transfers.map(({ token, from, to, units }) => ({
      address: token,
      topics: [TRANSFER, topic(from), topic(to)],
      data: word(units),
    })),
    ...logs,
  ]
}

const encodedLogs = new WeakMap<SimBlock, readonly (SimLog & object)[]>()

/** Returns a block's logs with their indexes. */
export function logsIn(block: SimBlock): readonly (SimLog & object)[] {
  const known = encodedLogs.get(block)
  if (known) return known
  let logIndex = 0
  const logs = block.receipts.flatMap((receipt, index) =>
    logsOf(receipt).map((log) => ({
      ...log,
      ...inclusionOf(block, index),
      transactionHash: receipt.hash,
      logIndex: hex(logIndex++),
      removed: false,
      blockTimestamp: seconds(block),
    })),
  )
  encodedLogs.set(block, logs)
  return logs
}

function inclusionOf(block: SimBlock, index: number): object {
  return { blockHash: block.hash, blockNumber: hex(block.number), transactionIndex: hex(index) }
}

function seconds({ minedAt }: SimBlock): Hex {
  return hex(Math.floor(minedAt / 1000))
}

/** Encodes a block, with whole transactions if `full`. */
export function encodeBlock(chain: SimChain, block: SimBlock, full: boolean): object {
  const { number, hash, parentHash, baseFee, receipts } = block
  const gasUsed = receipts.reduce((sum, receipt) => sum + receipt.gasUsed, 0n)
  return {
    number: hex(number),
    hash,
    parentHash,
    timestamp: seconds(block),
    baseFeePerGas: hex(baseFee),
    gasLimit: GAS_LIMIT,
    gasUsed: hex(gasUsed),
    nonce: '0x0000000000000000',
    difficulty: '0x0',
    size: '0x400',
    extraData: '0x',
    logsBloom: NO_BLOOM,
    miner: chain.contracts.treasury,
    mixHash: NO_HASH,
    uncles: [],
    stateRoot: hash,
    receiptsRoot: hash,
    transactionsRoot: hash,
    sha3Uncles: NO_HASH,
    transactions: full
      ? receipts.map((receipt) => encodeTransaction(chain, { block, receipt }))
      : receipts.map((receipt) => receipt.hash),
  }
}

/** Encodes a mined transaction. */
export function encodeTransaction(chain: SimChain, { block, receipt }: Mined): object {
  const { hash, from, to, nonce, gasUsed, gasPrice, transaction } = receipt
  const inclusion = { ...inclusionOf(block, block.receipts.indexOf(receipt)), gasPrice: hex(gasPrice) }
  if (transaction) return { ...encodeBytes(chain, transaction), ...inclusion }
  const fees = { maxFeePerGas: hex(gasPrice), maxPriorityFeePerGas: '0x0' }
  const rest = { value: '0x0', input: '0x', r: '0x1', s: '0x1', v: '0x0', yParity: '0x0', accessList: [] }
  const base = { type: '0x2', chainId: hex(chain.chainId), nonce: hex(nonce), gas: hex(gasUsed) }
  return { hash, from, to, ...base, ...fees, ...rest, ...inclusion }
}

/** Encodes a pending transaction. */
export function encodeWaiting(chain: SimChain, transaction: SimTransaction): object {
  const nowhere = { blockHash: null, blockNumber: null, transactionIndex: null }
  return { ...encodeBytes(chain, transaction), ...nowhere, gasPrice: hex(transaction.maxFeePerGas) }
}

function encodeBytes(chain: SimChain, one: SimTransaction): object {
  const { hash, from, to, r, s } = one
  const parity = hex(one.yParity)
  return {
    type: '0x2',
    chainId: hex(chain.chainId),
    hash,
    from,
    to,
    nonce: hex(one.nonce),
    gas: hex(one.gas),
    value: hex(one.value),
    input: one.data,
    r,
    s,
    v: parity,
    yParity: parity,
    accessList: [],
    maxFeePerGas: hex(one.maxFeePerGas),
    maxPriorityFeePerGas: hex(one.maxPriorityFeePerGas),
  }
}

/** Encodes a receipt. */
export function encodeReceipt({
  block,
  receipt,
}: Mined): Readonly<Record<string, unknown>> & { readonly logs: readonly object[] } {
  const { hash, from, to, succeeded, gasUsed, gasPrice } = receipt
  const index = Math.max(0, block.receipts.indexOf(receipt))
  const cumulative = block.receipts.slice(0, index + 1).reduce((sum, one) => sum + one.gasUsed, 0n)
  return {
    ...inclusionOf(block, index),
    transactionHash: hash,
    from,
    to,
    contractAddress: null,
    type: '0x2',
    status: succeeded ? '0x1' : '0x0',
    gasUsed: hex(gasUsed),
    effectiveGasPrice: hex(gasPrice),
    cumulativeGasUsed: hex(cumulative),
    logsBloom: NO_BLOOM,
    logs: logsIn(block).filter((log) => 'transactionHash' in log && log.transactionHash === hash),
  }
}

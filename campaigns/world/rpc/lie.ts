import type { Hash, Hex } from 'viem'
import type { LogFilter } from './answer-logs.ts'
import { noEffects } from '../sim-state.ts'
import { encodeBlock, encodeReceipt, hex } from './encode.ts'
import { lieAboutOwed, lieAboutRecords } from './lie-about-escrow.ts'
import { addRefund, inventRefundReceipt } from './invent-refund.ts'
import type { View } from './view.ts'
import type { ClientName } from './wordings.ts'

/** Changes a true answer if the node lies about it. Till would believe a single node, so only a minority lies. */
export function lie(view: View, method: string, params: readonly unknown[], truth: unknown): unknown {
  switch (method) {
    case 'eth_chainId':
      return falsify(view, 'false-chain-id', truth, () => '0x1')
    case 'eth_getBlockByNumber':
      if (isGenesis(params)) return falsify(view, 'false-genesis', truth, () => withHash(truth, `0x${'6'.repeat(64)}`))
      return params[0] === FAR_BLOCK ? showFarBlock(view, truth) : lieAboutFee(view, truth)
    case 'eth_maxPriorityFeePerGas':
    case 'eth_gasPrice':
      return lieAboutFee(view, truth)
    case 'eth_getBalance':
      return falsify(view, 'false-balance', truth, () => hex(BigInt(String(truth)) * view.limits.falseBalance))
    case 'eth_call':
      return lieAboutTokens(view, params, truth)
    case 'eth_getLogs':
      return addRefund(view, params[0] as LogFilter, lieAboutRecords(view, truth as readonly object[]))
    case 'eth_getTransactionReceipt':
      return truth === null ? invent(view, params[0] as Hash) : alterReceipt(view, truth as RpcReceipt)
    default:
      return truth
  }
}

function falsify<T>(view: View, kind: Parameters<View['has']>[0], truth: T, untruth: () => unknown): unknown {
  if (truth === null || truth === undefined || !view.has(kind)) return truth
  view.recordFault(kind)
  return untruth()
}

function isGenesis([name]: readonly unknown[]): boolean {
  return name === '0x0' || name === 'earliest'
}

function withHash(block: unknown, hash: Hash): object {
  return { ...(block as object), hash }
}

/** Multiplies the fee by a thousand, or makes it zero. */
function lieAboutFee(view: View, truth: unknown): unknown {
  const change = (fee: string): string => {
    if (view.has('false-fee-zero')) return '0x0'
    return view.has('false-fee-high') ? hex(BigInt(fee) * 1000n) : fee
  }
  const note = (): void => view.recordFault(view.has('false-fee-zero') ? 'false-fee-zero' : 'false-fee-high')
  if (typeof truth === 'string') {
    const untruth = change(truth)
    if (untruth !== truth) note()
    return untruth
  }
  if (typeof truth !== 'object' || truth === null || !('baseFeePerGas' in truth)) return truth
  const baseFeePerGas = change(String(truth.baseFeePerGas))
  if (baseFeePerGas === truth.baseFeePerGas) return truth
  note()
  return { ...truth, baseFeePerGas }
}

const BALANCE_OF = '0x70a08231'

function lieAboutTokens(view: View, [call]: readonly unknown[], truth: unknown): unknown {
  const { to, input = '', data = input } = call as { to?: string; data?: string; input?: string }
  if (!data.startsWith(BALANCE_OF)) return lieAboutOwed(view, { ...(to && { to }), data }, truth as Hex)
  return falsify(view, 'false-balance', truth, () =>
    hex(BigInt(String(truth)) * view.limits.falseBalance, { size: 32 }),
  )
}

/** Status values that real nodes have shown for a success. */
const oddStatuses: Readonly<Record<ClientName, unknown>> = {
  geth: null,
  reth: undefined,
  besu: '0x01',
  nethermind: 1,
  erigon: true,
  nitro: '',
}

interface RpcReceipt {
  readonly logs: readonly object[]
}

/** Gives a receipt a meaningless status, or removes its gas price. */
function alterReceipt(view: View, receipt: RpcReceipt): object {
  const truth = { ...receipt, logs: lieAboutRecords(view, receipt.logs) }
  const status = falsify(view, 'receipt-odd-status', truth, () => ({ ...truth, status: oddStatuses[view.client] }))
  const fee = falsify(view, 'receipt-priceless', status, () => ({
    ...(status as object),
    effectiveGasPrice: undefined,
  }))
  return fee as object
}

/** A block number that a JavaScript number cannot hold exactly. */
const FAR_BLOCK = '0xfffffffffffffff'
const FAR_HASH: Hash = `0x${'7'.repeat(64)}`

function showFarBlock(view: View, truth: unknown): unknown {
  if (!view.has('false-far-block')) return truth
  return {
    ...encodeBlock(view.chain, view.head, false),
    number: FAR_BLOCK,
    hash: FAR_HASH,
    transactions: view.chain.pool().map(({ hash }) => hash),
  }
}

/**
 * Invents a receipt of an unmined transaction, in a block that every node knows or in one that only this node has;
 * or returns that of another transaction.
 */
function invent(view: View, hash: Hash): object | null {
  const refund = inventRefundReceipt(view, hash)
  if (refund !== null) return refund
  if (view.has('receipt-foreign')) {
    view.recordFault('receipt-foreign')
    return { ...inventIn(view, hash, false), transactionHash: `0x${'9'.repeat(64)}` }
  }
  if (view.has('false-far-block')) {
    view.recordFault('false-far-block')
    return { ...inventIn(view, hash, true), blockNumber: FAR_BLOCK, blockHash: FAR_HASH }
  }
  const succeeded = view.has('false-receipt')
  if (!succeeded && !view.has('false-revert')) return null
  view.recordFault(succeeded ? 'false-receipt' : 'false-revert')
  return inventIn(view, hash, succeeded)
}

function inventIn({ chain, head }: View, hash: Hash, succeeded: boolean): object {
  const block = chain.blocks()[Math.max(0, head.number - 1)] ?? head
  const [from, to] = [chain.contracts.treasury, chain.contracts.router]
  return encodeReceipt({
    block,
    receipt: {
      hash,
      from,
      to,
      nonce: 0,
      succeeded,
      gasUsed: 60_000n,
      gasPrice: 1n,
      fee: 60_000n,
      ...noEffects,
      transaction: null,
    },
  })
}

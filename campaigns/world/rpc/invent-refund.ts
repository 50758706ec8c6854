import type { Hash } from 'viem'
import type { Mined } from '../sim-chain.ts'
import { key, noEffects, type SimTransfer } from '../sim-state.ts'
import { isWanted, type LogFilter } from './answer-logs.ts'
import { encodeReceipt, logsIn } from './encode.ts'
import type { View } from './view.ts'

const REFUND_HASH: Hash = `0x${'8'.repeat(64)}`

/** Adds an invented transfer to the logs of a dishonest node: the payee refunds exactly the last payment, one block later. */
export function addRefund(view: View, filter: LogFilter, logs: readonly object[]): readonly object[] {
  const refund = view.has('false-refund') ? inventRefund(view) : null
  if (refund === null || filter.blockHash !== undefined) return logs
  const { number } = refund.block
  const isInRange = number >= Number(filter.fromBlock) && number <= Number(filter.toBlock)
  const invented = logsIn(refund.block).filter((log) => isInRange && isWanted(filter, log))
  if (invented.length > 0) view.recordFault('false-refund')
  return [...logs, ...invented]
}

/** Returns the receipt of the invented transfer; null for any other transaction, and from an honest node. */
export function inventRefundReceipt(view: View, hash: Hash): object | null {
  const refund = hash === REFUND_HASH && view.has('false-refund') ? inventRefund(view) : null
  if (refund === null) return null
  view.recordFault('false-refund')
  return encodeReceipt(refund)
}

function inventRefund({ chain, head }: View): Mined | null {
  const { treasury, escrow } = chain.contracts
  const payees = [treasury, ...(escrow ? [escrow.vault] : [])]
  const paid = chain
    .blocks()
    .slice(0, head.number)
    .flatMap(({ number, receipts }) => receipts.flatMap(({ transfers }) => transfers.map((one) => ({ number, one }))))
    .findLast(({ one }) => payees.some((payee) => key(one.to) === key(payee)))
  const block = paid && chain.blocks()[paid.number + 1]
  return block ? mineRefund(block, paid.one) : null
}

/** Copies a block with the transfer as its only content. */
function mineRefund(block: Mined['block'], { token, from: payer, to: payee, units }: SimTransfer): Mined {
  const receipt = {
    hash: REFUND_HASH,
    from: payee,
    to: token,
    nonce: 0,
    succeeded: true,
    gasUsed: 60_000n,
    gasPrice: 1n,
    ...noEffects,
    fee: 60_000n,
    transfers: [{ token, from: payee, to: payer, units }],
    transaction: null,
  }
  return { block: { ...block, receipts: [receipt] }, receipt }
}

import { toEventSelector, toFunctionSelector, type AbiEvent, type AbiFunction, type Hex } from 'viem'
import { escrowEvents, escrowViews } from '../sim-escrow-abi.ts'
import { recordStatus } from '../sim-escrow-books.ts'
import { key, type SimLog } from '../sim-state.ts'
import { hex } from './encode.ts'
import type { View } from './view.ts'

/** More than any payer is ever owed. */
const PLENTY = 10n ** 15n
/** The first record is somebody else's. */
const OTHER_RECORD = 1n
/** The word indexes of a record's id and status, after the word with the record's offset. */
const [ID_WORD, STATUS_WORD] = [1, 12]

const selectorOf = (name: string): Hex =>
  toFunctionSelector(escrowViews.find((one) => one.name === name) as unknown as AbiFunction)
const RECORD = selectorOf('record')
const REFUNDS = selectorOf('getERC20RefundsFor')
const DEPOSIT = toEventSelector(escrowEvents.find(({ name }) => name === 'ERC20DepositReceived') as AbiEvent)

/** Claims that every record failed and that plenty may be withdrawn. */
export function lieAboutOwed(view: View, call: { readonly to?: string; readonly data: string }, truth: Hex): Hex {
  const { escrow } = view.chain.contracts
  const isAboutRefund = call.data.startsWith(RECORD) || call.data.startsWith(REFUNDS)
  if (!escrow || key(call.to ?? '') !== key(escrow.vault) || !isAboutRefund || !view.has('false-owed')) return truth
  view.recordFault('false-owed')
  const status = BigInt(recordStatus.failed)
  return call.data.startsWith(RECORD) ? withWord(truth, STATUS_WORD, status) : hex(PLENTY, { size: 32 })
}

/** Claims that every payment into an escrow made somebody else's record. */
export function lieAboutRecords<T extends object>(view: View, logs: readonly T[]): readonly T[] {
  return logs.map((log) => {
    const { topics, data } = log as T & SimLog
    if (topics[0] !== DEPOSIT || !view.has('false-record')) return log
    view.recordFault('false-record')
    return { ...log, data: withWord(data, ID_WORD, OTHER_RECORD) }
  })
}

function withWord(data: Hex, index: number, value: bigint): Hex {
  const at = 2 + 64 * index
  return `${data.slice(0, at)}${hex(value, { size: 32 }).slice(2)}${data.slice(at + 64)}` as Hex
}

import { decodeFunctionData, type Address } from 'viem'
import type { SimReceipt } from '../world/sim-chain.ts'
import { routerAbi } from '../world/sim-escrow-abi.ts'
import { findRecord, type EscrowBooks } from '../world/sim-escrow-books.ts'
import { key } from '../world/sim-state.ts'
import type { Shown } from './shown-by.ts'
import { contracts, type Simulation } from './simulation.ts'
import { callOf } from './watch-escrow.ts'

/** What the chain says of the refunds that were withdrawn from an escrow. */
export interface ClaimVerdict {
  /** Withdrawals that count for more than they brought or, though Till made them, for nothing. */
  readonly miscounted: number
  /** Withdrawals of Till beyond one of each record, of what is not its own, or of what was delivered or not decided. */
  readonly wrongful: number
}

/** Judges the withdrawals of a run at rest, by a ledger that may have forgotten something. */
export function judgeClaims(
  { chain, account, others }: Simulation,
  { counted, own }: Shown,
  forgot: boolean,
): ClaimVerdict {
  const withdrawals = chain
    .blocks()
    .flatMap(({ receipts, state: { escrow: books } }) =>
      receipts.flatMap((receipt) => (isWithdrawal(receipt, account.address) ? { books, receipt } : [])),
    )
  const tills = withdrawals.filter(({ receipt }) => !others.has(receipt.hash))
  const countedBy = (hash: string): bigint =>
    counted.filter((one) => one.hash === hash).reduce((sum, { units }) => sum + units, 0n)
  const isMiscounted = ({ receipt }: (typeof withdrawals)[number]): boolean => {
    const [came, counts] = [broughtBy(receipt, account.address), countedBy(receipt.hash)]
    if (counts > came) return true
    // What another program withdrew before may have counted already.
    return !forgot && own.has(receipt.hash) && receipt.succeeded && counts === 0n && others.size === 0
  }
  return {
    miscounted: withdrawals.filter(isMiscounted).length + countOverpaid(counted),
    wrongful:
      tills.filter(({ books, receipt }) => !isOwed(books, receipt, account.address)).length +
      countAgain(tills.flatMap(({ receipt }) => (receipt.succeeded ? receipt : []))),
  }
}

function isWithdrawal({ from, to, transaction }: SimReceipt, payer: Address): boolean {
  return key(from) === key(payer) && key(to) === key(contracts.escrow.router) && isCall(transaction)
}

const isCall = (transaction: SimReceipt['transaction']): boolean => callOf(transaction?.data) === 'withdrawERC20Refund'

function broughtBy({ transfers }: SimReceipt, payer: Address): bigint {
  return transfers
    .filter(({ from, to }) => key(from) === key(contracts.escrow.vault) && key(to) === key(payer))
    .reduce((sum, { units }) => sum + units, 0n)
}

/** Purchases that got back more than was paid for them, but by the person's word: they take a sum as it is. */
function countOverpaid(all: Shown['counted']): number {
  const counted = all.filter(({ evidence }) => evidence !== 'person')
  const purchases = new Map(counted.map(({ purchase, paid }) => [purchase, paid]))
  return [...purchases].filter(
    ([id, paid]) =>
      counted.filter(({ purchase }) => purchase === id).reduce((sum, { units }) => sum + units, 0n) > paid,
  ).length
}

/** Whether a withdrawal that Till sent asks for a failed payment of its own account. */
function isOwed(books: EscrowBooks, { transaction }: SimReceipt, payer: Address): boolean {
  const { args } = decodeFunctionData({ abi: routerAbi, data: transaction?.data ?? '0x' })
  if (args.length === 3) return key(args[2]) === key(payer)
  const record = typeof args[1] === 'bigint' ? findRecord(books, args[1]) : null
  return record !== null && key(record.payer) === key(payer) && record.outcome === 'failed'
}

/** Withdrawals of a record beyond the first, and of sums beyond one. */
function countAgain(succeeded: readonly Pick<SimReceipt, 'recordId'>[]): number {
  return succeeded.length - new Set(succeeded.map(({ recordId }) => recordId)).size
}

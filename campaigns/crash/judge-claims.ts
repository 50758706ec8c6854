import { decodeFunctionData, type Address } from 'viem'
import type { SimReceipt } from '../world/sim-chain.ts'
import { routerAbi } from '../world/sim-escrow-abi.ts'
import { findRecord, type EscrowBooks } from '../world/sim-escrow-books.ts'
import { key } from '../world/sim-state.ts'
import type { Shown } from './read-shown.ts'
import { contracts, type Simulation } from './simulation.ts'
import { callOf } from './watch-escrow.ts'

/** What the chain says about the refunds withdrawn from an escrow. */
export interface ClaimVerdict {
  /** Withdrawals that count for more than they brought, and withdrawals by Till that count for nothing. */
  readonly miscounted: number
  /** Withdrawals by Till beyond one of each record, of records that are not its own, or of records delivered or undecided. */
  readonly wrongful: number
}

/** Judges the withdrawals of a finished run, whose ledger may have forgotten something. */
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
    // An earlier withdrawal by another program may have counted already.
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

/** Counts the purchases refunded beyond their payment. Sums that a person confirmed are exempt, because they count in full. */
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

/** Counts the withdrawals of a record beyond the first, and those of sums beyond one. */
function countAgain(succeeded: readonly Pick<SimReceipt, 'recordId'>[]): number {
  return succeeded.length - new Set(succeeded.map(({ recordId }) => recordId)).size
}

import type { Address, Hash } from 'viem'
import type { SimClock } from './clock.ts'
import type { SimChain } from './sim-chain.ts'
import { authorizedLog } from './sim-escrow-abi.ts'
import {
  addDeposit,
  decideRecord,
  findRecord,
  recordStatus,
  totalOf,
  type EscrowBooks,
  type EscrowRecord,
  type Generation,
  type SimEscrow,
} from './sim-escrow-books.ts'
import { escrowFee } from './sim-escrow.ts'
import { key, moved, noEffects, type SimLog } from './sim-state.ts'

export type Outcome = 'failed' | 'success'

/** The operator of an escrow. All of its transactions are mined in the next block. */
export interface SimOperator {
  readonly escrow: SimEscrow
  pause(yes: boolean): Hash
  /** Switches the contracts to the code of a generation; the records stay. */
  upgrade(generation: Generation): Hash
  /** Pays units and the contract's fee for another payer. */
  deposit(payer: Address, token: Address, units: bigint): Hash
  /** Tries to decide a record. */
  decide(id: bigint, outcome: Outcome): Hash
  /** Decides the record of a payment, and repeats until that is final: blocks are reorganised, and the older code refuses for a while. */
  decideUntilFinal(payment: Hash, outcome: Outcome): void
}

const AGAIN_MS = 2_000

/** Creates the operator of a chain's escrow. */
export function createOperator(clock: SimClock, chain: SimChain): SimOperator {
  const { treasury: operator } = chain.contracts
  const escrow = escrowOf(chain)
  const { vault, router } = escrow

  function change(to: Address, next: (books: EscrowBooks) => EscrowBooks | null, logs: readonly SimLog[] = []): Hash {
    return chain.sendOther(operator, to, (state) => {
      const books = next(state.escrow)
      return books && { ...noEffects, logs, state: { ...state, escrow: books } }
    })
  }

  function decide(id: bigint, outcome: Outcome): Hash {
    const record = findRecord(chain.head().state.escrow, id)
    const logs = record && outcome === 'failed' ? [authorizedLog(escrow, record.payer, totalOf(record))] : []
    return change(vault, (books) => decideRecord(books, id, outcome), logs)
  }

  function decideUntilFinal(payment: Hash, outcome: Outcome): void {
    const id = chain.find(payment)?.receipt.recordId ?? 0n
    const isOpen = (books: EscrowBooks): boolean => (findRecord(books, id) ?? pending).status === recordStatus.pending
    if (isOpen(chain.head().state.escrow)) decide(id, outcome)
    if (isOpen(chain.finalized().state.escrow)) clock.timer(AGAIN_MS, () => decideUntilFinal(payment, outcome))
  }

  return {
    escrow,
    decide,
    decideUntilFinal,
    deposit(payer, token, tokenAmount) {
      const [service] = escrow.services
      const request = { payer, token, tokenAmount, fiatAmount: 500n, serviceRef: service?.references[0] ?? '' }
      const fee = escrowFee(escrow, service?.id ?? 0n, token, tokenAmount) ?? 0n
      return chain.sendOther(payer, router, (state) => ({
        ...noEffects,
        state: {
          ...state,
          balances: moved(state.balances, key(token, payer), key(token, vault), tokenAmount + fee),
          escrow: addDeposit(state.escrow, service?.id ?? 0n, request, fee, state.minedAt).books,
        },
      }))
    },
    pause: (isPaused) => change(router, (books) => ({ ...books, isPaused })),
    upgrade: (generation) => change(router, (books) => ({ ...books, generation })),
  }
}

/** Returns the escrow of a chain that has one. */
export function escrowOf({ contracts: { escrow } }: Pick<SimChain, 'contracts'>): SimEscrow {
  if (!escrow) throw new Error('The chain has no escrow')
  return escrow
}

const pending: Pick<EscrowRecord, 'status'> = { status: recordStatus.pending }

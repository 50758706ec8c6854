import type { Address } from 'viem'
import type { AttentionView } from '../../shared/purchases/attention-views.ts'
import { AppError } from '../../shared/errors.ts'
import type { ForeignPaymentView, SpendElsewhereView } from '../../shared/history/views.ts'
import type { WritableDb } from '../db/connections.ts'
import type { KnownExplorers } from '../chain/explorer-url.ts'
import { buildForeignProof, toForeignPaymentView, toSpendElsewhere } from './foreign-payment-view.ts'
import {
  acknowledgeForeignPayment,
  listForeignPayments,
  readForeignPayment,
  type ForeignPayment,
} from './foreign-payments-repository.ts'

/** Payments with this wallet that this ledger did not make. */
export interface ForeignPayments {
  /** Returns those that the service explains, newest first. */
  elsewhere(): SpendElsewhereView[]
  /** Returns those that nothing explains and the user has not acknowledged. */
  attention(): Extract<AttentionView, { about: 'foreign-payment' }>[]
  acknowledge(hash: string): void
  /** Returns a payment; throws AppError `not-found` for an unknown one. */
  get(hash: string): ForeignPaymentView
  /** Returns its known facts as JSON text; throws AppError `not-found`. */
  proof(hash: string): string
}

export interface ForeignPaymentsOptions {
  readonly ledger: WritableDb
  /** Returns the explorers a profile may open. */
  readonly explorers: (profileId: string) => KnownExplorers | null
  readonly now: () => number
  /** Returns whether Till holds no key of an account: what it pays elsewhere is its own affair. */
  readonly isWatched: (address: Address) => boolean
}

/** Opens the payments made elsewhere. */
export function openForeignPayments({ ledger, explorers, now, isWatched }: ForeignPaymentsOptions): ForeignPayments {
  function find(hash: string): ForeignPayment {
    const found = readForeignPayment(ledger, hash)
    if (found === null) throw new AppError('not-found', 'There is no such payment')
    return found
  }
  const view = (payment: ForeignPayment): ForeignPaymentView =>
    toForeignPaymentView(payment, explorers(payment.profileId))

  return {
    elsewhere: () =>
      listForeignPayments(ledger).flatMap((payment) =>
        payment.spend === null || payment.isOwn ? [] : [toSpendElsewhere(payment, payment.spend)],
      ),
    attention: () =>
      listForeignPayments(ledger)
        .filter(({ spend, acknowledged, address }) => spend === null && !acknowledged && !isWatched(address))
        .map((payment) => ({
          about: 'foreign-payment',
          raisedAt: new Date(payment.foundAt).toISOString(),
          payment: view(payment),
        })),
    acknowledge: (hash) => acknowledgeForeignPayment(ledger, find(hash).hash, now()),
    get: (hash) => view(find(hash)),
    proof: (hash) => buildForeignProof(find(hash), now()),
  }
}

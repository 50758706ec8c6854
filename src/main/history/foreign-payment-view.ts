import type { ForeignPaymentView, SpendElsewhereView } from '../../shared/history/views.ts'
import { explorerUrl, type KnownExplorers } from '../chain/explorer-url.ts'
import type { ForeignPayment, ForeignSpend } from './foreign-payments-repository.ts'

/** Returns the view of an unexplained payment; with its explorer page only if the profile knows the explorer. */
export function toForeignPaymentView(payment: ForeignPayment, known: KnownExplorers | null): ForeignPaymentView {
  const { hash, token, amount, chainRecord, happenedAt } = payment
  return {
    hash,
    token,
    amount,
    networkName: chainRecord.network,
    recipient: chainRecord.recipient,
    happenedAt,
    explorerUrl: chainRecord.explorer === null ? null : explorerUrl(chainRecord.explorer, hash, known),
  }
}

/** Returns the view of a spend made elsewhere. */
export function toSpendElsewhere(payment: ForeignPayment, spend: ForeignSpend): SpendElsewhereView {
  const { hash, token, amount, happenedAt } = payment
  return { hash, token, amount, ...spend, happenedAt }
}

/** Returns the known facts of an unexplained payment as JSON text for support; without keys and tokens. */
export function buildForeignProof(payment: ForeignPayment, now: number): string {
  const { hash, address, token, amount, chainRecord, happenedAt, foundAt } = payment
  const proof = {
    kind: 'till-foreign-payment',
    version: 1,
    madeAt: new Date(now).toISOString(),
    payment: { hash, from: address, to: chainRecord.recipient, amount, token, happenedAt },
    network: { name: chainRecord.network, instance: chainRecord.chainInstance, explorer: chainRecord.explorer },
    foundAt: new Date(foundAt).toISOString(),
    knownToService: payment.spend,
  }
  return `${JSON.stringify(proof, null, 2)}\n`
}

import type { ForeignPaymentView, SpendElsewhereView } from '../../shared/history/views.ts'
import { explorerUrl, type KnownExplorers } from '../chain/explorer-url.ts'
import type { ForeignPayment, ForeignSpend } from './foreign-payments-repository.ts'

/** Returns the view of an unexplained payment; with its explorer page only if the profile knows the explorer. */
export function toForeignPaymentView(payment: ForeignPayment, known: KnownExplorers | null): ForeignPaymentView {
  const { hash, token, amount, place, happenedAt } = payment
  return {
    hash,
    token,
    amount,
    networkName: place.network,
    recipient: place.recipient,
    happenedAt,
    explorerUrl: place.explorer === null ? null : explorerUrl(place.explorer, hash, known),
  }
}

/** Returns the view of a spend made elsewhere. */
export function toSpendElsewhere(payment: ForeignPayment, spend: ForeignSpend): SpendElsewhereView {
  const { hash, token, amount, happenedAt } = payment
  return { hash, token, amount, ...spend, happenedAt }
}

/** Returns the known facts of an unexplained payment as JSON text for support; without keys and tokens. */
export function buildForeignProof(payment: ForeignPayment, now: number): string {
  const { hash, address, token, amount, place, happenedAt, foundAt } = payment
  const proof = {
    kind: 'till-foreign-payment',
    version: 1,
    madeAt: new Date(now).toISOString(),
    payment: { hash, from: address, to: place.recipient, amount, token, happenedAt },
    network: { name: place.network, instance: place.chainInstance, explorer: place.explorer },
    foundAt: new Date(foundAt).toISOString(),
    knownToService: payment.spend,
  }
  return `${JSON.stringify(proof, null, 2)}\n`
}

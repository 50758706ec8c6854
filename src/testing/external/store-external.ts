import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import { sealDelivery } from '../../main/purchases/delivery.ts'
import type { ExternalPayment, Finding } from '../../main/purchases/external/external-payment.ts'
import { insertExternal, writeFinding } from '../../main/purchases/external/external-repository.ts'
import type { PurchaseContext } from '../../main/purchases/purchase-context.ts'
import { from, terms } from '../purchases/ledger.ts'

type Books = Pick<PurchaseContext, 'ledger' | 'sealer'>

/** Stores that another wallet is asked to pay what the test's terms say; returns the payment's id. */
export function storeExternal(books: Books, given: Partial<ExternalPayment> & { readonly at: number }): string {
  const { at, ...more } = given
  const id = randomUUID()
  const sealedDelivery = sealDelivery(books as PurchaseContext, id, { reference: '+525512345678', fields: [] })
  const place = { profileId: 'p', chainInstance: '7:0x0', from, repeatOf: null, draftId: null, replaces: null }
  const since = { sinceBlock: 4n, sinceTime: at, nonce: 3 }
  insertExternal(books.ledger, { askedAt: at, countedAt: at, ...place, terms, ...since, ...more, id, sealedDelivery })
  return id
}

/** Returns coins that arrived from the test's account, as a question. */
export function findingOf(given: Partial<Finding> & Pick<Finding, 'hash' | 'at'>): Finding {
  const coin = { token: terms.token.address as Address, symbol: terms.token.symbol, decimals: terms.token.decimals }
  const found = {
    foundAt: given.at,
    answeredAt: null,
    nonce: null,
    blockHash: null,
    goneAt: null,
    reason: 'too-little',
  } as const
  return { ordinal: 0, ...coin, from, units: 2_000_000n, block: 7n, ...found, ...given }
}

/** Stores coins that arrived for a payment, as a question. */
export function storeArrival({ ledger }: Pick<Books, 'ledger'>, paymentId: string, finding: Finding): void {
  writeFinding(ledger, paymentId, finding, finding.foundAt)
}

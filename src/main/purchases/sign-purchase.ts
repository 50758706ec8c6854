import type { PlannedStep } from '../chain/plan-payment.ts'
import type { SignedTransaction } from '../vault/vault-messages.ts'
import type { Payable } from './offer.ts'
import { allocateNonces } from './allocate-nonces.ts'
import type { PurchaseContext } from './purchase-context.ts'
import { appendEvent, insertPurchase, readPurchase, type NewPurchase } from './purchase-repository.ts'
import { insertStep, readTakenNonces } from './step-repository.ts'
import { storeConsent } from './terms-repository.ts'

/**
 * Signs every step of an authorized purchase under nonces of its own and stores purchase, steps and bytes in one commit, before
 * anything is sent. To be run under the account's and chain's mutex, so that no nonce is given twice.
 */
export async function signPurchase(
  context: PurchaseContext,
  purchase: Omit<NewPurchase, 'createdAt'>,
  payable: Payable,
): Promise<void> {
  const { chain, chainInstance, from, steps, terms } = payable
  const pending = await chain.pendingNonce(from)
  const nonces = allocateNonces(steps.length, pending, readTakenNonces(context.ledger, chainInstance, from, pending))
  const signed: { position: number; step: PlannedStep; nonce: number; bytes: SignedTransaction }[] = []
  for (const [position, step] of steps.entries()) {
    const nonce = nonces[position]
    if (nonce === undefined) throw new Error('A step without a nonce')
    const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas } = step
    const chainId = terms.network.chainId
    const bytes = await context.wallet.sign({
      transaction: { type: 'eip1559', chainId, nonce, to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas },
      expected: { chainId, nonce, to, from },
    })
    signed.push({ position, step, nonce, bytes })
  }
  const now = context.now()
  context.ledger
    .transaction(() => {
      insertPurchase(context.ledger, { ...purchase, createdAt: now })
      for (const { position, step, nonce, bytes } of signed) {
        insertStep(context.ledger, {
          purchaseId: purchase.id,
          position,
          kind: step.kind,
          chainInstance,
          from,
          nonce,
          hash: bytes.hash,
          raw: bytes.raw,
          feeAtMost: step.gas * step.maxFeePerGas,
          spendsUnits: step.kind === 'pay' ? terms.payment.units : 0n,
          signedAt: now,
        })
      }
      appendEvent(context.ledger, purchase.id, { type: 'signed' }, now)
      storeConsent(context.ledger, purchase.profileId, from, now)
      context.recipients.remember(purchase.profileId, chainInstance, terms.payment.recipient)
      // What could not be read again could not be followed: it is found out before it is sent.
      if (readPurchase(context.ledger, purchase.id) === null) throw new Error('A purchase was not stored')
    })
    .immediate()
}

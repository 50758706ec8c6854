import { randomUUID } from 'node:crypto'
import type { Address } from 'viem'
import type { WritableDb } from '../../main/db/connections.ts'
import { insertIntent, insertStep, updateStep } from '../../main/engine/steps/step-repository.ts'
import { insertTransfer } from '../../main/transfers/transfer-repository.ts'
import { from, terms } from '../purchases/ledger.ts'
import { unseen } from '../engine/signed-step.ts'

let nonce = 1000

export interface StoredTransfer {
  readonly at: number
  readonly from?: Address
  readonly units?: bigint
  readonly state?: 'signed' | 'final' | 'reverted'
}

/** Stores a transfer of the test's coin, signed by default; returns its id. */
export function storeTransfer(ledger: WritableDb, one: StoredTransfer): string {
  const id = randomUUID()
  const { at, from: sender = from, units = 50_000_000n, state = 'signed' } = one
  const account = { chainInstance: '7:0x0', from: sender }
  ledger.transaction(() => {
    insertIntent(ledger, id, 'transfer')
    insertTransfer(ledger, {
      ...account,
      id,
      createdAt: at,
      countedAt: at,
      profileId: 'p',
      network: terms.network,
      coin: { symbol: 'USDC', decimals: 6 },
      token: terms.payment.to,
      units,
      recipient: terms.payment.recipient,
      sealedName: null,
    })
    insertStep(ledger, { ...account, intentId: id, position: 0, kind: 'send', nonce: nonce++ })
    if (state !== 'signed') updateStep(ledger, id, { position: 0, state: 'signed' }, { ...unseen, state })
  })()
  return id
}

import { afterEach, beforeEach, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { attentionReasons, type AttentionReason } from '../../shared/purchases/state.ts'
import { openTestLedger, type TestLedger } from '../../testing/purchases/ledger.ts'
import { readAttention } from './attention-repository.ts'
import { acknowledgeAttention, raiseAttention, raiseOnce } from './attention.ts'
import type { PurchaseContext } from './purchase-context.ts'

let home: TestLedger
let context: PurchaseContext
beforeEach(() => {
  home = openTestLedger()
  context = { ...home.context, onChanged: () => undefined } as unknown as PurchaseContext
})
afterEach(() => home.dispose())

function acknowledge(id: string, reason: AttentionReason): unknown {
  try {
    acknowledgeAttention(context, id, reason)
    return readAttention(context.ledger, id)
  } catch (error) {
    return error instanceof AppError ? error.details?.reason : error
  }
}

it('only what informs can be acknowledged: any other question needs its answer', () => {
  const acknowledged = attentionReasons.filter((reason) => {
    const id = home.store()
    raiseAttention(context, id, reason)
    const answer = acknowledge(id, reason)
    expect([null, 'outdated']).toContain(answer)
    return answer === null
  })
  expect(acknowledged).toEqual(['registered-differently', 'other-payment-mined'])
})

it('what was acknowledged is not raised again, and another open question stays', () => {
  const id = home.store()
  raiseOnce(context, id, 'registered-differently')
  expect(acknowledge(id, 'other-payment-mined')).toBe('outdated')
  expect(acknowledge(id, 'registered-differently')).toBeNull()
  raiseOnce(context, id, 'registered-differently')
  expect(readAttention(context.ledger, id)).toBeNull()
  raiseAttention(context, id, 'payment-dropped')
  raiseAttention(context, id, 'chain-changed')
  expect(readAttention(context.ledger, id)).toBe('payment-dropped')
})

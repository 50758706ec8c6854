import { describe, expect, it } from 'vitest'
import { recogniseOutcome } from './recognise-outcome.ts'

const recognise = (text: string, contentType = 'application/json', status = 422) =>
  recogniseOutcome({ status, contentType, etag: null, body: new TextEncoder().encode(text), saved: null })

describe('a failed answer', () => {
  it.each([
    'DUPLICATE_REQUEST',
    'duplicateRequest',
    'this was duplicated',
    'Idempotency-Key reused',
    'idempotent request conflict',
    'idempotency reuse',
    'idempotency mismatch',
    'The idempotency key already exists',
    'idempotency key exist',
    'idempotency-key of this wallet was used',
    'idempotencyKeySeen',
    'idempotency key detected',
    'idempotency key was processed',
    'already registered',
    'transactionAlreadyProcessed',
    'has already been recorded',
    'already submitted',
    'already used',
    'it already exists',
    'already exist',
    'already received',
  ])('that says %j is a duplicate', (text) => expect(recognise(text)).toBe('duplicate'))

  it.each([
    'RETRY_SPEND',
    'retrySpend',
    'Please retry the spend.',
    'repeat your last purchase',
    'retry payment',
    'SPEND-RETRY',
    'failed due to network   congestion',
  ])('that says %j asks to retry the spend', (text) => expect(recognise(text)).toBe('retry-spend'))

  it.each([
    '',
    'Idempotency-Key header is required',
    'idempotency key may never in any case be reused',
    'already paid for',
    'undeduplicated',
    'retry later',
    'retry the request for this spend in a while',
    'we spend no retry',
    'spend retrying',
    'preretry spend',
    'network is congested',
  ])('that says %j is neither', (text) => expect(recognise(text)).toBeNull())

  it('that says both is a duplicate, and the list decides what became of it', () => {
    expect(recognise('retry the spend: duplicate')).toBe('duplicate')
  })

  it('with status conflict is a duplicate whatever its words, except those for a retry', () => {
    for (const text of ['', '{}', 'Conflict']) expect(recognise(text, 'application/json', 409)).toBe('duplicate')
    expect(recognise('retry the spend', 'application/json', 409)).toBe('retry-spend')
    expect(recognise('<p>Conflict', 'text/html', 409)).toBeNull()
  })

  it('that is an HTML page, or says it only after long text, is neither', () => {
    expect(recognise('<p>duplicate', 'text/html')).toBeNull()
    expect(recognise(`${'-'.repeat(5000)} duplicate`)).toBeNull()
    expect(recognise(`${'-'.repeat(4000)} duplicate`)).toBe('duplicate')
  })
})

import { expect, expectTypeOf, test } from 'vitest'
import type en from '../../locales/en/start.json'
import { errorMessage, type ErrorKey } from './error-message.ts'
import { createFormats } from '../formats/formats.ts'

const formats = createFormats('en-US', 'UTC')
const now = Date.parse('2026-03-04T12:00:00Z')

// A missing message does not compile (`i18n.ts`).
test('there are no messages for errors that do not exist', () => {
  type Spare = Exclude<keyof typeof en.errors, ErrorKey>
  expectTypeOf<Spare>().toBeNever()
})

test('names the time of a known wait, and says when it is over', () => {
  const until = now + 3_600_000
  expect(errorMessage({ code: 'service-rate-limited', details: { until } }, formats, now)).toMatchObject({
    key: 'errors.service-rate-limited-until',
    params: { until: expect.stringMatching(/^1:00/) as string },
  })
  expect(errorMessage({ code: 'service-rate-limited', details: { until } }, formats, until + 1).key).toBe(
    'errors.wait-over',
  )
  expect(errorMessage({ code: 'service-forbidden', details: { until: 0 } }, formats, now).key).toBe(
    'errors.service-forbidden',
  )
})

test('uses the message of the reason, or of the code if there is none', () => {
  const details = { reason: 'unknown-word', position: 7 } as const
  expect(errorMessage({ code: 'bad-phrase', details }, formats, now)).toMatchObject({
    key: 'errors.bad-phrase-unknown-word',
    params: { position: '7' },
  })
  expect(errorMessage({ code: 'bad-phrase' }, formats, now).key).toBe('errors.bad-phrase')
})

test('quotes the service’s own text if it gave a reason', () => {
  const rejected = { code: 'service-rejected', details: { status: 422, message: 'No such plan' } } as const
  expect(errorMessage(rejected, formats, now)).toEqual({
    key: 'errors.service-rejected',
    params: {},
    says: 'No such plan',
  })
  expect(
    errorMessage({ ...rejected, details: { message: 'You hold 3', reason: 'balance' } }, formats, now),
  ).toMatchObject({
    key: 'errors.service-rejected-balance',
    says: 'You hold 3',
  })
  expect(errorMessage({ ...rejected, details: { status: 422, message: '' } }, formats, now).says).toBeNull()
})

test('names the missing amount if it is known', () => {
  const details = { amount: '4.2', symbol: 'USDC' }
  expect(errorMessage({ code: 'insufficient-token', details }, formats, now)).toMatchObject({
    key: 'errors.insufficient-token-by',
    params: { amount: '4.20\u00a0USDC' },
  })
})

import { expect, test } from 'vitest'
import { errorCodes } from '../../shared/errors.ts'
import en from '../locales/en.json'
import es from '../locales/es.json'
import { errorMessageKeys, errorMessage } from './error-message.ts'
import { createFormats } from './formats.ts'

const formats = createFormats('en-US', 'UTC')
const now = Date.parse('2026-03-04T12:00:00Z')

test.each([
  ['English', en],
  ['Spanish', es],
])('every error has a message in %s', (_, locale) => {
  const missing = errorMessageKeys(errorCodes).filter((key) => !(key.replace('errors.', '') in locale.errors))
  expect(missing).toEqual([])
})

test('there are no messages for errors that do not exist', () => {
  const known = new Set(errorMessageKeys(errorCodes))
  expect(Object.keys(en.errors).filter((code) => !known.has(`errors.${code}`))).toEqual([])
})

test('names the time of a known wait, but not of one that is over', () => {
  const until = now + 3_600_000
  expect(errorMessage({ code: 'service-rate-limited', details: { until } }, formats, now)).toMatchObject({
    key: 'errors.service-rate-limited-until',
    params: { until: expect.stringMatching(/^1:00/) as string },
  })
  expect(errorMessage({ code: 'service-rate-limited', details: { until } }, formats, until + 1).key).toBe(
    'errors.service-rate-limited',
  )
})

test('uses the message of a known reason, and ignores an unknown one', () => {
  const details = { reason: 'unknown-word', position: 7 }
  expect(errorMessage({ code: 'bad-words', details }, formats, now)).toMatchObject({
    key: 'errors.bad-words-unknown-word',
    params: { position: '7' },
  })
  expect(errorMessage({ code: 'bad-words', details: { reason: 'x' } }, formats, now).key).toBe('errors.bad-words')
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
    params: { amount: '4.20 USDC' },
  })
})

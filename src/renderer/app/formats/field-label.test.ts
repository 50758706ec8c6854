import { expect, test } from 'vitest'
import { labelOf } from './field-label.ts'

test.each([
  ['recipient.email', 'recipient', 'email'],
  ['sender.firstName', 'sender', 'firstName'],
  ['delivery.date', 'delivery', 'date'],
  ['phone_number', null, 'phone'],
  ['Account-Number', null, 'account'],
])('%s is known', (name, owner, word) => {
  expect(labelOf(name)).toMatchObject({ owner, word })
})

test('keeps unknown names as they are', () => {
  expect(labelOf('recipient.loyaltyTier')).toEqual({ owner: 'recipient', word: null, rest: 'loyaltyTier' })
  expect(labelOf('x.y')).toEqual({ owner: null, word: null, rest: 'x y' })
  expect(labelOf('recipient')).toEqual({ owner: null, word: null, rest: 'recipient' })
  expect(labelOf('')).toEqual({ owner: null, word: null, rest: '' })
})

import { expect, test } from 'vitest'
import { problemOfField, problemsElsewhere } from './field-problem.ts'

const lastFields = [
  { name: 'reference', problem: 'is unknown' },
  { name: 'requiredFields.recipientEmail', problem: 'is missing' },
  { name: 'birth_date', problem: 'is in the future' },
  { name: 'transactionIntent.amount', problem: 'is not the one of the quote' },
  { name: 'empty', problem: '' },
]

test.each([
  [null, 'is unknown'],
  ['recipientEmail', 'is missing'],
  ['birthDate', 'is in the future'],
  ['amount', null],
  ['empty', null],
  ['recipient', null],
])('returns the service’s message for the field %s: %s', (field, message) => {
  expect(problemOfField({ lastFields }, field)).toBe(message)
})

test('lists messages about other fields separately', () => {
  expect(problemsElsewhere({ lastFields }, ['recipientEmail', 'birthDate'])).toEqual([lastFields[3]])
  expect(problemsElsewhere({ lastFields }, [])).toEqual(lastFields.slice(1, 4))
})

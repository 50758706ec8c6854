import { expect, test } from 'vitest'
import { nameFor } from './name-for.ts'

test.each([
  ['recipient.firstName', 'Ana', 'Ana'],
  ['recipient_first_name', 'José', 'José'],
  ['recipient.firstName', 'Jörg Müller', ''],
  ['recipient.firstName', '+52 55 1234 5678', ''],
  ['recipient.name', 'Jörg Müller', 'Jörg Müller'],
  ['recipient.lastName', 'Ana', ''],
  ['sender.firstName', 'Ana', ''],
  ['delivery.date', 'Ana', ''],
])('the field %s takes of %s: "%s"', (field, person, taken) => {
  expect(nameFor(field, person)).toBe(taken)
})

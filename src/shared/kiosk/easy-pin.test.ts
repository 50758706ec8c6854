import { expect, test } from 'vitest'
import { isEasyPin } from './easy-pin.ts'

test.each([
  '1234',
  '0000',
  '1111',
  '4321',
  '2468',
  '9876',
  '7890',
  '1212',
  '1122',
  '6969',
  '1010',
  '2580',
  '1984',
  '2004',
  '123456',
  '121212',
  '123123',
  '00000000',
  '12341234',
])('%s is easy to guess', (pin) => expect(isEasyPin(pin)).toBe(true))

test.each(['4711', '0815', '2709', '837261', '1235', '31415926', '4826', '1470'])('%s is allowed', (pin) =>
  expect(isEasyPin(pin)).toBe(false),
)

test('refuses only a small share of all PINs, so that guessing does not get easier', () => {
  const easy = Array.from({ length: 10_000 }, (_, pin) => String(pin).padStart(4, '0')).filter(isEasyPin)
  expect(easy.length).toBeLessThan(1000)
})

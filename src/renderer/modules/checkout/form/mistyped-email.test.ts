// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { mountTill, type MountedTill } from '../../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test('asks about a mistyped e-mail address: one press takes the suggestion, a tick keeps what was typed', async () => {
  till = await mountTill('/checkout/b1_MX_10-I')
  const email = () => till.field(/e-mail/i)
  await till.until(email)
  await till.type(/e-mail/i, 'lupita@gmial.com')
  await till.until(() => expect(till.text()).toContain('Did you mean lupita@gmail.com?'))
  await till.press('See price')
  expect(till.inputsOf('checkout.quote')).toEqual([])
  await till.press('Use this address')
  await till.until(() => expect(email().value).toBe('lupita@gmail.com'))
  await till.until(() => expect(till.text()).not.toContain('Did you mean'))
  await till.type(/e-mail/i, 'lupita@gmial.com')
  await till.until(() => till.button('Use this address'))
  await till.press('The address is right as typed')
  await till.press('See price')
  await till.until(() => expect(till.inputsOf('checkout.quote')).toMatchObject([{ reference: 'lupita@gmial.com' }]))
})

// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dial, openCounter } from '../../../../testing/renderer/counter.ts'

test('a doubted e-mail address can be corrected or confirmed at the counter', async () => {
  const page = await openCounter('/sell?sku=b1_MX_10-I')
  await page.until(() => page.field(/e-mail/i))
  await page.type(/e-mail/i, 'lupita@gmial.com')
  await page.until(() => expect(page.text()).toContain('Did you mean lupita@gmail.com?'))
  expect(page.isOff('Answer the question first')).toBe(true)
  await page.press('Use this address')
  await page.until(() => expect(page.field(/e-mail/i).value).toBe('lupita@gmail.com'))
  await page.until(() => expect(page.text()).not.toContain('Did you mean'))
  await page.type(/e-mail/i, 'lupita@gmial.com')
  await page.until(() => page.button('The address is right as typed'))
  await page.press('The address is right as typed')
  await page.until(() => expect(page.isOff(/^Charge /)).toBe(false))
})

test('a number almost like a usual one is asked about before a product is chosen, once, and not at each key', async () => {
  const doubts = [{ field: null, reason: 'similar-number', known: null, name: null, times: null }] as const
  const page = await openCounter('/sell', {
    'checkout.doubtNumber': { doubts },
    'checkout.check': { reference: '+525512345678', problems: [], doubts },
  })
  await dial(page)
  await page.until(() => expect(page.text()).toContain('Till knows a number almost like this one.'))
  expect(page.inputsOf('checkout.doubtNumber')).toEqual([{ number: '+525512345678' }])
  await page.press('The number is right')
  await page.press(/^Lumo Móvil MX\$100/)
  await page.until(() => expect(page.isOff(/^Charge /)).toBe(false))
  expect(page.button('The number is right').getAttribute('aria-checked')).toBe('true')
  await page.press('Delete the last digit')
  await page.press('9')
  await page.until(() => expect(page.isOff('Check the number')).toBe(true))
})

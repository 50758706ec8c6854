// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { openCounter } from '../../../../testing/renderer/counter.ts'

test('a doubted e-mail address can be corrected or confirmed at the counter', async () => {
  const page = await openCounter('/sell?sku=b1_MX_10-I')
  await page.until(() => page.field(/e-mail/i))
  await page.type(/e-mail/i, 'lupita@gmial.com')
  await page.until(() => expect(page.text()).toContain('Did you mean lupita@gmail.com?'))
  await page.press('Use this address')
  await page.until(() => expect(page.field(/e-mail/i).value).toBe('lupita@gmail.com'))
  await page.until(() => expect(page.text()).not.toContain('Did you mean'))
  await page.type(/e-mail/i, 'lupita@gmial.com')
  await page.until(() => page.button('The address is right as typed'))
  await page.press('The address is right as typed')
  await page.until(() => expect(page.isOff(/^Charge /)).toBe(false))
})

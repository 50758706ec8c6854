// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import type { AccountView } from '../../../shared/wallet/views.ts'
import { scriptedAllowance, scriptedNetworkAllowances } from '../../../testing/fixtures/steps.ts'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const own = scriptedApp.wallet as AccountView
const watched: AccountView = {
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  name: '',
  colour: 'slate',
  kind: 'watched',
  inUse: true,
}
const script = { app: { ...scriptedApp, wallet: watched }, accounts: [{ ...own, inUse: false }, watched] }
const sentence = 'This account is watch-only, so it can’t pay.'

async function switchToOwn(): Promise<void> {
  await till.press('Switch account')
  await till.until(() => till.button(/Account 1/))
  await till.press(/Account 1/)
  await till.until(() => expect(till.text()).not.toContain(sentence))
}

test('a watched account lets another wallet pay; switching needs a new price for the other account', async () => {
  till = await mountTill('/checkout/lumo_MX_200-I', script)
  await till.until(() => expect(till.text()).toContain('Till holds no key of this account.'))
  await till.type('Phone number', '5512345678')
  await till.until(() => expect(till.isOff('See price')).toBe(false))
  await till.press('See price')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88) with another wallet')).toBe(false))
  await switchToOwn()
  await till.until(() => till.button('See price'))
  expect(till.field('Phone number').value).not.toBe('')
  await till.press('See price')
  await till.until(() => expect(till.isOff('Pay 11.05 USDC (≈ MX$203.88)')).toBe(false))
})

test('does not show a watched account’s balance as spendable', async () => {
  till = await mountTill('/wallet', script)
  await till.until(() => expect(till.text()).toContain('Balance'))
  expect(till.text()).not.toContain('What you can spend')
  expect(() => till.button('Send')).toThrow()
})

test('mentions the way to another wallet where a payment method is chosen, and not while it pays already', async () => {
  const words = 'Pay with another wallet: watch its address'
  till = await mountTill('/checkout/lumo_MX_200-I')
  await till.until(() => till.button(/Change$/))
  await till.press(/Change$/)
  await till.until(() => expect(till.text()).toContain(words))
  till.close()
  till = await mountTill('/checkout/lumo_MX_200-I', script)
  await till.until(() => till.button(/Change$/))
  await till.press(/Change$/)
  await till.until(() => expect(document.querySelector('[role="radio"]')).not.toBeNull())
  expect(till.text()).not.toContain(words)
})

test('a watched account revokes no allowance, and says why', async () => {
  const allowances = [scriptedNetworkAllowances('Meadow', [scriptedAllowance(1)])]
  till = await mountTill('/wallet/allowances', { ...script, allowances })
  await till.until(() => expect(till.isOff('Remove')).toBe(true))
  expect(till.text()).toContain(sentence)
  await switchToOwn()
  await till.until(() => expect(till.isOff('Remove')).toBe(false))
  expect(till.inputsOf('allowances.list')).toHaveLength(2)
})

test('the header names and marks the account of the balance only if there are several', async () => {
  const link = (): Element | null => document.querySelector('header a[href="#/wallet"]')
  till = await mountTill('/settings', { accounts: [own, { ...watched, inUse: false }] })
  await till.until(() => expect(link()?.getAttribute('aria-label')).toMatch(/, Account 1$/))
  expect(link()?.innerHTML).toContain('--account-teal')
  till.close()
  till = await mountTill('/settings')
  await till.until(() => expect(link()?.getAttribute('aria-label')).toMatch(/as of 2 hours ago$/))
  expect(link()?.innerHTML).not.toContain('--account-')
})

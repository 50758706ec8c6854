// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

test.each([
  [true, 'when the computer sleeps or its screen locks'],
  [false, 'can’t tell when the screen locks'],
])('says when Till locks, and that the lock protects coins, not privacy: %s', async (locksWithScreen, words) => {
  till = await mountTill('/settings/security', { app: { ...scriptedApp, locksWithScreen } })
  await till.until(() => expect(till.text()).toContain(words))
  expect(till.text()).toContain('Not your privacy')
})

test('focuses the first field of a dialog', async () => {
  till = await mountTill('/settings/security')
  await till.until(() => till.button('Change password'))
  await till.press('Change password')
  await till.until(() => expect(document.activeElement).toBe(till.field('Current password')))
})

test('saves limits only as valid amounts with the password, and shows them in the settings', async () => {
  till = await mountTill('/settings/security')
  await till.until(() => expect(till.text()).toContain('Anyone at your unlocked Till can spend everything.'))
  await till.press('Change limits')
  await till.until(() => till.field('Per purchase'))
  for (const [typed, error] of [
    ['fifty', 'Type an amount like 50 or 12.50.'],
    ['2,000', 'This can be read in two ways. Type 2000 or 2.'],
    ['2.000', 'This can be read in two ways. Type 2000 or 2.'],
  ] as const) {
    await till.type('Per purchase', typed)
    await till.until(() => expect(till.text()).toContain(error))
    await till.type('Per purchase', '50')
    expect(till.text()).not.toContain(error)
  }
  await till.type('Per purchase', '12,50')
  await till.type('Password', 'no')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Wrong password.'))
  expect(till.scripted.script['limits.get']).toBeUndefined()
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('$12.50 per purchase'))
  expect(till.scripted.script['limits.get']).toEqual({ perPurchase: '12.50', perDay: null, perRecipient: null })
})

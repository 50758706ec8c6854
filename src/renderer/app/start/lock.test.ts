// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp, scriptedPhrase } from '../../../testing/fixtures/app.ts'
import { AppError } from '../../../shared/errors.ts'
import { request } from '../requests/client.ts'
import { messages } from '../../locales/all-messages.ts'
import { useNoticesStore } from '../stores/notices-store.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())
const locked = { app: { ...scriptedApp, locked: true } }

test('a locked start opens the requested page, and unlocking returns to it', async () => {
  till = await mountTill('/purchases', locked)
  await till.until(() => till.button('Unlock'))
  expect(till.path()).toBe('/purchases')
  await till.press('Unlock')
  await till.until(() => till.field('Password'))
  await till.type('Password', 'wrong')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toContain('Wrong password.'))
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.path()).toBe('/purchases'))
})

test('the unlock screen prepares the vault before the password is typed', async () => {
  till = await mountTill('/unlock', locked)
  await till.until(() => expect(till.inputsOf('vault.prepareForPassword')).not.toEqual([]))
  await till.type('Password', 'correct horse')
  await till.submit('Password')
  await till.until(() => expect(till.scripted.script.app.locked).toBe(false))
  expect(till.inputsOf('vault.prepareForPassword')).toHaveLength(1)
})

test('a forgotten password leads to the phrase or a backup file, and back', async () => {
  till = await mountTill('/unlock', locked)
  await till.until(() => till.button('From a backup file'))
  await till.press('From a backup file')
  await till.until(() => till.button('Open'))
  await till.press('Back')
  await till.until(() => till.button('From the recovery phrase'))
  await till.press('From the recovery phrase')
  await till.until(() => expect(till.text()).toContain('Your purchases, accounts and limits stay.'))
  expect(till.text()).not.toMatch(/Step \d/)
  await till.type(/^Your recovery phrase/, scriptedPhrase.join(' '))
  await till.type('New password', 'seven calm green boats')
  await till.type('Confirm password', 'seven calm green boats')
  await till.until(() => expect(till.isOff('Restore wallet')).toBe(false))
  await till.press('Restore wallet')
  await till.until(() => expect(till.path()).toMatch(/^\/shop/))
  expect(till.inputsOf('vault.restore')).toMatchObject([{ words: scriptedPhrase.join(' ') }])
})

test.each([
  ['an unlocked wallet', {}],
  ['a register in shop mode', { locked: true, kiosk: { on: true, role: 'manager', clerk: null } }],
] as const)('%s is not restored', async (_, app) => {
  till = await mountTill('/welcome/restore', { app: { ...scriptedApp, ...app } })
  await till.until(() => expect(till.path()).toMatch(/^\/(shop|sell)$/))
})

test('browsing works without unlocking', async () => {
  till = await mountTill('/unlock', locked)
  await till.until(() => till.button('Browse without unlocking'))
  await till.press('Browse without unlocking')
  await till.until(() => expect(till.path()).toBe('/shop'))
  expect(till.inputsOf('vault.unlock')).toEqual([])
})

test('after too many attempts it shows the seconds to wait, and makes no attempt meanwhile', async () => {
  till = await mountTill('/unlock', {
    ...locked,
    fails: { 'vault.unlock': { code: 'throttled', details: { until: Date.now() + 30_000 } } },
  })
  await till.until(() => till.field('Password'))
  await till.type('Password', 'x')
  await till.submit('Password')
  await till.until(() => expect(till.text()).toMatch(/Try again in (30|29) seconds\./))
  await till.submit('Password')
  expect(till.inputsOf('vault.unlock')).toHaveLength(1)
})

test('locking opens the unlock screen; an automatic lock leaves the user where they were', async () => {
  till = await mountTill('/wallet')
  await till.until(() => till.button('Lock'))
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.text()).toContain('Till locked automatically.'))
  expect(till.path()).toBe('/wallet')
  till.scripted.setApp({ locked: false })
  await till.until(() => till.button('Lock'))
  await till.press('Lock')
  await till.until(() => expect(till.path()).toBe('/unlock?then=/wallet'))
  await till.until(() => expect(till.scripted.script.app.locked).toBe(true))
})

test('a page that showed the recovery phrase is replaced when Till locks: on its screen with the message, or on the unlock screen', async () => {
  till = await mountTill('/purchases?show=open')
  await till.until(() => till.button('Lock'))
  await request('vault.reveal', { password: 'correct horse' })
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.inputsOf('app.renew')).toHaveLength(1))
  till.scripted.setApp({ locked: false })
  await till.until(() => till.button('Lock'))
  await till.press('Lock')
  await till.until(() => expect(till.inputsOf('app.renew')).toHaveLength(2))
  expect(till.inputsOf('app.renew')).toEqual([
    { path: '/purchases?show=open&locked', locale: 'en' },
    { path: expect.stringMatching(/^\/unlock\?then=/), locale: 'en' },
  ])
  till.close()

  till = await mountTill('/purchases?show=open&locked', locked)
  await till.until(() => expect(till.text()).toContain('Till locked automatically.'))
  expect(till.path()).toBe('/purchases?show=open')
  expect(till.inputsOf('app.renew')).toEqual([])
})

test('a visible message follows the language', async () => {
  till = await mountTill('/settings')
  await till.until(() => till.button('Lock'))
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.text()).toContain('Till locked automatically.'))
  const until = Date.now() + 600_000
  useNoticesStore().addError(new AppError('service-rate-limited', 'Wait', { details: { until } }))
  await till.until(() => expect(till.text()).toContain('The service asked Till to wait until'))
  till.scripted.setApp({ settings: { ...scriptedApp.settings, locale: 'es' } })
  await till.until(() => expect(till.text()).toContain(messages.es.lock.lockedItself))
  expect(till.text()).toContain('El servicio pidió esperar')
  expect(till.text()).not.toContain('Till locked automatically.')
  expect(till.text()).not.toContain('The service asked Till')
})

test('shows the same message once', async () => {
  till = await mountTill('/shop')
  const notices = useNoticesStore()
  for (let n = 0; n < 3; n += 1) notices.add('good', 'wallet.gotPlayMoney')
  for (let n = 0; n < 2; n += 1) notices.addError(new AppError('internal', 'Odd'))
  expect(notices.notices.map(({ tone }) => tone)).toEqual(['good', 'bad'])
})

test('the unlock screen never leads out of Till', async () => {
  till = await mountTill('/unlock?then=https://elsewhere.invalid', locked)
  await till.until(() => till.button('Browse without unlocking'))
  await till.press('Browse without unlocking')
  await till.until(() => expect(till.path()).toBe('/shop'))
})

test('notifies main of activity, but not at every key', async () => {
  till = await mountTill('/shop')
  for (let n = 0; n < 5; n += 1) window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  expect(till.inputsOf('app.active').length).toBeLessThanOrEqual(1)
})

test('a page that got a code with a receipt is replaced when Till locks', async () => {
  till = await mountTill('/purchases')
  await till.until(() => till.button('Lock'))
  const { codes } = await request('sales.receipt', { purchaseId: '0b6c1f5e-6a53-4c0f-9a10-0000000000f1' })
  expect(codes).not.toEqual([])
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.inputsOf('app.renew')).toHaveLength(1))
})

test('a page in which a private key was typed is replaced when Till locks, though the import failed', async () => {
  till = await mountTill('/purchases', { fails: { 'accounts.import': { code: 'wrong-password' } } })
  await till.until(() => till.button('Lock'))
  const source = { key: `0x${'1'.repeat(64)}`, password: 'x' } as never
  await request('accounts.import', { source }).catch(() => undefined)
  till.scripted.setApp({ locked: true })
  await till.until(() => expect(till.inputsOf('app.renew')).toHaveLength(1))
})

// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/fixtures/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const clerk = (digit: number, name: string, lastSignedInAt: string | null, lockedOut = false) => ({
  id: `7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f00${digit}`,
  name,
  colour: 'teal' as const,
  lockedOut,
  lastSignedInAt,
})
const ana = clerk(1, 'Ana', null)
const ben = clerk(2, 'Ben', null, true)
const caro = clerk(3, 'Caro', '2026-11-22T10:00:00.000Z')
const nobody = { on: true, role: 'nobody', clerk: null } as const

async function open(given: Partial<Script> = {}): Promise<MountedTill> {
  const app = { ...scriptedApp, kiosk: nobody }
  till = await mountTill('/till', { app, clerks: [ana, ben, caro], ...given })
  await till.until(() => till?.button('Ana'))
  return till
}
function press(...keys: string[]): void {
  for (const key of keys) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
}
const typed = (): string => document.querySelector('form [role="status"]')?.textContent ?? ''
const problem = (): string => document.querySelector('form [role="alert"]')?.textContent?.trim() ?? ''
const isChosen = (page: MountedTill, name: string): boolean => page.button(name).getAttribute('aria-checked') === 'true'

test('says on a locked register that only the manager can continue, and accepts no PIN', async () => {
  const page = await open({ app: { ...scriptedApp, locked: true, kiosk: nobody } })
  expect(page.text()).toContain('This register is locked')
  expect(page.isOff('Ana')).toBe(true)
  expect(page.button('Manager unlock')).toBeTruthy()
  press('4', '7', '1', '1', 'Enter')
  expect([document.querySelector('form'), page.inputsOf('kiosk.signIn')]).toEqual([null, []])
})

test('locks out only the clerk who typed too many wrong PINs', async () => {
  const page = await open()
  expect(page.text()).not.toContain('This register is locked')
  expect(['Ben', 'Ana'].map(page.isOff)).toEqual([true, false])
  expect(page.text()).toContain('Needs a new PIN')
})

test('chooses the clerk who was there last and says when; their PIN and Enter sign them in', async () => {
  const page = await open()
  expect(
    [...document.querySelectorAll('[role="radio"]')].map(
      (tile) => tile.querySelector('span:not([aria-hidden="true"]) > span')?.textContent,
    ),
  ).toEqual(['Caro', 'Ana', 'Ben'])
  expect(isChosen(page, 'Caro')).toBe(true)
  expect(page.text()).toMatch(/Signed in (?:at|yesterday|on) /)
  press('4', '7', '1', '1', 'Enter')
  await page.until(() => expect(page.inputsOf('kiosk.signIn')).toEqual([{ clerk: caro.id, pin: '4711' }]))
})

test('the arrow keys choose another clerk and pass over one who is locked out; Escape clears what is typed', async () => {
  const page = await open({ clerks: [ana, ben, clerk(4, 'Dan', null)] })
  press('1', '2', 'Escape')
  await page.until(() => expect(typed()).toBe('Nothing typed'))
  press('1', 'ArrowDown')
  await page.until(() => expect(isChosen(page, 'Dan')).toBe(true))
  // What was typed for one clerk is never tried for another.
  expect(typed()).toBe('Nothing typed')
  press('ArrowUp')
  await page.until(() => expect(isChosen(page, 'Ana')).toBe(true))
})

test('clears a wrong PIN and keeps the clerk', async () => {
  const page = await open({ fails: { 'kiosk.signIn': { code: 'wrong-pin' } } })
  await page.press('Ana')
  press('4', '7', '1', '2')
  await page.until(() => expect(typed()).toMatch(/^4 /))
  press('Enter')
  await page.until(() => expect(problem()).toBe('Wrong PIN.'))
  expect(typed()).toBe('Nothing typed')
  press('4', '7', '1', '1', 'Enter')
  await page.until(() =>
    expect(page.inputsOf('kiosk.signIn')).toEqual([
      { clerk: ana.id, pin: '4712' },
      { clerk: ana.id, pin: '4711' },
    ]),
  )
})

test('counts down the wait after too many wrong PINs, during which Enter does nothing; another clerk need not wait', async () => {
  const until = Date.now() + 30_000
  const page = await open({ fails: { 'kiosk.signIn': { code: 'throttled', details: { until } } } })
  press('4', '7', '1', '2', 'Enter')
  await page.until(() => expect(problem()).toMatch(/Try again in \d+ seconds/))
  press('4', '7', '1', '1', 'Enter')
  expect(page.inputsOf('kiosk.signIn')).toHaveLength(1)
  await page.press('Ana')
  press('4', '7', '1', '1', 'Enter')
  await page.until(() => expect(page.inputsOf('kiosk.signIn')).toHaveLength(2))
})

test('says how many tries are left, and takes no digits once a wrong PIN began a wait', async () => {
  const page = await open({ fails: { 'kiosk.signIn': { code: 'wrong-pin', details: { left: 1 } } } })
  press('4', '7', '1', '2', 'Enter')
  await page.until(() => expect(problem()).toBe('Wrong PIN. One try left.'))
  const until = Date.now() + 30_000
  page.scripted.script.fails = { 'kiosk.signIn': { code: 'wrong-pin', details: { until } } }
  press('4', '7', '1', '2', 'Enter')
  await page.until(() => expect(problem()).toMatch(/Try again in \d+ seconds/))
  expect(page.text()).toContain('The manager can set a new PIN.')
  press('4', '7')
  await page.until(() => expect(typed()).toBe('Nothing typed'))
})

test('digits typed into the manager’s password are no PIN', async () => {
  const page = await open()
  await page.press('Manager')
  await page.until(() => page.field('Password'))
  press('4', '7', '1', '1', 'Enter')
  expect([typed(), page.inputsOf('kiosk.signIn')]).toEqual(['Nothing typed', []])
})

test('names the shop in the place of Till', async () => {
  const page = await open({ app: { ...scriptedApp, shopName: 'Abarrotes La Esquina', kiosk: nobody } })
  expect(page.text()).toContain('Abarrotes La Esquina')
})

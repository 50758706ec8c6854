// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import type { Script } from '../../../testing/scripted/script.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill | null = null
afterEach(() => {
  till?.close()
  till = null
})
const ana = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f001', name: 'Ana', colour: 'teal', lockedOut: false } as const
const ben = { id: '7b0e4c1c-6f0e-4a51-9a53-3b0c39f0f002', name: 'Ben', colour: 'rose', lockedOut: true } as const

async function open(given: Partial<Script> = {}): Promise<MountedTill> {
  const app = { ...scriptedApp, kiosk: { on: true, role: 'nobody', clerk: null } } as const
  till = await mountTill('/till', { app, clerks: [ana, ben], ...given })
  await till.until(() => till?.button(/^A?Ana/))
  return till
}
function type(keys: string): void {
  for (const key of keys) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
}

test('says on a locked register that only the manager can continue, and accepts no PIN', async () => {
  const page = await open({
    app: { ...scriptedApp, locked: true, kiosk: { on: true, role: 'nobody', clerk: null } },
  })
  expect(page.text()).toContain('This register is locked')
  expect(page.isOff(/^A?Ana/)).toBe(true)
  expect(page.button('Manager unlock')).toBeTruthy()
})

test('locks out only the clerk who typed too many wrong PINs', async () => {
  const page = await open()
  expect(page.text()).not.toContain('This register is locked')
  expect(page.isOff(/Ben/)).toBe(true)
  expect(page.isOff(/^A?Ana/)).toBe(false)
  expect(page.text()).toContain('Needs a new PIN')
})

test('accepts a PIN from the keyboard, and clears it after a wrong one', async () => {
  const page = await open({ fails: { 'kiosk.signIn': { code: 'wrong-pin' } } })
  await page.press(/^A?Ana/)
  const digits = (): string | null | undefined =>
    document.querySelector('form [role="status"]')?.getAttribute('aria-label')
  type('4712')
  await page.until(() => expect(digits()).toMatch(/^4 /))
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  await page.until(() => expect(document.querySelector('form [role="alert"]')?.textContent).toBe('Wrong PIN.'))
  expect(digits()).not.toMatch(/^4 /)
  type('4711')
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  await page.until(() =>
    expect(page.inputsOf('kiosk.signIn')).toEqual([
      { clerk: ana.id, pin: '4712' },
      { clerk: ana.id, pin: '4711' },
    ]),
  )
})

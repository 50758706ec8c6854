// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { scriptedShift } from '../../../testing/fixtures/sales.ts'
import { ana, clerksApp, managersApp, scriptedApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

/** Presses keys on the focused element, a millisecond apart; returns whether the last one keeps its default action. */
function scan(target: EventTarget, text: string): boolean {
  const began = performance.now()
  return [...text, 'Enter']
    .map((key, index) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      // A busy machine may take longer between two keys than a scanner.
      Object.defineProperty(event, 'timeStamp', { value: began + index })
      return target.dispatchEvent(event)
    })
    .every(Boolean)
}
const code = '7501031311309'

test('searches for a scanned code from any screen, and presses nothing', async () => {
  till = await mountTill('/purchases')
  const link = till.button(/Shop/)
  expect(scan(link, code)).toBe(false)
  await till.until(() => expect(till.path()).toBe(`/shop?q=${code}`))
  await till.until(() => expect(till.field(/Search/).value).toBe(code))
})

test('while a wallet at home is locked, searches for nothing that a program types: it may be a password', async () => {
  till = await mountTill('/shop', { app: { ...scriptedApp, locked: true } })
  await till.until(() => till.field(/Search/))
  expect(scan(document.body, 'correct horse')).toBe(false)
  expect(till.path()).toBe('/shop')
})

test('text typed into a field stays there, however fast', async () => {
  till = await mountTill('/shop')
  const field = await till.until(() => till.field(/Search/))
  expect(scan(field, code)).toBe(true)
  expect(till.path()).toBe('/shop')
})

test('while nobody is signed in, searches nothing and tries no PIN', async () => {
  till = await mountTill('/till', {
    app: { ...scriptedApp, kiosk: { on: true, role: 'nobody', clerk: null } },
    clerks: [{ ...ana, lastSignedInAt: null }],
  })
  await till.until(() => till.button('Ana'))
  await till.press('Ana')
  expect(scan(document.body, code)).toBe(false)
  expect(till.inputsOf('kiosk.signIn')).toEqual([])
  expect(till.path()).toBe('/till')
})

test('while a dialog is open, a scan neither searches nor presses anything', async () => {
  till = await mountTill('/sales', { app: managersApp, shifts: [scriptedShift()] })
  await till.until(() => till.button('Cash in or out'))
  await till.press('Cash in or out')
  const dialog = await till.until(() => document.querySelector('[role="dialog"]') ?? expect.fail('no dialog'))
  const push = vi.spyOn(till.router, 'push')
  expect(scan(dialog, code)).toBe(false)
  expect(push).not.toHaveBeenCalled()
})

test('a receipt’s code finds its sale, from any screen of a shop’s register', async () => {
  const hash = `0x${'5a'.repeat(32)}`
  till = await mountTill('/shop', {
    app: managersApp,
    shifts: [scriptedShift()],
  })
  await till.until(() => till.field(/Search/))
  scan(document.body, `https://explorer.example/tx/${hash}`)
  const find = await till.until(() => till.field(/^Find a sale/))
  expect(find.value).toBe(hash)
  const inputs = till.inputsOf('sales.list')
  expect(inputs).toEqual([{ text: hash, owed: false, limit: 60 }])
})

test('at the counter a code is found although the number has the focus, and leaves no digit in it', async () => {
  till = await mountTill('/sell', {
    app: clerksApp,
    shifts: [scriptedShift()],
  })
  const field = await till.until(() => till.field('Phone number'))
  await till.type('Phone number', code)
  expect(scan(field, code)).toBe(false)
  await till.until(() => expect(till.field('Find another product').value).toBe(code))
  expect(till.field('Phone number').value).toBe('')
})

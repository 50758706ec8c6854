// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scriptedPrices, scriptedShift } from '../../../testing/fixtures/sales.ts'
import { clerksApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
beforeEach(async () => {
  till = await mountTill('/drawer', { app: clerksApp, prices: scriptedPrices, shifts: [scriptedShift()] })
  await till.until(() => till.button('Switch user'))
})
afterEach(() => till.close())

const band = (): Element => till.button('Switch user').parentElement!
const signOuts = (): number => till.inputsOf('kiosk.signOut').length
/** Draws a pointer over the band, from a point to the right and down. */
function draw(across: number, down: number, pointerType = 'touch'): void {
  const at = { bubbles: true, pointerType, pointerId: 1 }
  band().dispatchEvent(new PointerEvent('pointerdown', { ...at, clientX: 300, clientY: 20 }))
  window.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 300 + across, clientY: 20 + down }))
}
const press = (key: string, held: KeyboardEventInit): void =>
  void window.dispatchEvent(new KeyboardEvent('keydown', { key, ...held }))

test.each([
  ['Ctrl L', () => press('l', { ctrlKey: true })],
  ['⌘ L', () => press('L', { metaKey: true })],
  ['a swipe to the right', () => draw(200, 10)],
  ['a swipe to the left', () => draw(-200, -10)],
])('%s signs the clerk out', async (_, act) => {
  act()
  await till.until(() => expect(signOuts()).toBe(1))
})

test('neither a tap, a scroll, a mouse nor the letter alone does', async () => {
  draw(20, 0)
  draw(150, 100)
  draw(200, 0, 'mouse')
  press('l', {})
  await till.press('Switch user')
  await till.until(() => expect(signOuts()).toBe(1))
})

test('a finger that the system took over does not', async () => {
  const at = { bubbles: true, pointerType: 'touch', pointerId: 1, clientX: 300, clientY: 20 }
  band().dispatchEvent(new PointerEvent('pointerdown', at))
  window.dispatchEvent(new PointerEvent('pointercancel', at))
  window.dispatchEvent(new PointerEvent('pointerup', { ...at, clientX: 600 }))
  await till.press('Switch user')
  await till.until(() => expect(signOuts()).toBe(1))
})

// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedApp } from '../../../testing/scripted/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const search = 'Search brands, products, amounts or a phone number'
const inShop = { app: { ...scriptedApp, kiosk: { on: true, role: 'manager' as const, clerk: null } } }

function touch(element: HTMLElement, pointerType = 'touch'): void {
  element.focus()
  element.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType }))
}
const keys = (): Element | null => document.querySelector('[data-keys]')

test('a field touched in a shop brings the keys, which type into it and go when told to or when it is left', async () => {
  till = await mountTill('/shop', inShop)
  const field = await till.until(() => till.field(search))
  await till.until(() => {
    touch(field)
    expect(keys()).not.toBeNull()
  })
  for (const key of ['Capital letters', 'C', 'l', 'a', '?123', '1']) await till.press(key)
  expect(field.value).toBe('Cla1')
  await till.press('Delete')
  expect(field.value).toBe('Cla')
  await till.press('Hide the keyboard')
  expect(keys()).toBeNull()
  touch(field)
  await till.until(() => expect(keys()).not.toBeNull())
  field.blur()
  await till.until(() => expect(keys()).toBeNull())
})

test('capitals stay only where they were asked for twice', async () => {
  till = await mountTill('/shop', inShop)
  const field = await till.until(() => till.field(search))
  await till.until(() => {
    touch(field)
    expect(keys()).not.toBeNull()
  })
  for (const key of ['Capital letters', 'A', 'b', 'Capital letters', 'Capital letters', 'C', 'D']) await till.press(key)
  expect(field.value).toBe('AbCD')
})

test('a mouse and a real keyboard bring no keys, and at home nothing does', async () => {
  till = await mountTill('/shop', inShop)
  const field = await till.until(() => till.field(search))
  await till.until(() => {
    touch(field)
    expect(keys()).not.toBeNull()
  })
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  await till.until(() => expect(keys()).toBeNull())
  touch(field, 'mouse')
  await till.until(() => expect(keys()).toBeNull())
  till.close()
  till = await mountTill('/shop')
  touch(await till.until(() => till.field(search)))
  await till.until(() => expect(keys()).toBeNull())
})

test('where selling in a shop ends under them, the room that was made for the keys goes too', async () => {
  till = await mountTill('/shop', inShop)
  const field = await till.until(() => till.field(search))
  await till.until(() => {
    touch(field)
    expect(keys()).not.toBeNull()
  })
  const room = (): string => document.documentElement.style.getPropertyValue('--keys')
  await till.until(() => expect(room()).not.toBe(''))
  till.scripted.setApp({ kiosk: { on: false, role: 'manager', clerk: null } })
  await till.until(() => expect(keys()).toBeNull())
  expect(room()).toBe('')
})

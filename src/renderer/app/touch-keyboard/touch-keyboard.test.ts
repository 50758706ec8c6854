// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { scriptedShift } from '../../../testing/fixtures/sales.ts'
import { managersApp } from '../../../testing/fixtures/app.ts'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => till.close())

const search = 'Search brands, products, amounts or a phone number'

function touch(element: HTMLElement, pointerType = 'touch'): void {
  element.focus()
  element.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType }))
}
const keys = (): Element | null => document.querySelector('[data-keys]')

test('touching a field in a shop opens the keyboard, which types into it and closes on request or when it is left', async () => {
  till = await mountTill('/shop', { app: managersApp })
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

test('capitals stay only after two presses', async () => {
  till = await mountTill('/shop', { app: managersApp })
  const field = await till.until(() => till.field(search))
  await till.until(() => {
    touch(field)
    expect(keys()).not.toBeNull()
  })
  for (const key of ['Capital letters', 'A', 'b', 'Capital letters', 'Capital letters', 'C', 'D']) await till.press(key)
  expect(field.value).toBe('AbCD')
})

test('a mouse or a real keyboard opens no touch keyboard, and nothing does at home', async () => {
  till = await mountTill('/shop', { app: managersApp })
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

test('leaving shop mode also removes the space reserved for the keyboard', async () => {
  till = await mountTill('/shop', { app: managersApp })
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

test('a field that the page focuses because of a touch opens the keyboard too, and one that it focuses by itself does not', async () => {
  till = await mountTill('/shop', { app: managersApp })
  const field = await till.until(() => till.field(search))
  field.focus()
  await till.until(() => expect(document.activeElement).toBe(field))
  expect(keys()).toBeNull()
  field.blur()
  document.body.dispatchEvent(new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
  field.focus()
  await till.until(() => expect(keys()).not.toBeNull())
})

test('a field for an amount gets a low board of digits, from which letters can be reached', async () => {
  const app = { ...managersApp }
  till = await mountTill('/sales', { app, shifts: [scriptedShift()] })
  const field = await till.until(() => till.field(/^Find a sale/))
  await till.until(() => {
    touch(field)
    expect(keys()).not.toBeNull()
  })
  expect(() => till.button('q')).toThrow()
  for (const key of ['1', '2', ':', 'Delete', 'ABC', 'a']) await till.press(key)
  expect(field.value).toBe('12a')
})

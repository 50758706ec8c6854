// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { mountTill, type MountedTill } from '../../../testing/renderer/mount-till.ts'

let till: MountedTill
afterEach(() => {
  vi.restoreAllMocks()
  till.close()
})

test('lets main say what is wrong, not the browser in its own language, and scrolls to it', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  till = await mountTill('/people', {
    fails: { 'people.save': { code: 'invalid-input', details: { reason: 'not-an-email' } } },
  })
  await till.until(() => till.button('Add a person'))
  await till.press('Add a person')
  await till.until(() => till.field('Name'))
  await till.type('Name', 'Luz')
  await till.type('E-mail', 'luz@')
  expect(till.field('E-mail').closest('form')?.noValidate).toBe(true)
  await till.submit('E-mail')
  await till.until(() => expect(till.text()).toContain('This isn’t an e-mail address.'))
  const button = till.button('Add')
  await till.until(() => expect(scrolled.mock.contexts).toContain(button))
})

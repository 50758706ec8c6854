// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { createI18nPlugin } from '../app/messages/i18n.ts'
import UiDialog from './UiDialog.vue'

/** Opens a dialog; returns its description, null for none, and what the console was warned of. */
async function open(description?: string) {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const words = createI18nPlugin()
  words.global.setLocaleMessage('en', { ui: { close: 'Close' } })
  const wrapper = mount(UiDialog, {
    attachTo: document.body,
    props: { title: 'A dialog', open: true, ...(description === undefined ? {} : { description }) },
    global: { plugins: [words] },
  })
  await flushPromises()
  const id = document.querySelector('[role="dialog"]')!.getAttribute('aria-describedby')
  const described = id === null ? null : document.getElementById(id)?.textContent
  const warnings = warned.mock.calls.map(String)
  wrapper.unmount()
  warned.mockRestore()
  return { described, warnings }
}

test('a screen reader reads a dialog’s description', async () => {
  expect(await open('With a sentence about it.')).toEqual({ described: 'With a sentence about it.', warnings: [] })
})

test('a dialog without one names no element that does not exist', async () => {
  expect(await open()).toEqual({ described: null, warnings: [] })
})

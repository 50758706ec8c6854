// @vitest-environment happy-dom
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, test, vi } from 'vitest'
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

describe('a press beside it', () => {
  let wrapper: VueWrapper
  afterEach(() => {
    wrapper.unmount()
    document.body.innerHTML = ''
  })
  async function show(held: boolean): Promise<void> {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const words = createI18nPlugin()
    wrapper = mount(UiDialog, {
      attachTo: document.body,
      props: { title: 'A dialog', open: true, held, 'onUpdate:open': (open) => void wrapper.setProps({ open }) },
      slots: { default: '<input aria-label="Amount"><input type="search" aria-label="Find">' },
      global: { plugins: [words] },
    })
    // The dialog listens from the next turn on, so that the press that opened it does not close it.
    await flushPromises()
    await turn()
  }
  const turn = (): Promise<void> => new Promise((resolve) => window.setTimeout(resolve))
  async function pressBeside(): Promise<void> {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }))
    await turn()
  }
  const isOpen = (): boolean => document.querySelector('[role="dialog"]') !== null
  const typeInto = (label: string): unknown =>
    document.querySelector(`[aria-label="${label}"]`)?.dispatchEvent(new Event('input', { bubbles: true }))

  test('closes it, also after a search', async () => {
    await show(false)
    typeInto('Find')
    await pressBeside()
    expect(isOpen()).toBe(false)
  })

  test('does not lose what was typed', async () => {
    await show(false)
    typeInto('Amount')
    await pressBeside()
    expect(isOpen()).toBe(true)
  })

  test('and Escape leave it open while something is under way', async () => {
    await show(true)
    await pressBeside()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(isOpen()).toBe(true)
    await wrapper.setProps({ held: false })
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(isOpen()).toBe(false)
  })
})

test('a screen reader reads a dialog’s description', async () => {
  expect(await open('With a sentence about it.')).toEqual({ described: 'With a sentence about it.', warnings: [] })
})

test('a dialog without one names no element that does not exist', async () => {
  expect(await open()).toEqual({ described: null, warnings: [] })
})

// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { AppError } from '../../../shared/errors.ts'
import { clerksApp } from '../../../testing/fixtures/app.ts'
import { createI18nPlugin, setLocale } from '../messages/i18n.ts'
import { useAppStore } from '../stores/app-store.ts'
import SalePin from './SalePin.vue'

const pinia = createPinia()
const words = createI18nPlugin()
await setLocale(words, 'en')
let wrapper: ReturnType<typeof open>
function open() {
  setActivePinia(pinia)
  useAppStore().app = clerksApp
  return mount(SalePin, {
    attachTo: document.body,
    props: { open: true, error: null, busy: false },
    global: { plugins: [pinia, words] },
  })
}
beforeEach(() => {
  wrapper = open()
})
afterEach(() => wrapper.unmount())
function press(...keys: string[]): void {
  for (const key of keys) window.dispatchEvent(new KeyboardEvent('keydown', { key }))
}

test('asks the clerk who sells, and emits the PIN only with Enter', async () => {
  await nextTick()
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Ana')
  press('4', '7', '1')
  press('Enter')
  expect(wrapper.emitted('typed')).toBeUndefined()
  press('1')
  await nextTick()
  press('Enter')
  expect(wrapper.emitted('typed')).toEqual([['4711']])
})

test('shows a refusal in the dialog and clears the PIN', async () => {
  press('4', '7', '1', '1')
  await wrapper.setProps({ error: new AppError('wrong-pin', 'Wrong') })
  await nextTick()
  expect(document.querySelector('[role="alert"]')?.textContent.trim()).toBe('Wrong PIN.')
  press('Enter')
  expect(wrapper.emitted('typed')).toBeUndefined()
})

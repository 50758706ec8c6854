// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createI18nPlugin, loadScreenMessages, setLocale } from '../../app/messages/i18n.ts'
import NotArrived from './NotArrived.vue'

const i18n = createI18nPlugin()
beforeAll(async () => {
  await setLocale(i18n, 'en')
  await loadScreenMessages(i18n)
})

test('shows the reference exactly as the service wrote it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-_A-Za-z0-9]{1,40}$/), (reference) => {
      const part = mount(NotArrived, {
        props: { when: 'today', reference, byEmail: false, price: 'MX$100' },
        global: { plugins: [i18n, createPinia()] },
      })
      expect(part.get('.select-text').element.textContent).toBe(reference)
      part.unmount()
    }),
    { numRuns: 50, examples: [['-a1b2c3'], ['_a1b2c3']] },
  )
})

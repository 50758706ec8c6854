// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, test } from 'vitest'
import { defineComponent } from 'vue'
import { createI18nPlugin, setLocale } from './i18n.ts'
import { useCatalogLabels } from './use-catalog-labels.ts'

/** Returns the name of a category as a page in `locale` shows it. */
async function nameIn(locale: 'en' | 'es', category: string): Promise<string> {
  const i18n = createI18nPlugin()
  await setLocale(i18n, locale)
  const page = defineComponent(() => {
    const { categoryName } = useCatalogLabels()
    return () => categoryName(category)
  })
  return mount(page, { global: { plugins: [createPinia(), i18n] } }).text()
}

test.each([
  ['travel', 'Travel', 'Viajes'],
  ['gift_card', 'Gift card', 'Tarjeta de regalo'],
  ['Food & delivery', 'Food & delivery', 'Food & delivery'],
  ['vinylRecords', 'Vinyl records', 'Vinyl records'],
  ['', '', ''],
])('names the category %j of a service', async (category, english, spanish) => {
  expect(await nameIn('en', category)).toBe(english)
  expect(await nameIn('es', category)).toBe(spanish)
})

// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { locales } from '../../../shared/app/locales.ts'
import { messages } from '../../locales/all-messages.ts'
import { createI18nPlugin, loadScreenMessages, pluralFormIn, setLocale } from './i18n.ts'

test('a language has the messages of the screens only once a screen needs them', async () => {
  const i18n = createI18nPlugin()
  await setLocale(i18n, 'en')
  expect(i18n.global.te('titles.shop')).toBe(true)
  expect(i18n.global.te('settings.language')).toBe(false)
  await loadScreenMessages(i18n)
  expect(i18n.global.t('settings.language')).toBe('Language')
  expect(i18n.global.te('titles.shop')).toBe(true)
})

test('a language that is chosen later has the messages of the screen that is open', async () => {
  const i18n = createI18nPlugin()
  await setLocale(i18n, 'en')
  await loadScreenMessages(i18n)
  await setLocale(i18n, 'es')
  expect(i18n.global.t('settings.language')).toBe('Idioma')
})

test('a sentence that ends in a time has one stop', async () => {
  const i18n = createI18nPlugin()
  await setLocale(i18n, 'es')
  await loadScreenMessages(i18n)
  const saved = (time: string): string => i18n.global.t('drafts.from.yesterday', { time })
  expect(saved('3:34\u00a0a.m.')).toBe('Guardado ayer, 3:34\u00a0a.m.')
  expect(saved('3:34 p. m.')).toBe('Guardado ayer, 3:34 p. m.')
  expect(saved('15:34')).toBe('Guardado ayer, 15:34.')
})

test.each(locales)('%s has all of its messages, its own forms for counts, and marks the page', async (locale) => {
  const i18n = createI18nPlugin()
  await setLocale(i18n, locale)
  await loadScreenMessages(i18n)
  expect(i18n.global.t('settings.language')).toBe(messages[locale].settings.language)
  expect(document.documentElement.lang).toBe(locale)
  const said = [0, 1, 2].map((count) => i18n.global.t('sales.soldCount', { n: '{n}' }, count))
  expect(said.join(' | ').replace('2', '{n}')).toBe(messages[locale].sales.soldCount)
})

test.each(locales)('%s has no plural for a single product', async (locale) => {
  const i18n = createI18nPlugin()
  await setLocale(i18n, locale)
  expect(i18n.global.t('shop.bestOf', { ranked: '1', all: '3' }, 1)).not.toContain('1')
  expect(i18n.global.t('shop.bestOf', { ranked: '2', all: '3' }, 2)).toContain('2')
})

test('a count takes the form of the language, and none the first of three', () => {
  const [inEnglish, inFrench] = [pluralFormIn('en'), pluralFormIn('fr')]
  expect([0, 1, 2].map((count) => inEnglish(count, 2))).toEqual([1, 0, 1])
  expect([0, 1, 2].map((count) => inFrench(count, 2))).toEqual([0, 0, 1])
  expect([0, 1, 2].map((count) => inFrench(count, 3))).toEqual([0, 1, 2])
})

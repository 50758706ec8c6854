import { markRaw } from 'vue'
import { createI18n } from 'vue-i18n'
import { locales, type Locale } from '../../../shared/app/locales.ts'
import type { ErrorKey } from './error-message.ts'

/** What every language must have at the start: a message for each error, and for each of its reasons. */
interface StartMessages {
  readonly errors: Readonly<Record<ErrorKey, string>>
}

interface MessageFiles {
  /** What the frame, the shop and the unlock screen show. */
  readonly start: () => Promise<{ default: StartMessages }>
  /** What only the other screens show. */
  readonly screens: () => Promise<{ default: object }>
}

const files: Record<Locale, MessageFiles> = {
  en: { start: () => import('../../locales/english.ts'), screens: () => import('../../locales/en/screens.json') },
  es: { start: () => import('../../locales/es/start.json'), screens: () => import('../../locales/es/screens.json') },
  pt: { start: () => import('../../locales/pt/start.json'), screens: () => import('../../locales/pt/screens.json') },
  fr: { start: () => import('../../locales/fr/start.json'), screens: () => import('../../locales/fr/screens.json') },
}

/** Returns which of a message's forms a language takes for a count: one or more, with a form for none before them if there are three. */
export function pluralFormIn(locale: string): (count: number, forms: number) => number {
  let rules: Intl.PluralRules | undefined
  return (count, forms) => {
    if (forms === 3 && count === 0) return 0
    // Created on first use, to keep it out of the start.
    rules ??= new Intl.PluralRules(locale)
    return (rules.select(count) === 'one' ? 0 : 1) + (forms === 3 ? 1 : 0)
  }
}

/** Creates the translation plugin without messages; `setLocale` and `loadScreenMessages` load them. */
export function createI18nPlugin() {
  return createI18n({
    legacy: false,
    locale: 'en',
    missingWarn: true,
    fallbackWarn: false,
    messages: {},
    pluralRules: Object.fromEntries(locales.map((locale) => [locale, pluralFormIn(locale)])),
    // A time ends in a stop of its own in Spanish: "3:34 a.m.".
    postTranslation: (text) => (typeof text === 'string' ? text.replace(/(?<=\bm)\.\.(?=\s|$)/gu, '.') : text),
  })
}

export type I18nPlugin = ReturnType<typeof createI18nPlugin>

type Part = keyof MessageFiles

interface Loaded {
  /** The parts that the page needs in each language it changes to. */
  readonly needed: Set<Part>
  /** What was added already. */
  readonly added: Set<`${Locale}/${Part}`>
}
const loadedBy = new WeakMap<I18nPlugin, Loaded>()

/** Loads the messages of `locale` that the page needs, once, and switches the page to them. */
export async function setLocale(i18n: I18nPlugin, locale: Locale): Promise<void> {
  await Promise.all([...loadedOf(i18n).needed].map((part) => load(i18n, locale, part)))
  localeOf(i18n).value = locale
  document.documentElement.lang = locale
}

/** Loads the messages of every screen but shop and unlock, once, in the page's language and in each that it changes to. */
export async function loadScreenMessages(i18n: I18nPlugin): Promise<void> {
  loadedOf(i18n).needed.add('screens')
  await load(i18n, localeOf(i18n).value, 'screens')
}

async function load(i18n: I18nPlugin, locale: Locale, part: Part): Promise<void> {
  const { added } = loadedOf(i18n)
  if (added.has(`${locale}/${part}`)) return
  const { default: messages } = await files[locale][part]()
  added.add(`${locale}/${part}`)
  // The parts share no section. To merge them deeply would copy thousands of messages, through proxies, before the first screen.
  i18n.global.setLocaleMessage(locale, markRaw({ ...i18n.global.getLocaleMessage(locale), ...messages }))
}

function loadedOf(i18n: I18nPlugin): Loaded {
  const known = loadedBy.get(i18n)
  if (known) return known
  const loaded: Loaded = { needed: new Set(['start']), added: new Set() }
  loadedBy.set(i18n, loaded)
  return loaded
}

function localeOf(i18n: I18nPlugin): { value: Locale } {
  // With `legacy: false` the locale is a ref, and only `setLocale` changes it.
  return i18n.global.locale as unknown as { value: Locale }
}

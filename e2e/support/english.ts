import type { Page } from '@playwright/test'
import { locales, type Locale } from '../../src/shared/app/locales.ts'
import { en, messages } from '../../src/renderer/locales/all-messages.ts'

/** Returns every message of a locale file, by path. */
function sentencesOf(words: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? sentencesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)] as [string, string]],
  )
}

/** Splits a message into its plural forms. */
function formsOf(sentence: string): string[] {
  return sentence.split(' | ')
}

const counted = /\{(?:count|left|limit|number|of|position|seconds|shown|step)\}/

/** Returns a pattern (a RegExp's source) of a form on the screen, with numbers or any text in place of its `{names}`. */
function patternOf(form: string): string {
  const parts = form.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return counted.test(part) ? '[\\d.,\\s]+' : '.+'
  })
  return parts.join('')
}

/** Returns the English messages that differ in a language, and that occur nowhere in it, form by form. */
function englishBeside(locale: Locale): string[] {
  const others = new Map(sentencesOf(messages[locale]))
  const otherForms = new Set([...others.values()].flatMap(formsOf))
  return (
    sentencesOf(en)
      // Names of categories are words of brands too.
      .filter(([path, sentence]) => sentence !== others.get(path) && !path.startsWith('categories.'))
      .flatMap(([, sentence]) => formsOf(sentence))
      // One word between two values is in texts of the service too: "{what} for {to}".
      .filter((form) => !/^\{\w+\} \S+ \{\w+\}$/.test(form))
      .filter((form) => !otherForms.has(form) && /\p{L}{2}/u.test(form.replace(/\{\w+\}/g, '')))
  )
}

/** Returns what tells whether a text is one of these forms. */
function recogniserOf(forms: readonly string[]): (text: string) => boolean {
  const { fixed = [], filled = [] } = Object.groupBy(forms, (form) => (form.includes('{') ? 'filled' : 'fixed'))
  const asIs = new Set(fixed)
  // One pattern of all is tried in a fraction of the time of hundreds.
  const pattern = new RegExp(`^(?:${filled.map(patternOf).join('|')})$`, 'u')
  return (text) => asIs.has(text) || pattern.test(text)
}

const isEnglish = new Map<string, (text: string) => boolean>(
  locales.filter((locale) => locale !== 'en').map((locale) => [locale, recogniserOf(englishBeside(locale))]),
)

/**
 * Returns the page's texts and accessible names that are Till's English messages; skips the service's texts, and those marked as another
 * language.
 */
export async function findEnglish(page: Page): Promise<string[]> {
  const { language, texts } = await page.evaluate(() => {
    const language = document.documentElement.lang
    const texts: string[] = [document.title.replace(/ · Till$/, '')]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      // A text marked as another language, such as a shop's receipt, is meant to be.
      if (parentElement?.closest<HTMLElement>('[lang]')?.lang === language) texts.push(textContent ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '')
    }
    return { language, texts: [...new Set(texts.map((text) => text.trim().replace(/\s+/g, ' ')))] }
  })
  return texts.filter((text) => isEnglish.get(language)?.(text))
}

import type { Page } from '@playwright/test'
import en from '../../src/renderer/locales/en.json' with { type: 'json' }
import es from '../../src/renderer/locales/es.json' with { type: 'json' }

/** Every sentence of a locale's file, by its path. */
function sentencesOf(words: object, path = ''): [path: string, sentence: string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? sentencesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)] as [string, string]],
  )
}

const spanish = new Map(sentencesOf(es))
const spanishForms = new Set([...spanish.values()].flatMap(formsOf))

/** The forms of a sentence: one, or one for each number. */
function formsOf(sentence: string): string[] {
  return sentence.split(' | ')
}

const counted = /\{(?:count|left|limit|number|of|position|seconds|shown|step)\}/

/** A form as it may stand on the screen, with a number or anything in place of its `{names}`. */
function patternOf(form: string): string {
  const parts = form.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return counted.test(part) ? '[\\d.,\\s]+' : '.+'
  })
  return `^${parts.join('')}$`
}

/** What English alone says: sentences that Spanish says otherwise, and nowhere else alike. */
const english = sentencesOf(en)
  .filter(([path, sentence]) => sentence !== spanish.get(path))
  .flatMap(([, sentence]) => formsOf(sentence))
  .filter((form) => !spanishForms.has(form) && /\p{L}{2}/u.test(form.replace(/\{\w+\}/g, '')))
  .map(patternOf)

/** Texts and names on the page, seen or only heard, that are English words of Till; the service's own words are not, nor what is marked as of another language. */
export function findEnglish(page: Page): Promise<string[]> {
  return page.evaluate((patterns) => {
    const known = patterns.map((pattern) => new RegExp(pattern, 'u'))
    const said: string[] = [document.title.replace(/ · Till$/, '')]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      // What says itself that it is in another language, as a shop's receipt may be, is meant to be.
      const language = parentElement?.closest<HTMLElement>('[lang]')?.lang
      if (language === document.documentElement.lang) said.push(textContent ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) {
      for (const element of document.querySelectorAll(`[${name}]`)) said.push(element.getAttribute(name) ?? '')
    }
    const trimmed = new Set(said.map((text) => text.trim().replace(/\s+/g, ' ')))
    return [...trimmed].filter((text) => known.some((pattern) => pattern.test(text)))
  }, english)
}

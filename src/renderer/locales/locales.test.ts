import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { checkParts, checkMessages, checkVerdicts } from '../../shared/services/check-parts.ts'
import { attentionReasons, personStatuses, quoteRefusals } from '../../shared/purchases/state.ts'
import { quoteProblems } from '../../shared/checkout/quote-problems.ts'
import { stepKinds } from '../../shared/transactions/views.ts'
import { timelineStages } from '../../shared/purchases/views.ts'
import { routes } from '../app/start/routes.ts'
import { locales } from '../../shared/app/locales.ts'
import { en, messages } from './all-messages.ts'
import screens from './en/screens.json'
import start from './en/start.json'

type Tree = { readonly [key: string]: string | Tree }

function flatten(tree: Tree, path = ''): [key: string, words: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )
}
const english = new Map(flatten(en))
const translations = locales.map((locale) => [locale, new Map(flatten(messages[locale]))] as const)
const parts = import.meta.glob<object>('./*/*.json', { import: 'default', eager: true })

const files = import.meta.glob<string>('../**/*.{vue,ts}', { query: '?raw', import: 'default', eager: true })
const sources = Object.entries(files)
  .filter(([file]) => !file.endsWith('.test.ts'))
  .map(([, text]) => text)
// A key stands where it is translated, where a notice is put up, or as the sentence that a view stands for.
const uses = [
  /\bt\(\s*'([^']+)'/g,
  /notices\.add\('\w+', '([^']+)'/g,
  /\baction: \{ key: '([^']+)'/g,
  /[?:] '(frame\.[^']+)'/g,
  /'((?:outcome|waiting|report|fee|networkTrouble)\.[^']+)'/g,
]
const keysIn = (texts: string[], patterns: RegExp[]): Set<string> =>
  new Set(texts.flatMap((text) => patterns.flatMap((use) => [...text.matchAll(use)].map(([, key = '']) => key))))
const whole = keysIn(sources, uses)
const beginnings = [
  /\bt\(\s*`([^`$]+)\$\{/g,
  /notices\.add\('\w+', `([^`$]+)\$\{/g,
  /`((?:outcome|attention|waiting|report|fee|networkTrouble)\.[^`$]*)\$\{/g,
]
const prefixes = keysIn(sources, beginnings)
/** All that could be a key, also where a condition chooses between two. */
const quoted = keysIn(sources, [/'([a-z]\w*(?:\.[\w-]+)+)'/g])

/** Returns the files that the page may run before another screen than shop and unlock: imports, direct and indirect, apart from routes and rescue. */
function findStartFiles(): string[] {
  const found = new Set(['../main.ts', '../modules/unlock/UnlockPage.vue'])
  // The loop also visits files that are added on the way.
  for (const file of found) {
    const text = files[file] ?? ''
    const late = /(?:routes|main)\.ts$/.test(file) ? [] : [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)]
    const early = [...text.matchAll(/^(?:import|export|\}) (?!type\b).*from '(\.[^']+)'$/gm)]
    for (const [, path = ''] of [...early, ...late]) {
      const imported = posix.join(posix.dirname(file), path)
      if (imported in files) found.add(imported)
    }
  }
  return [...found]
}

test('the messages of the start are exactly in the sections that it uses', () => {
  const started = findStartFiles().map((file) => files[file] ?? '')
  const used = [...keysIn(started, uses), ...keysIn(started, beginnings)].map((key) => key.split('.')[0] ?? '')
  expect(used.length).toBeGreaterThan(200)
  expect([...new Set([...used, 'errors'])].sort()).toEqual(Object.keys(start).sort())
  expect(Object.keys(screens).filter((section) => section in start)).toEqual([])
  for (const locale of locales) {
    const sections = ['start', 'screens'].map((part) => Object.keys(parts[`./${locale}/${part}.json`] ?? {}))
    expect([locale, sections]).toEqual([locale, [start, screens].map((part) => Object.keys(part))])
  }
})

test('the folders are those of the languages', () => {
  expect(new Set(Object.keys(parts).map((file) => file.split('/')[1]))).toEqual(new Set(locales))
})

test('every language has the same keys', () => {
  for (const [locale, translated] of translations)
    expect([locale, [...translated.keys()].sort()]).toEqual([locale, [...english.keys()].sort()])
})

test('every language names the same values and has as many forms', () => {
  const shape = (words: string): string[] => [...new Set(words.match(/\{\w+\}/g) ?? [])].sort()
  for (const [locale, translated] of translations)
    for (const [key, words] of english) {
      const other = translated.get(key) ?? ''
      const wanted = [locale, key, shape(words), words.split('|').length]
      expect([locale, key, shape(other), other.split('|').length]).toEqual(wanted)
    }
})

test('no message holds signs that mean something else to the message format', () => {
  for (const [key, words] of translations.flatMap(([, translated]) => [...translated])) {
    expect([key, words.replace(/\{[a-z]+\}/gi, '')]).toEqual([key, expect.not.stringMatching(/[{}@%]/)])
  }
})

test('every key used in the code exists', () => {
  expect([...whole].filter((key) => !english.has(key))).toEqual([])
  const all = [...english.keys()]
  expect([...prefixes].filter((prefix) => !all.some((key) => key.startsWith(prefix)))).toEqual([])
})

test('every page has a title', () => {
  const names = routes.flatMap(({ name }) => (name ? [String(name)] : []))
  expect(names.filter((name) => !english.has(`titles.${name}`))).toEqual([])
})

test('every key that exists is used', () => {
  const built = [...prefixes, 'errors.', 'titles.']
  expect(
    [...english.keys()].filter((key) => !quoted.has(key) && !built.some((prefix) => key.startsWith(prefix))),
  ).toEqual([])
})

test('everything that main may name has words', () => {
  // A refused payment is said in the words of its refusal.
  const shownMessages = checkMessages.filter((one) => one !== 'payment.refused')
  const checkKeys = shownMessages.map((one) => `serviceCheck.messages.${one}`)
  const wanted = [
    ...personStatuses.map((status) => `status.${status}`),
    ...attentionReasons.flatMap((reason) => [
      `attention.${reason}.heading`,
      `attention.${reason}.known`,
      `attention.${reason}.safe`,
    ]),
    ...quoteProblems.map((problem) => `problem.${problem}`),
    ...stepKinds.map((step) => `step.${step}`),
    ...timelineStages.map((stage) => `stage.${stage}`),
    ...checkParts.map((part) => `serviceCheck.part.${part}`),
    ...checkVerdicts.map((verdict) => `serviceCheck.verdict.${verdict}`),
    ...checkKeys,
    ...quoteRefusals.map((reason) => `refusal.${reason}`),
  ]
  expect(wanted.filter((key) => !english.has(key))).toEqual([])
  const spare = [...english.keys()].filter(
    (key) => key.startsWith('serviceCheck.messages.') && !checkKeys.includes(key),
  )
  expect(spare).toEqual([])
})

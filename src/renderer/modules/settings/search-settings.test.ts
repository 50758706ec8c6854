import { expect, test } from 'vitest'
import { correctQuery, fittingQuery, hasWords, markWords, searchSettings, termsWith } from './search-settings.ts'

const settings = [
  { label: 'Password', path: 'Security › Locking', terms: 'unlocks Till', otherTerms: 'desbloquea Till' },
  { label: 'Lock automatically after', path: 'Security › Locking', terms: 'minutes', otherTerms: 'minutos' },
  { label: 'Clerks', path: 'Point of sale', terms: 'PIN, people who sell', otherTerms: 'quienes venden, número' },
  { label: 'Página de inicio', path: 'General', terms: 'región', otherTerms: 'region retrait' },
].map((one) => ({ ...one, englishTerms: 'start region' }))
const labels = (query: string): string[] => searchSettings(settings, query).map(({ label }) => label)

test.each([
  ['', []],
  ['  –', []],
  // The label counts more than the page and the terms.
  ['lock', ['Lock automatically after', 'Password']],
  ['LOCK aut', ['Lock automatically after']],
  ['lock password', ['Password']],
  ['pagina REGION', ['Página de inicio']],
  // Words of the other language are found too.
  ['desbloquea', ['Password']],
  ['numero', ['Clerks']],
  // Short words count only at the beginning of a word.
  ['in', ['Página de inicio']],
  ['nothing like it', []],
] as const)('“%s” finds %j', (query, expected) => {
  expect(labels(query)).toEqual(expected)
})

test('a term that is exactly what was typed counts more than a part of a label', () => {
  const [registers, shop] = ['Autres caisses', 'Mode boutique'].map((label, at) => ({
    label,
    path: '',
    terms: at === 0 ? '' : 'borne, caisse',
    otherTerms: '',
    englishTerms: '',
  }))
  expect(searchSettings([registers!, shop!], 'caisse')).toEqual([shop, registers])
})

test.each([
  ['change the password', 'password'],
  ['CHANGE my passwrd', 'password'],
  // What fits is searched as it is, also if another word is near.
  ['change', 'change'],
  ['desbloquea', 'desbloquea'],
  ['minuto', 'minuto'],
  ['zzzzz', 'zzzzz'],
] as const)('“%s” searches “%s”', (query, searched) => {
  expect(fittingQuery(settings, query, new Set(['change']))).toBe(searched)
})

test('of the terms only those with a word of the query are told', () => {
  expect(termsWith('PIN, people who sell, till roll', 'sell pin')).toBe('PIN, people who sell')
})

test('what begins a word comes before what is within one', () => {
  const called = (label: string, terms: string) => ({ label, path: '', terms, otherTerms: '', englishTerms: '' })
  const [theme, sales] = [called('Tema', 'modo nocturno'), called('Ventas', 'turnos')]
  expect(searchSettings([theme, sales], 'turno')).toEqual([sales, theme])
  expect(searchSettings([called('Qué se ve', 'privacidad'), called('Recibos', 'IVA')], 'iva')).toHaveLength(1)
})

test('the setting that is named exactly comes first', () => {
  const named = (label: string) => ({ label, path: '', terms: '', otherTerms: '', englishTerms: '' })
  expect(searchSettings([named('Backup file'), named('Backup')], 'backup')[0]?.label).toBe('Backup')
})

test.each([
  ['unlocks Till', 'lock', ['un', '[lock]', 's Till']],
  ['Página', 'pagina', ['[Página]']],
  ['Cafe\u0301 único', 'unico cafe', ['[Café]', ' ', '[único]']],
  ['Lock and lock', 'lo lock', ['[Lock]', ' and ', '[lock]']],
  ['Password', 'x', ['Password']],
  ['', 'lock', []],
] as const)('in “%s”, “%s” marks %j', (text, query, expected) => {
  expect(markWords(text, query).map((part) => (part.marked ? `[${part.text}]` : part.text))).toEqual(expected)
})

test('tells whether a text has all words', () => {
  expect(hasWords('Security › Locking', 'lock secu')).toBe(true)
  expect(hasWords('Security › Locking', 'lock words')).toBe(false)
})

test.each([
  ['passwrd', 'password'],
  ['Passwrd lock', 'password lock'],
  ['pagnia', 'pagina'],
  // In a text, or like no word of one.
  ['Lock', 'Lock'],
  ['swor', 'swor'],
  // Of other languages only English is near.
  ['regoin', 'region'],
  ['strat', 'start'],
  ['retrai', 'retrai'],
  ['rterait', 'rterait'],
  ['zzzzz', 'zzzzz'],
] as const)('“%s” is corrected to “%s”', (query, corrected) => {
  expect(correctQuery(settings, query)).toBe(corrected)
})

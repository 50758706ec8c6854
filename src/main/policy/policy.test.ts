import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../shared/services/profile.ts'
import type { SettingsView } from '../../shared/app/views.ts'
import { openPolicy, type Policy } from './open-policy.ts'
import { PolicyError, readPolicy } from './read-policy.ts'

let folder: string
let used: Profile[]
let notes: string[]
let refuseService = false
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-policy-'))
  used = []
  notes = []
  refuseService = false
})
afterEach(() => rmSync(folder, { recursive: true }))

function open(text: string | null, file: string | null = null): Policy {
  if (text !== null) writeFileSync(join(folder, 'policy.json'), text)
  return openPolicy({
    file,
    dataDir: folder,
    useService(profile) {
      if (refuseService) throw new Error('elsewhere')
      used.push(profile)
    },
    now: () => 0,
    log: (_, __, { sentence } = {}) => notes.push(sentence ?? ''),
  })
}
const docs = readFileSync(new URL('../../../docs/policy.md', import.meta.url), 'utf8')
const example = /```json\n(.*?)```/s.exec(docs)?.[1] ?? ''
const own: SettingsView = {
  locale: null,
  theme: 'dark',
  lockAfterMinutes: 5,
  idleMinutes: 2,
  pinAtSale: false,
  homeCountry: null,
  shopView: null,
  customerStands: 'across',
  customerDisplay: 'automatic',
}

describe('a policy', () => {
  it('works as the documentation shows it, and all its parts are documented', () => {
    const policy = open(example)
    expect(policy.view()).toEqual({ sets: Object.keys(JSON.parse(example) as object), problem: null })
    expect(policy.view().sets).toHaveLength(11)
    expect(notes).toEqual([
      `The policy file ${join(folder, 'policy.json')} is used: it sets ${policy.view().sets.join(', ')}.`,
    ])
    expect(used).toMatchObject([{ name: 'Our service', requestsPerHour: 100 }])
    expect(policy.over(own)).toEqual({
      ...own,
      locale: 'es',
      theme: 'light',
      homeCountry: 'MX',
      idleMinutes: 3,
      pinAtSale: true,
    })
    expect(policy.values.limits).toEqual({ perPurchase: '100', perDay: '2000', perRecipient: '200' })
    expect(() => policy.refuse(['theme'])).toThrow('The policy sets it')
    expect(() => policy.refuse(['shopView', 'lockAfterMinutes'])).not.toThrow()
  })

  it('changes nothing if there is none, or it is empty', () => {
    for (const text of [null, '{}']) {
      const policy = open(text)
      expect(policy.view()).toEqual({ sets: [], problem: null })
      expect(policy.over(own)).toEqual(own)
    }
    expect(used).toEqual([])
    expect(notes).toEqual([`The policy file ${join(folder, 'policy.json')} is used: it sets nothing.`])
  })

  it('is the named file before the folder’s own, and a named file must exist', () => {
    const named = join(folder, 'named.json')
    writeFileSync(named, '{"theme":"dark"}')
    expect(open('{"theme":"light"}', named).values).toEqual({ theme: 'dark' })
    expect(open(null, join(folder, 'missing.json')).view().problem).toMatchObject({ reason: 'unreadable', path: '' })
    expect(open(null, folder).view().problem).toMatchObject({ reason: 'unreadable', path: '' })
    expect(open(`{"theme":"light"}${' '.repeat(200_000)}`).view().problem?.reason).toBe('unreadable')
  })

  it.each([
    ['[]', 'not-json', ''],
    ['{"theme":"light"', 'not-json', ''],
    ['{"teme":"light"}', 'unknown-key', 'teme'],
    ['{"kiosk":true}', 'unknown-key', 'kiosk'],
    ['{"limits":{"perWeek":"1"}}', 'unknown-key', 'limits.perWeek'],
    ['{"limits":{"perDay":null}}', 'wrong-value', 'limits.perDay'],
    ['{"limits":{"perDay":100}}', 'wrong-value', 'limits.perDay'],
    ['{"limits":{"perDay":"-1"}}', 'wrong-value', 'limits.perDay'],
    ['{"favourites":{"counter":[{"name":" ","products":[]}]}}', 'wrong-value', 'favourites.counter.0.name'],
    ['{"favourites":{"counter":[{"name":"Games","skus":[]}]}}', 'unknown-key', 'favourites.counter.0.skus'],
    ['{"prices":{"currency":"MXN","rate":"0"}}', 'wrong-value', 'prices.rate'],
    ['{"prices":{"currency":"MXN"}}', 'missing', 'prices.rate'],
    ['{"prices":{"currency":"MXN","rate":"17","rules":[{"percents":"8"}]}}', 'unknown-key', 'prices.rules.0.percents'],
    ['{"prices":{"currency":"MXN","rate":"17","limits":{"perWeek":"8"}}}', 'unknown-key', 'prices.limits.perWeek'],
    ['{"receipt":{"name":"Lupita","language":"en","printer":"system"}}', 'unknown-key', 'receipt.printer'],
    [
      '{"receipt":{"name":"Lupita","language":"en","logo":"data:image/png;base64,PHN2Zz4="}}',
      'wrong-value',
      'receipt.logo',
    ],
    ['{"registers":[{"name":"Centro","address":"0x5290"}]}', 'wrong-value', 'registers.0.address'],
    [
      '{"registers":[{"name":"Centro","address":"0x52908400098527886E0F7030069857D2E4169eE7"}]}',
      'wrong-value',
      'registers.0.address',
    ],
    [
      '{"registers":[{"name":" ","address":"0x52908400098527886E0F7030069857D2E4169EE7"}]}',
      'wrong-value',
      'registers.0.name',
    ],
    [
      '{"registers":[{"name":"A","address":"0x52908400098527886E0F7030069857D2E4169EE7"},{"name":"B","address":"0x52908400098527886e0f7030069857d2e4169ee7"}]}',
      'wrong-value',
      'registers',
    ],
    ['{"favourites":{"brands":["a",7]}}', 'wrong-value', 'favourites.brands.1'],
    ['{"idleMinutes":0}', 'wrong-value', 'idleMinutes'],
    ['{"pinAtSale":"yes"}', 'wrong-value', 'pinAtSale'],
    ['{"__proto__":{"theme":"dark"}}', 'unknown-key', '__proto__'],
    ['{"service":{"name":"x","baseUrl":"https://s.example"}}', 'missing', 'service.integrator'],
    [
      '{"theme":"dark","service":{"name":"x","baseUrl":"http://s.example","integrator":"i"}}',
      'wrong-value',
      'service.baseUrl',
    ],
    [
      '{"service":{"name":"x","baseUrl":"https://s.example","integrator":"i","listParameters":{"pages":"p"}}}',
      'unknown-key',
      'service.listParameters.pages',
    ],
  ])('is reported by the invalid path and not used at all: %s', (text, reason, path) => {
    const policy = open(text)
    expect(policy.view()).toMatchObject({ sets: [], problem: { reason, path } })
    expect(policy.over(own)).toEqual(own)
    expect(used).toEqual([])
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain(path)
    expect(notes[0]).toContain(join(folder, 'policy.json'))
  })

  it('is not used at all if its service cannot be used', () => {
    refuseService = true
    const policy = open(example)
    expect(policy.view()).toMatchObject({ sets: [], problem: { reason: 'service', path: 'service' } })
    expect(policy.over(own)).toEqual(own)
  })

  it('never quotes a value', () => {
    open('{"service":{"name":"x","baseUrl":"https://s.example","integrator":"i","token":["very-secret"]}}')
    open('{"service":{"token":"very-secret"')
    expect(notes).toHaveLength(2)
    expect(notes.join()).not.toContain('very-secret')
  })
})

describe('any policy file', () => {
  /** A deterministic stream of numbers from 0 to 1 for a seed. */
  function numbers(seed: number): () => number {
    let state = seed
    return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
  }
  const next = numbers(7)
  const below = (end: number): number => Math.floor(next() * end)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  const nasty: unknown[] = [
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    '',
    ' ',
    'x'.repeat(5000),
    '\u0000',
    '\ud800',
    '__proto__',
    [],
    {},
    [[[[]]]],
    { constructor: 1 },
    { toString: 'x' },
    ['a', null],
    '1e9',
    '0x10',
    'NaN',
    '１００',
    { perDay: '1' },
  ]
  const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'kiosk', 'Theme', '', '0', 'perDay', 'a.b']

  /** Returns every entry within a value, as its holder and its key there. */
  function entries(value: unknown): [holder: Record<string, unknown>, key: string][] {
    if (value === null || typeof value !== 'object') return []
    const holder = value as Record<string, unknown>
    return Object.keys(holder).flatMap((key) => [[holder, key] as [typeof holder, string], ...entries(holder[key])])
  }
  function define(holder: object, key: string, value: unknown): void {
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true })
  }
  const mutations: ((json: Record<string, unknown>) => string)[] = [
    (json) => JSON.stringify(json),
    (json) => {
      const [holder, key] = pick(entries(json))
      define(holder, key, pick(nasty))
      return JSON.stringify(json)
    },
    (json) => {
      const [holder] = pick(entries(json))
      define(Array.isArray(holder) ? json : holder, pick(keys), pick(nasty))
      return JSON.stringify(json)
    },
    (json) => {
      const [holder, key] = pick(entries(json))
      Reflect.deleteProperty(holder, key)
      return JSON.stringify(json)
    },
    (json) => JSON.stringify(json).slice(0, below(JSON.stringify(json).length)),
    (json) => {
      const text = [...JSON.stringify(json)]
      for (let changes = 1 + below(4); changes > 0; changes--) text[below(text.length)] = pick([...'{}[]",:0a\u0000\\'])
      return text.join('')
    },
    () => '['.repeat(1 + below(50_000)),
    () => '{"limits":'.repeat(1 + below(5_000)) + '1' + '}'.repeat(below(5_000)),
    () => JSON.stringify(pick(nasty)),
  ]

  it('is used completely or refused with its path, for thousands of generated files', () => {
    const outcomes = { used: 0, refused: 0 }
    for (let round = 0; round < 6000; round++) {
      const json = JSON.parse(example) as Record<string, unknown>
      for (const key of Object.keys(json)) if (below(3) === 0) Reflect.deleteProperty(json, key)
      json['theme'] ??= 'dark'
      const text = pick(mutations)(json)
      try {
        const values = readPolicy(text)
        outcomes.used++
        // Everything in the file is used; nothing was ignored.
        expect(values, text.slice(0, 300)).toMatchObject(JSON.parse(text) as object)
        expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
      } catch (error) {
        if (!(error instanceof PolicyError)) throw error
        outcomes.refused++
        expect(error.problem.path.length).toBeLessThanOrEqual(100)
      }
    }
    expect(outcomes.used).toBeGreaterThan(500)
    expect(outcomes.refused).toBeGreaterThan(2000)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})

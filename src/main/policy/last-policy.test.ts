import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Profile } from '../../shared/services/profile.ts'
import { openPolicy, type Policy } from './open-policy.ts'

const day = 86_400_000
const start = Date.UTC(2030, 0, 1)

let folder: string
let dataDir: string
let now: number
let used: Profile[]
let notes: string[]
let failures: unknown[]
let refuseService: boolean
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-last-policy-'))
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  now = start
  ;[used, notes, failures] = [[], [], []]
  refuseService = false
})
afterEach(() => rmSync(folder, { recursive: true }))

const named = (): string => join(folder, 'policy.json')
const own = (): string => join(dataDir, 'policy.json')
const copy = (): string => join(dataDir, 'policy.last.json')

function open(file: string | null = named()): Policy {
  return openPolicy({
    file,
    dataDir,
    now: () => now,
    useService(profile) {
      if (refuseService) throw new Error('elsewhere')
      used.push(profile)
    },
    log(name, _, { error, sentence } = {}) {
      if (name === 'policy.not-stored') failures.push(error)
      else notes.push(sentence ?? '')
    },
  })
}
const limited = '{"theme":"dark","limits":{"perDay":"50"}}'
const limitOf = (policy: Policy): string | undefined => policy.values.limits?.perDay ?? undefined

/** The ways in which a file that was usable may be unusable at the next start. */
const broken: [string, (file: string) => void][] = [
  ['is malformed', (file) => writeFileSync(file, '{"limits":{"perDay":"5O"}}')],
  ['is cut off', (file) => writeFileSync(file, limited.slice(0, 20))],
  ['is empty', (file) => writeFileSync(file, '')],
  [
    'is a folder',
    (file) => {
      rmSync(file, { force: true })
      mkdirSync(file)
    },
  ],
  [
    'is a link to nothing',
    (file) => {
      rmSync(file, { force: true })
      symlinkSync(join(folder, 'share', 'policy.json'), file)
    },
  ],
]
const whereEver = [
  ['named', () => named(), () => named()],
  ['own', () => own(), () => null],
] as const

describe.each(whereEver)('a policy file (%s)', (_, pathOf, configured) => {
  it.each(broken)('that %s leaves its last usable version in force, and says since when', (__, breaking) => {
    writeFileSync(pathOf(), limited)
    expect(limitOf(open(configured()))).toBe('50')
    breaking(pathOf())
    now += day
    expect(limitOf(open(configured()))).toBe('50')
    now += day
    const policy = open(configured())
    expect([limitOf(policy), policy.isClosed]).toEqual(['50', false])
    expect(policy.view()).toMatchObject({ sets: ['limits', 'theme'], problem: { usesLast: true } })
    expect(policy.view().problem?.since).toBe(new Date(start + day).toISOString())
    expect(() => policy.refuse(['theme'])).toThrow('The policy sets it')
    expect(notes.at(-1)).toContain('The last policy that could be used stays in force.')

    rmSync(pathOf(), { recursive: true })
    writeFileSync(pathOf(), '{"limits":{"perDay":"70"}}')
    const mended = open(configured())
    expect([limitOf(mended), mended.view().problem]).toEqual(['70', null])
    writeFileSync(pathOf(), '[')
    now += day
    expect(open(configured()).view().problem?.since).toBe(new Date(now).toISOString())
  })

  it.each(broken)('that %s and never was usable closes sales', (__, breaking) => {
    breaking(pathOf())
    expect(open(configured()).isClosed).toBe(true)
    now += day
    const policy = open(configured())
    expect([policy.isClosed, policy.values]).toEqual([true, {}])
    expect(policy.view()).toMatchObject({
      sets: [],
      problem: { usesLast: false, since: new Date(start).toISOString() },
    })
    expect(notes.at(-1)).toContain('Nothing is paid until it can be used, or is no longer set.')
    rmSync(pathOf(), { recursive: true })
    writeFileSync(pathOf(), limited)
    expect(open(configured())).toMatchObject({ isClosed: false, values: { theme: 'dark' } })
  })
})

it('a named file that is missing is unusable, and not a policy that was removed', () => {
  expect(open().isClosed).toBe(true)
  writeFileSync(named(), limited)
  open()
  rmSync(named())
  expect(limitOf(open())).toBe('50')
})

it('a policy ends when the flag is left out or the own file is deleted, and is then forgotten', () => {
  for (const [path, configured] of [
    [named(), named()],
    [own(), null],
  ] as const) {
    writeFileSync(path, limited)
    open(configured)
    if (configured === null) rmSync(path)
    notes = []
    const without = open(null)
    expect([without.values, without.isClosed, without.view()]).toEqual([{}, false, { sets: [], problem: null }])
    expect(notes).toEqual(['There is no policy file any more: its settings no longer apply.'])
    open(null)
    expect(notes).toHaveLength(1)
    expect(readdirSync(dataDir)).toEqual([])
    expect(open(join(folder, 'missing.json')).isClosed).toBe(true)
    open(null)
  }
})

it('its last version is readable only by the owner and has no token, and the service keeps the stored one', () => {
  const service = { name: 'Ours', baseUrl: 'https://s.example', integrator: 'i', token: 'very-secret' }
  writeFileSync(named(), `\ufeff${JSON.stringify({ service, limits: { perDay: '50' } })}`)
  open()
  expect(readFileSync(copy(), 'utf8')).not.toContain('very-secret')
  if (process.platform !== 'win32') expect(statSync(copy()).mode & 0o777).toBe(0o600)
  writeFileSync(named(), '')
  expect(limitOf(open())).toBe('50')
  expect(used).toMatchObject([{ token: 'very-secret' }, { name: 'Ours', baseUrl: 'https://s.example' }])
  expect(used[1]).not.toHaveProperty('token')
})

it('sales close if neither the file nor its last version can be used', () => {
  writeFileSync(named(), '{"service":{"name":"x","baseUrl":"https://s.example","integrator":"i"}}')
  expect(open().isClosed).toBe(false)
  refuseService = true
  expect(open()).toMatchObject({ isClosed: true, values: {} })
  refuseService = false
  writeFileSync(copy(), 'damaged')
  writeFileSync(named(), '')
  expect(open().isClosed).toBe(true)
})

it('a policy is used even if its last version cannot be stored', () => {
  mkdirSync(copy())
  writeFileSync(named(), limited)
  expect(limitOf(open())).toBe('50')
  expect(failures).toHaveLength(1)
})

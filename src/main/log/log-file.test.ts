import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openLogFile } from './log-file.ts'

let dataDir: string
let folder: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'till-log-'))
  folder = join(dataDir, 'logs')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const text = (name = 'till.log'): string => readFileSync(join(folder, name), 'utf8')
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

it('appends lines, also to the file of an earlier start', () => {
  openLogFile({ folder }).append('one')
  const file = openLogFile({ folder })
  file.append('two')
  expect(text()).toBe('one\ntwo\n')
  expect(file.tail(1000)).toEqual(['one', 'two'])
})

it.skipIf(process.platform === 'win32')('is readable only by its owner, even if the file was created otherwise', () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'till.log'), '')
  chmodSync(join(folder, 'till.log'), 0o644)
  const file = openLogFile({ folder, maxBytes: 10 })
  for (const line of ['first line', 'second line']) file.append(line)
  for (const name of readdirSync(folder)) expect([name, modeOf(join(folder, name))]).toEqual([name, '600'])
})

it('keeps a set number of files of a set size with the newest lines, and returns them in order', () => {
  const file = openLogFile({ folder, maxBytes: 100, files: 3 })
  for (let line = 0; line < 200; line++) file.append(`line ${line}`)
  expect(readdirSync(folder).sort()).toEqual(['till.1.log', 'till.2.log', 'till.log'])
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
  const lines = file.tail(10_000)
  expect(lines.at(-1)).toBe('line 199')
  expect(lines).toEqual(lines.map((_, at) => `line ${200 - lines.length + at}`))
  expect(file.tail(30)).toEqual(['line 197', 'line 198', 'line 199'])
})

it('is created again after its deletion, but does not recreate a deleted data folder', () => {
  const file = openLogFile({ folder })
  file.append('before')
  rmSync(folder, { recursive: true })
  file.append('after')
  expect(text()).toBe('after\n')
  rmSync(dataDir, { recursive: true })
  file.append('never')
  expect(existsSync(dataDir)).toBe(false)
  expect(file.tail(1000)).toEqual([])
})

it('drops lines silently while it cannot write, and continues afterwards', () => {
  writeFileSync(folder, 'a file in the way of the folder')
  const file = openLogFile({ folder })
  file.append('lost')
  rmSync(folder)
  file.append('kept')
  expect(file.tail(1000)).toEqual(['kept'])
})

it('does not grow forever if an old file blocks it', () => {
  mkdirSync(join(folder, 'till.1.log', 'full'), { recursive: true })
  mkdirSync(join(folder, 'till.2.log', 'full'), { recursive: true })
  const file = openLogFile({ folder, maxBytes: 50 })
  for (let line = 0; line < 100; line++) file.append(`line ${line}`)
  expect(statSync(join(folder, 'till.log')).size).toBeLessThanOrEqual(50)
  expect(file.tail(1000).at(-1)).toBe('line 99')
})

it('starts a new line after one that a full disk cut off', () => {
  mkdirSync(folder)
  const file = openLogFile({ folder })
  file.append('whole')
  const path = join(folder, 'till.log')
  rmSync(path)
  mkdirSync(path)
  file.append('lost')
  rmSync(path, { recursive: true })
  writeFileSync(path, 'half a li')
  file.append('next')
  expect(file.tail(1000)).toEqual(['half a li', 'next'])
})

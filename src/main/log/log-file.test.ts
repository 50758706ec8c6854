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

it('adds one line after another, also to the file of an earlier start', () => {
  openLogFile({ folder }).append('one')
  const file = openLogFile({ folder })
  file.append('two')
  expect(text()).toBe('one\ntwo\n')
  expect(file.tail(1000)).toEqual(['one', 'two'])
})

it.skipIf(process.platform === 'win32')('can be read by its owner only, even where the file was made otherwise', () => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'till.log'), '')
  chmodSync(join(folder, 'till.log'), 0o644)
  const file = openLogFile({ folder, maxBytes: 10 })
  for (const line of ['first line', 'second line']) file.append(line)
  for (const name of readdirSync(folder)) expect([name, modeOf(join(folder, name))]).toEqual([name, '600'])
})

it('keeps so many files of so many bytes, the newest lines in them, and returns them in order', () => {
  const file = openLogFile({ folder, maxBytes: 100, files: 3 })
  for (let line = 0; line < 200; line++) file.append(`line ${line}`)
  expect(readdirSync(folder).sort()).toEqual(['till.1.log', 'till.2.log', 'till.log'])
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100)
  const kept = file.tail(10_000)
  expect(kept.at(-1)).toBe('line 199')
  expect(kept).toEqual(kept.map((_, at) => `line ${200 - kept.length + at}`))
  expect(file.tail(30)).toEqual(['line 197', 'line 198', 'line 199'])
})

it('is made again where it was removed, but does not bring a removed data folder back', () => {
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

it('loses lines without a word where nothing can be written, and goes on afterwards', () => {
  writeFileSync(folder, 'a file in the way of the folder')
  const file = openLogFile({ folder })
  file.append('lost')
  rmSync(folder)
  file.append('kept')
  expect(file.tail(1000)).toEqual(['kept'])
})

it('does not grow for ever where an old file is in the way', () => {
  mkdirSync(join(folder, 'till.1.log', 'full'), { recursive: true })
  mkdirSync(join(folder, 'till.2.log', 'full'), { recursive: true })
  const file = openLogFile({ folder, maxBytes: 50 })
  for (let line = 0; line < 100; line++) file.append(`line ${line}`)
  expect(statSync(join(folder, 'till.log')).size).toBeLessThanOrEqual(50)
  expect(file.tail(1000).at(-1)).toBe('line 99')
})

it('begins a line of its own after one that a full disk cut off', () => {
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

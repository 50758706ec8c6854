import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUpState, restoreState, statePath } from './chain-state.ts'

let folder: string
const later = () => Date.now() + 1000

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chain-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('leaves a new folder and a whole state as they are', () => {
  restoreState(folder)
  expect(existsSync(statePath(folder))).toBe(false)
  writeFileSync(statePath(folder), '{"block":2}')
  restoreState(folder)
  expect(readFileSync(statePath(folder), 'utf8')).toBe('{"block":2}')
})

it('puts the backup in the place of a state that was cut in the middle, or lost', () => {
  writeFileSync(statePath(folder), '{"block":1}')
  backUpState(folder, later())
  for (const spoil of [() => truncateSync(statePath(folder), 5), () => rmSync(statePath(folder))]) {
    spoil()
    restoreState(folder)
    expect(readFileSync(statePath(folder), 'utf8')).toBe('{"block":1}')
  }
})

it('never backs up a state that is being written or is empty', () => {
  writeFileSync(statePath(folder), '{"block":1}')
  backUpState(folder)
  expect(existsSync(join(folder, 'state.backup.json'))).toBe(false)
  truncateSync(statePath(folder), 0)
  backUpState(folder, later())
  expect(existsSync(join(folder, 'state.backup.json'))).toBe(false)
})

it('refuses to start where nothing whole is left', () => {
  writeFileSync(statePath(folder), '{"block":')
  expect(() => restoreState(folder)).toThrow(/damaged/)
})

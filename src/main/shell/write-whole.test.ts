import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeWhole } from './write-whole.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-write-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('replaces the previous file, and keeps it if writing fails', async () => {
  const path = join(folder, 'sales.csv')
  await writeWhole(path, 'old')
  function* breaking(): Generator<string> {
    yield 'new'
    throw new Error('The ledger is closed')
  }
  await expect(writeWhole(path, breaking())).rejects.toThrow('The ledger is closed')
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['sales.csv']])
  await writeWhole(path, ['a', 'b'])
  expect(readFileSync(path, 'utf8')).toBe('ab')
})

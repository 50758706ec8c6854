import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveInFolder } from './save-in-folder.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-save-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('writes next to existing files, and only for the owner', async () => {
  const downloads = join(folder, 'downloads')
  const first = await saveInFolder(downloads, 'proof.json', 'one')
  const second = await saveInFolder(downloads, 'proof.json', 'two')
  expect([first, second]).toEqual([join(downloads, 'proof.json'), join(downloads, 'proof-2.json')])
  expect([first, second].map((path) => readFileSync(path, 'utf8'))).toEqual(['one', 'two'])
  if (process.platform !== 'win32') expect(statSync(first).mode & 0o777).toBe(0o600)
})

it('leaves no file if the text fails midway', async () => {
  function* breaking(): Generator<string> {
    yield 'one'
    throw new Error('The ledger is closed')
  }
  await expect(saveInFolder(folder, 'sales.csv', breaking())).rejects.toThrow('The ledger is closed')
  expect(await saveInFolder(folder, 'sales.csv', ['a', 'b'])).toBe(join(folder, 'sales.csv'))
  expect(readFileSync(join(folder, 'sales.csv'), 'utf8')).toBe('ab')
})

it('fails if the folder cannot be created', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(saveInFolder(join(folder, 'file'), 'proof.json', 'one')).rejects.toThrow()
})

import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assertUsable, makeDataDir, type DiskFacts } from './data-folder.ts'

let top: string
beforeEach(() => void (top = mkdtempSync(join(tmpdir(), 'till-folder-'))))
afterEach(() => rmSync(top, { recursive: true }))

it.skipIf(process.platform === 'win32')(
  'is private to its owner, but an existing folder with other files keeps its permissions',
  () => {
    const mode = (name: string): string => (statSync(join(top, name)).mode & 0o777).toString(8)
    makeDataDir(join(top, 'new', 'data'))
    expect(mode('new/data')).toBe('700')
    for (const name of ['empty', 'used']) {
      mkdirSync(join(top, name))
      chmodSync(join(top, name), 0o755)
    }
    writeFileSync(join(top, 'used', 'notes.txt'), '')
    makeDataDir(join(top, 'empty'))
    makeDataDir(join(top, 'used'))
    expect([mode('empty'), mode('used')]).toEqual(['700', '755'])
  },
)

describe('a folder that Till cannot use is refused with a sentence', () => {
  const sound: DiskFacts = { access: () => undefined, free: () => 2 ** 30 }
  const refusing = (name: string): DiskFacts => ({
    ...sound,
    access(path) {
      if (path === join(top, name)) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    },
  })

  it('while its disk is full', () => {
    expect(() => assertUsable(top, { ...sound, free: () => 15 * 2 ** 20 })).toThrow(
      `The disk of ${top} is full. Till needs 16 MB: free some space, then try again.`,
    )
    expect(() => assertUsable(top, { ...sound, free: () => 16 * 2 ** 20 })).not.toThrow()
  })

  it('while it, or one of its own files, belongs to another user', () => {
    for (const name of ['ledger.db', 'notes.txt']) writeFileSync(join(top, name), '')
    expect(() => assertUsable(top, refusing(''))).toThrow(`Till may not read and write ${top}. `)
    expect(() => assertUsable(top, refusing('ledger.db'))).toThrow(join(top, 'ledger.db'))
    for (const name of ['notes.txt', 'vault.json']) expect(() => assertUsable(top, refusing(name))).not.toThrow()
  })

  it('and one on this machine is used', () => {
    expect(() => assertUsable(top)).not.toThrow()
  })
})

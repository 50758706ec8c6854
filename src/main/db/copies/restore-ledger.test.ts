import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { finishRestore, preserveFile, restoreLedger } from './restore-ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-restore-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const file = (): string => join(folder, 'ledger.db')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const noLinks = (): never => {
  throw Object.assign(new Error('No links here'), { code: 'ENOTSUP' })
}

it('a ledger that was put back after a restore failed is kept too, with its log', () => {
  const copy = { file: join(folder, 'copy.db'), at: 1 }
  writeFileSync(copy.file, 'the copy')
  writeFileSync(file(), 'damaged')
  writeFileSync(`${file()}-wal`, 'the damaged one’s log')
  const locked = (): void => {
    if (existsSync(`${file()}.damaged-5-wal`)) throw new Error('Another program has the ledger open')
  }
  expect(() => restoreLedger(file(), copy, 5, locked)).toThrow('Another program')
  expect(readdirSync(folder)).toContain('ledger.db.restoring-5')
  expect(read('ledger.db.damaged-5')).toBe('damaged')
  rmSync(file())
  writeFileSync(file(), 'put back by its owner')
  writeFileSync(`${file()}-wal`, 'the newer log')
  finishRestore(file())
  expect(read('ledger.db')).toBe('the copy')
  expect([read('ledger.db.damaged-5'), read('ledger.db.damaged-5-wal')]).toEqual(['damaged', 'the damaged one’s log'])
  expect([read('ledger.db.damaged-5.2'), read('ledger.db.damaged-5.2-wal')]).toEqual([
    'put back by its owner',
    'the newer log',
  ])
})

it('a file is kept by a private copy on a disk without links, once however often that is tried', () => {
  writeFileSync(file(), 'the only one')
  for (let tries = 0; tries < 2; tries++)
    expect(preserveFile(file(), `${file()}.aside`, noLinks)).toBe(`${file()}.aside`)
  expect(readdirSync(folder).sort()).toEqual(['ledger.db', 'ledger.db.aside'])
  expect(read('ledger.db.aside')).toBe('the only one')
  expect(statSync(`${file()}.aside`).ino).not.toBe(statSync(file()).ino)
})

it('a file that is not there needs no other name', () => {
  expect(preserveFile(file(), `${file()}.aside`)).toBe(`${file()}.aside`)
  expect(readdirSync(folder)).toEqual([])
})

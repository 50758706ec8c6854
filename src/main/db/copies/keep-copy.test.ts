import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepCopy, listCopies } from './keep-copy.ts'
import { openLedger, LedgerDamagedError } from '../open-ledger.ts'
import { finishRestore, restoreLedger } from './restore-ledger.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'till-backup-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const minute = 60_000
const start = Date.UTC(2030, 0, 1, 12)
const file = (): string => join(folder, 'ledger.db')
const backups = (): string => join(folder, 'backups')
const countOf = (db: ReturnType<typeof openLedger>): unknown => db.prepare('SELECT count(*) AS n FROM intents').get()

describe('a copy of the ledger', () => {
  it('contains every earlier commit, is marked as one, and leaves the ledger unchanged', async () => {
    const ledger = openLedger(file())
    ledger.exec("INSERT INTO intents VALUES ('a', 'purchase')")
    const { file: copy } = await keepCopy(ledger, backups(), start)
    ledger.exec("INSERT INTO intents VALUES ('b', 'purchase')")
    expect(ledger.prepare('SELECT restored_at FROM ledger_state').get()).toEqual({ restored_at: null })
    ledger.close()
    const opened = openLedger(copy)
    expect(countOf(opened)).toEqual({ n: 1 })
    expect(opened.prepare('SELECT restored_at FROM ledger_state').get()).toEqual({ restored_at: start })
    opened.close()
    expect(statSync(copy).mode & 0o077).toBe(0)
  })

  it('is made while the ledger is being written', async () => {
    const ledger = openLedger(file())
    const making = keepCopy(ledger, backups(), start)
    for (let number = 0; number < 200; number++) {
      ledger.prepare("INSERT INTO intents VALUES (?, 'purchase')").run(`n${number}`)
      if (number % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    const { file: copy } = await making
    ledger.close()
    const opened = openLedger(copy)
    expect(opened.pragma('quick_check', { simple: true })).toBe('ok')
    opened.close()
  })

  it('is one of the ten newest, found newest first among other files', async () => {
    const ledger = openLedger(file())
    for (let number = 0; number < 12; number++) await keepCopy(ledger, backups(), start + number * minute)
    ledger.close()
    writeFileSync(join(backups(), 'notes.txt'), '')
    const found = listCopies(backups())
    expect(found.map(({ at }) => at)).toEqual(Array.from({ length: 10 }, (_, index) => start + (11 - index) * minute))
    expect(listCopies(join(folder, 'none'))).toEqual([])
  })

  it('stays although ten others have later dates, from a clock that was ahead, and so do these', async () => {
    const ledger = openLedger(file())
    const ahead = start + 400 * 24 * 60 * minute
    for (let number = 0; number < 11; number++) await keepCopy(ledger, backups(), ahead + number * minute)
    for (let number = 0; number < 11; number++) {
      const { file: fresh } = await keepCopy(ledger, backups(), start + number * minute)
      expect(existsSync(fresh)).toBe(true)
    }
    ledger.close()
    const ten = (newest: number): number[] => Array.from({ length: 10 }, (_, index) => newest - index * minute)
    expect(listCopies(backups()).map(({ at }) => at)).toEqual([
      ...ten(ahead + 10 * minute),
      ...ten(start + 10 * minute),
    ])
  })

  it('that cannot be stored leaves no partial file', async () => {
    const ledger = openLedger(file())
    writeFileSync(backups(), 'a file where the folder should be')
    await expect(keepCopy(ledger, backups(), start)).rejects.toThrow()
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
    ledger.close()
  })

  it('replaces a damaged ledger, which is kept aside', async () => {
    const ledger = openLedger(file())
    ledger.exec("INSERT INTO intents VALUES ('a', 'purchase')")
    await keepCopy(ledger, backups(), start)
    ledger.close()
    const damaged = openSync(file(), 'r+')
    writeSync(damaged, Buffer.alloc(8192, 7), 0, 8192, 0)
    closeSync(damaged)
    expect(() => openLedger(file())).toThrow(LedgerDamagedError)
    const [newest] = listCopies(backups())
    restoreLedger(file(), newest!, start + minute)
    expect(statSync(`${file()}.damaged-${start + minute}`).size).toBeGreaterThan(8192)
    const restored = openLedger(file())
    expect(countOf(restored)).toEqual({ n: 1 })
    restored.close()
  })

  it('is not put in place where its copy was interrupted', () => {
    openLedger(file()).close()
    writeFileSync(`${file()}.restoring-${start}.0123456789abcdef.part`, 'half of it')
    finishRestore(file())
    openLedger(file()).close()
    expect(readdirSync(folder).some((name) => name.includes('.damaged-'))).toBe(false)
  })

  it('is put in place completely or not at all, however it is interrupted, with a ledger at every moment', async () => {
    const ledger = openLedger(file())
    ledger.exec("INSERT INTO intents VALUES ('a', 'purchase')")
    const copy = await keepCopy(ledger, backups(), start)
    ledger.exec("INSERT INTO intents VALUES ('b', 'purchase')")
    ledger.close()
    let cuts = 0
    for (; ; cuts++) {
      const at = start + cuts
      writeFileSync(file(), 'damaged')
      writeFileSync(`${file()}-wal`, 'a log of the damaged one')
      let left = cuts
      const cut = (): void => {
        expect(existsSync(file())).toBe(true)
        if (left-- === 0) throw new Error('Power cut')
      }
      let isDone = false
      try {
        restoreLedger(file(), copy, at, cut)
        isDone = true
      } catch (error) {
        expect(String(error)).toContain('Power cut')
      }
      const isCommitted = isDone || readdirSync(folder).some((name) => name.includes('.restoring-'))
      finishRestore(file())
      finishRestore(file())
      expect(readdirSync(folder).some((name) => name.includes('.restoring-'))).toBe(false)
      if (!isCommitted && existsSync(`${file()}-wal`)) expect(readFileSync(file(), 'utf8')).toBe('damaged')
      else {
        const restored = openLedger(file())
        expect(countOf(restored)).toEqual({ n: 1 })
        restored.close()
        expect(readFileSync(`${file()}.damaged-${at}`, 'utf8')).toBe('damaged')
        expect(readFileSync(`${file()}.damaged-${at}-wal`, 'utf8')).toBe('a log of the damaged one')
      }
      rmSync(file())
      if (isDone) break
    }
    expect(cuts).toBeGreaterThanOrEqual(8)
  })
})

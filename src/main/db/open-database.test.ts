import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isDurable } from './open-ledger.ts'
import { lockFolder } from '../files/lock-folder.ts'
import type { Migration } from './migration.ts'
import { cacheMigrations } from './migrations/cache.ts'
import { catalogMigrations } from './migrations/catalog.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import { openCache } from './open-cache.ts'
import type { WritableDb } from './connections.ts'
import { openToRead } from './open-to-read.ts'
import { markRestored, readRestoredAt } from './copies/restored-mark.ts'
import { openDatabase } from './open-database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-db-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Migrations of an imaginary shop. */
const steps: readonly Migration[] = [
  { version: 100, name: 'shelves', sql: 'CREATE TABLE shelves (name TEXT NOT NULL) STRICT' },
  { version: 101, name: 'sizes', sql: 'ALTER TABLE shelves ADD COLUMN size INTEGER NOT NULL DEFAULT 3' },
  { version: 102, name: 'filled', sql: 'UPDATE shelves SET size = size + 1' },
]
const versionIn = (file: string): unknown => {
  const db = new SqliteDatabase(file, { readonly: true })
  const version = db.pragma('user_version', { simple: true })
  db.close()
  return version
}

/** Creates a database like a development version that counted its migrations from 1. */
function makeOld(file: string, version: number): void {
  const old = new SqliteDatabase(file)
  old.pragma('journal_mode = WAL')
  old.exec("CREATE TABLE purchases (id TEXT) STRICT; INSERT INTO purchases VALUES ('old')")
  old.pragma(`user_version = ${version}`)
  old.close()
}

it('a sorted query is compiled once, whatever it looks for', () => {
  const db = openDatabase(join(folder, 'shop.db'), steps, 'normal')
  // better-sqlite3 builds a function for a row's columns after each compilation.
  const compiled = vi.spyOn(globalThis, 'Function')
  const find = (size: number): unknown => db.prepare('SELECT name FROM shelves WHERE size = ? ORDER BY name').all(size)
  db.exec("CREATE INDEX shelves_size ON shelves (size); INSERT INTO shelves VALUES ('low', 1), ('high', 2)")
  expect([find(1), find(2), find(1)]).toEqual([[{ name: 'low' }], [{ name: 'high' }], [{ name: 'low' }]])
  expect(compiled).toHaveBeenCalledTimes(1)
  compiled.mockRestore()
  db.close()
})

describe('migrations', () => {
  it('run once each and in order, starting after the last one, and keep the stored rows', () => {
    for (let known = 1; known <= steps.length; known++) {
      const file = join(folder, `${known}.db`)
      const before = openDatabase(file, steps.slice(0, known), 'normal')
      before.exec("INSERT INTO shelves (name) VALUES ('oak')")
      before.close()
      for (let starts = 0; starts < 2; starts++) {
        const db = openDatabase(file, steps, 'normal')
        // The last one increments: it ran once, and not on rows stored after it.
        expect(db.prepare('SELECT name, size FROM shelves').all()).toEqual([{ name: 'oak', size: known < 3 ? 4 : 3 }])
        expect(db.pragma('user_version', { simple: true })).toBe(102)
        db.close()
      }
    }
  })

  it('of the three databases ascend from 100, above every development version', () => {
    for (const migrations of [ledgerMigrations, cacheMigrations, catalogMigrations]) {
      const versions = migrations.map(({ version }) => version)
      expect(versions).toEqual([...new Set(versions)].sort((left, right) => left - right))
      expect(versions[0]).toBe(100)
    }
  })

  it('that fail leave the previous version and schema', () => {
    const file = join(folder, 'x.db')
    const bad = { version: 101, name: 'bad', sql: 'CREATE TABLE b (x INTEGER) STRICT; CREATE TABLE oops (' }
    const [first] = steps
    expect(() => openDatabase(file, [first!, bad], 'normal')).toThrow()
    expect(versionIn(file)).toBe(100)
    const db = openDatabase(file, [first!], 'normal')
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'b'").get()).toEqual({ n: 0 })
    db.close()
  })

  it.each([
    ['newer', 105, /A newer version of Till wrote .*x\.db\. Nothing was changed/],
    ['too-old', 99, /development version of Till.* wrote .*x\.db\. .*Nothing was changed/],
    ['too-old', 1, /development version/],
  ] as const)('refuse a %s file, %i, and change nothing in it', (age, version, message) => {
    const file = join(folder, 'x.db')
    makeOld(file, version)
    const before = readFileSync(file)
    const refused: unknown = expect.objectContaining({ name: 'UnknownVersionError', age })
    expect(() => openDatabase(file, steps, 'full')).toThrow(refused as Error)
    expect(() => openDatabase(file, steps, 'full')).toThrow(message)
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['x.db'])
  })

  it('refuse a file whose version is only in its WAL, and keep the WAL’s content', () => {
    const file = join(folder, 'x.db')
    const old = new SqliteDatabase(file)
    old.pragma('journal_mode = WAL')
    old.exec("CREATE TABLE purchases (id TEXT) STRICT; INSERT INTO purchases VALUES ('old')")
    old.pragma('user_version = 39')
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, join(folder, `killed.db${suffix}`))
    old.close()
    expect(() => openDatabase(join(folder, 'killed.db'), steps, 'full')).toThrow('development version')
    const db = new SqliteDatabase(join(folder, 'killed.db'))
    expect(db.prepare('SELECT id FROM purchases').all()).toEqual([{ id: 'old' }])
    expect(db.pragma('user_version', { simple: true })).toBe(39)
    db.close()
  })
})

describe('databases', () => {
  it('have only STRICT tables, except for the search index and its shadow tables', () => {
    for (const [name, migrations] of [
      ['ledger', ledgerMigrations],
      ['cache', cacheMigrations],
      ['catalog', catalogMigrations],
    ] as const) {
      const db = openDatabase(join(folder, `${name}.db`), migrations, 'normal')
      const loose = db
        .prepare(
          `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
        )
        .all()
      expect(loose).toEqual([])
      db.close()
    }
  })

  it('sync every commit of the ledger, verified after the first write, and detect a weaker setting', () => {
    const db = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
    db.exec('CREATE TABLE t (x INTEGER) STRICT; INSERT INTO t VALUES (1)')
    expect(isDurable(db)).toBe(true)
    db.pragma('synchronous = NORMAL')
    expect(isDurable(db)).toBe(false)
    db.close()
    const relaxed = openDatabase(join(folder, 'cache.db'), cacheMigrations, 'normal')
    expect(isDurable(relaxed)).toBe(false)
    relaxed.close()
  })

  it('have read connections without any way to write, in types and at run time', () => {
    const file = join(folder, 'ledger.db')
    const ledger = openDatabase(file, ledgerMigrations, 'full')
    const reading = openToRead(file)
    // @ts-expect-error: a statement of a ReadableDb has no run
    expect(() => void reading.prepare('DELETE FROM ledger_state').run()).toThrow('readonly')
    // @ts-expect-error: a function that writes takes a WritableDb
    expect(() => markRestored(reading, 1)).toThrow('readonly')
    expect(readRestoredAt(reading)).toBeNull()
    expect(readRestoredAt(ledger)).toBeNull()
    reading.close()
    ledger.close()
  })

  it('replace a cache that is no longer a database', () => {
    const file = join(folder, 'cache.db')
    writeFileSync(file, 'this is not a database, and long enough to be looked at as one: '.repeat(100))
    const db = openCache(file, cacheMigrations)
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    db.close()
  })

  it('replace a cache of another version, and keep one that merely cannot be opened now', () => {
    const file = join(folder, 'cache.db')
    const isThere = (db: WritableDb): unknown =>
      db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'mine'").pluck().get()
    const first = openCache(file, cacheMigrations)
    first.exec('CREATE TABLE mine (x INTEGER) STRICT')
    first.close()
    mkdirSync(`${file}-wal`)
    expect(() => openCache(file, cacheMigrations)).toThrow(expect.objectContaining({ code: 'SQLITE_CANTOPEN' }))
    rmdirSync(`${file}-wal`)
    const second = openCache(file, cacheMigrations)
    expect(isThere(second)).toBe(1)
    second.close()
    for (const version of [9, 999]) {
      const other = openCache(file, cacheMigrations)
      other.exec('CREATE TABLE IF NOT EXISTS mine (x INTEGER) STRICT')
      other.pragma(`user_version = ${version}`)
      other.close()
      const renewed = openCache(file, cacheMigrations)
      expect(isThere(renewed)).toBeUndefined()
      renewed.close()
    }
  })
})

describe.skipIf(process.platform === 'win32')('on a shared machine', () => {
  const modes = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    )

  it('every file of a database is private, including one that others could read before', () => {
    const umask = process.umask(0)
    try {
      const ledger = openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full')
      const lock = lockFolder(folder)
      expect(Object.keys(modes())).toEqual(expect.arrayContaining(['ledger.db', 'ledger.db-wal', 'till.lock']))
      expect([...new Set(Object.values(modes()))]).toEqual(['600'])
      lock.release()
      ledger.close()
      chmodSync(join(folder, 'ledger.db'), 0o644)
      openDatabase(join(folder, 'ledger.db'), ledgerMigrations, 'full').close()
      expect(modes()['ledger.db']).toBe('600')
    } finally {
      process.umask(umask)
    }
  })

  it('opening a database twice keeps the locks of the first', () => {
    const file = join(folder, 'ledger.db')
    const first = openDatabase(file, ledgerMigrations, 'full')
    first.exec('BEGIN IMMEDIATE')
    chmodSync(file, 0o644)
    openDatabase(file, ledgerMigrations, 'full').close()
    const program = `
      import SqliteDatabase from 'better-sqlite3'
      const db = new SqliteDatabase(${JSON.stringify(file)}, { timeout: 0 })
      try { db.exec('BEGIN IMMEDIATE') } catch (error) { process.exit(error.code === 'SQLITE_BUSY' ? 7 : 1) }`
    const other = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: import.meta.dirname })
    expect(other.status).toBe(7)
    first.close()
  })
})

describe('the data folder', () => {
  it('belongs to one process at a time, and is free again after any end of that process', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`Till is already open with the data in ${folder}.`)
    lock.release()
    const program = `
      const { lockFolder } = await import(${JSON.stringify(new URL('../files/lock-folder.ts', import.meta.url).href)})
      lockFolder(${JSON.stringify(folder)})
      process.kill(process.pid, 'SIGKILL')`
    const died = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
    expect(died.signal).toBe('SIGKILL')
    lockFolder(folder).release()
  })
})

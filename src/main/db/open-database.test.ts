import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isDurable } from './is-durable.ts'
import { lockFolder } from './lock-folder.ts'
import { cacheMigrations } from './migrations/cache.ts'
import { catalogMigrations } from './migrations/catalog.ts'
import { ledgerMigrations } from './migrations/ledger.ts'
import { openCache } from './open-cache.ts'
import { openDatabase, type Database } from './open-database.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-db-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('databases', () => {
  it.each([
    ['ledger', ledgerMigrations],
    ['cache', cacheMigrations],
    ['catalog', catalogMigrations],
  ])('bring every earlier shape of the %s to the newest, step by step, and stay there', (name, migrations) => {
    for (let known = 0; known <= migrations.length; known++) {
      const file = join(folder, `${name}-${known}.db`)
      openDatabase(file, migrations.slice(0, known), 'normal').close()
      const db = openDatabase(file, migrations, 'normal')
      expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
      expect(db.pragma('foreign_key_check')).toEqual([])
      db.close()
    }
  })

  it('have only STRICT tables, but for the search index and its shadows', () => {
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

  it('refuse a file of a newer Till instead of guessing', () => {
    const file = join(folder, 'ledger.db')
    openDatabase(file, ledgerMigrations, 'full').close()
    expect(() => openDatabase(file, ledgerMigrations.slice(0, 1), 'full')).toThrow(/newer Till/)
  })

  it('a failing migration leaves the shape before it', () => {
    const file = join(folder, 'x.db')
    const first = { name: 'first', sql: 'CREATE TABLE a (x INTEGER) STRICT' }
    const bad = { name: 'bad', sql: 'CREATE TABLE b (x INTEGER) STRICT; CREATE TABLE oops (' }
    expect(() => openDatabase(file, [first, bad], 'normal')).toThrow()
    const db = openDatabase(file, [first], 'normal')
    expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'b'").get()).toEqual({ n: 0 })
    db.close()
  })

  it('the ledger syncs every commit, read back after the first write; a weaker setting is noticed', () => {
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

  it('a cache that is no database any more is replaced', () => {
    const file = join(folder, 'cache.db')
    writeFileSync(file, 'this is not a database, and long enough to be looked at as one: '.repeat(100))
    const db = openCache(file, cacheMigrations)
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
    db.close()
  })

  it('a cache of a newer Till is replaced, one that merely cannot be opened now is left as it is', () => {
    const file = join(folder, 'cache.db')
    const isThere = (db: Database): unknown =>
      db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'mine'").pluck().get()
    const first = openCache(file, cacheMigrations)
    first.exec('CREATE TABLE mine (x INTEGER) STRICT')
    first.close()
    mkdirSync(`${file}-wal`)
    expect(() => openCache(file, cacheMigrations)).toThrow(expect.objectContaining({ code: 'SQLITE_CANTOPEN' }))
    rmdirSync(`${file}-wal`)
    const second = openCache(file, cacheMigrations)
    expect(isThere(second)).toBe(1)
    second.pragma('user_version = 999')
    second.close()
    const renewed = openCache(file, cacheMigrations)
    expect(isThere(renewed)).toBeUndefined()
    renewed.close()
  })
})

describe.skipIf(process.platform === 'win32')('on a machine that others use too', () => {
  const modes = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    )

  it('every file of a database is its owner’s alone, and one that was open to others is closed to them', () => {
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

  it('opening a database twice leaves the locks of the first', () => {
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
  it('belongs to one process at a time, and is free again once that one ended, however it ended', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow(`Till is already open with the data in ${folder}.`)
    lock.release()
    const program = `
      const { lockFolder } = await import(${JSON.stringify(new URL('./lock-folder.ts', import.meta.url).href)})
      lockFolder(${JSON.stringify(folder)})
      process.kill(process.pid, 'SIGKILL')`
    const died = spawnSync(process.execPath, ['--input-type=module', '--eval', program])
    expect(died.signal).toBe('SIGKILL')
    lockFolder(folder).release()
  })
})

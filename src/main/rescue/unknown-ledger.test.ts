import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'
import { setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { testPhrase, strong } from '../../testing/vault/vault.ts'

setUpTills()

describe('a ledger whose version Till does not know', { timeout: 60_000 }, () => {
  /** Returns every file of a data folder, byte for byte, except the temporary log of a database that is only read. */
  const filesIn = (folder: string): Record<string, string> =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => !/-(wal|shm)$|^logs/.test(name) && statSync(join(folder, name)).isFile())
        .map((name) => [name, readFileSync(join(folder, name), 'hex')]),
    )

  function makeLedger(file: string, version: number): void {
    const ledger = new SqliteDatabase(file)
    ledger.pragma('journal_mode = WAL')
    ledger.exec("CREATE TABLE purchases (id TEXT) STRICT; INSERT INTO purchases VALUES ('paid')")
    ledger.pragma(`user_version = ${version}`)
    ledger.close()
  }

  /** A closed Till with a wallet and no ledger. */
  async function withoutLedger(): Promise<Till> {
    const till = await start('old')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    await till.close()
    rmSync(join(till.dataDir, 'ledger.db'))
    rmSync(join(till.dataDir, 'backups'), { recursive: true, force: true })
    mkdirSync(join(till.dataDir, 'backups'))
    return till
  }

  it.each([
    ['a development version before the first release', 39, 'A development version of Till'],
    ['a newer Till', 100_000, 'A newer version of Till'],
  ])('is refused with one message if it is of %s, and nothing in its folder changes', async (_, version, message) => {
    const { dataDir } = await withoutLedger()
    const file = join(dataDir, 'ledger.db')
    makeLedger(file, version)
    const before = filesIn(dataDir)
    await expect(start('old')).rejects.toThrow(message)
    await expect(start('old')).rejects.toThrow(`wrote ${file}. `)
    expect(filesIn(dataDir)).toEqual(before)
  })

  it('is not replaced by an empty one if it is lost and only copies of such a version are left', async () => {
    const { dataDir } = await withoutLedger()
    const copy = join(dataDir, 'backups', 'ledger-2029-01-01T00-00-00.db')
    makeLedger(copy, 39)
    const before = filesIn(dataDir)
    await expect(start('old')).rejects.toThrow(`wrote ${copy}. `)
    expect(filesIn(dataDir)).toEqual(before)
  })

  it('stays unchanged if it is put back while its loss is shown, whatever the user chooses', async () => {
    const { dataDir } = await withoutLedger()
    const till = await start('old')
    const file = join(dataDir, 'ledger.db')
    makeLedger(file, 39)
    const before = readFileSync(file)
    for (const choice of ['ledger.check', 'ledger.startEmpty', 'ledger.check']) {
      expect(await till.ask(choice)).toMatchObject({ ok: false })
      expect(vi.mocked(console.error).mock.lastCall).toEqual([expect.stringContaining(`wrote ${file}. `)])
      expect(readFileSync(file).equals(before)).toBe(true)
    }
    rmSync(file)
    await value(till.ask('ledger.startEmpty'))
    expect(await value(till.ask('app.get'))).toMatchObject({ locked: true })
  })

  it('is skipped if a readable copy is left', async () => {
    const { dataDir } = await withoutLedger()
    const fresh = await start('fresh')
    await fresh.close()
    makeLedger(join(dataDir, 'backups', 'ledger-2029-01-02T00-00-00.db'), 39)
    copyFileSync(join(fresh.dataDir, 'ledger.db'), join(dataDir, 'backups', 'ledger-2029-01-01T00-00-00.db'))
    const till = await start('old')
    expect(await till.ask('app.get')).toMatchObject({
      error: { code: 'ledger-damaged', details: { loss: 'missing', copiedAt: Date.UTC(2029, 0, 1) } },
    })
  })
})

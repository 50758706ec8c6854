import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openToRead } from '../db/open-to-read.ts'
import { folder, setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { heldFiles } from '../../testing/app/held-files.ts'
import { newPerson, backups, stick, withBackup } from '../../testing/app/backups.ts'
import { testPhrase, testPhraseAddresses, strong } from '../../testing/vault/vault.ts'

setUpTills()

describe('a ledger that is missing beside a wallet', { timeout: 60_000 }, () => {
  const ledgerOf = (till: Till): string => join(till.dataDir, 'ledger.db')
  const copiesOf = (till: Till): string => join(till.dataDir, 'backups')
  const names = async (till: Till): Promise<string[]> => {
    const recipients = (await value(till.ask('people.list'))) as { name: string }[]
    return recipients.map(({ name }) => name)
  }
  const restoredAt = (till: Till): unknown => {
    const ledger = openToRead(ledgerOf(till))
    const at = ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get()
    ledger.close()
    return at
  }
  const isLost = (loss: string, more: object = {}): object => ({
    ok: false,
    error: { code: 'ledger-damaged', details: { loss, ...more } },
  })

  /** A closed Till with a recipient, a backup file, and a copy from before a second recipient. */
  async function closed(): Promise<{ till: Till; file: string }> {
    const { till, file } = await withBackup()
    await value(till.ask('ledgerCopies.make'))
    await value(till.ask('people.save', newPerson('Beto', testPhraseAddresses[0])))
    await till.close()
    return { till, file }
  }
  async function lost(copies: 'with copies' | 'without copies'): Promise<{ till: Till; file: string }> {
    const { till, file } = await closed()
    rmSync(ledgerOf(till))
    if (copies === 'without copies') rmSync(copiesOf(till), { recursive: true })
    return { till: await start('old'), file }
  }

  it('is reported with what helps, nothing else is answered, and no new one is created', async () => {
    const { till, file } = await lost('with copies')
    for (const name of ['app.get', 'vault.lock', 'ledger.startEmpty', 'accounts.list'])
      expect(await till.ask(name)).toMatchObject(
        isLost('missing', { file: ledgerOf(till), copiedAt: expect.any(Number) as number, backupFile: file }),
      )
    expect(existsSync(ledgerOf(till))).toBe(false)
    const message = `The ledger is missing: ${ledgerOf(till)}. Till’s window shows how to go on.`
    expect(vi.mocked(console.error).mock.calls).toEqual([[message]])
    const path = join(till.dataDir, 'backup-plan.json')
    const plan = JSON.parse(readFileSync(path, 'utf8')) as object
    writeFileSync(path, JSON.stringify({ ...plan, wallet: crypto.randomUUID() }))
    // The backup of another wallet does not help.
    expect(await till.ask('app.get')).toMatchObject(isLost('missing', { backupAt: null, backupFile: null }))
  })

  it('is also reported for an empty file, for one whose log is left, and beside a damaged vault', async () => {
    const { till } = await closed()
    writeFileSync(ledgerOf(till), '')
    writeFileSync(`${ledgerOf(till)}-wal`, 'what was written last')
    writeFileSync(join(till.dataDir, 'vault.json'), 'damaged')
    const later = await start('old')
    expect(await later.ask('app.get')).toMatchObject(isLost('missing'))
    await value(later.ask('ledger.restore'))
    expect(await later.ask('app.get')).toMatchObject({ ok: false, error: { code: 'vault-damaged' } })
    const [log = ''] = readdirSync(till.dataDir).filter((name) => /damaged-\d+-wal$/.test(name))
    expect(readFileSync(join(till.dataDir, log), 'utf8')).toBe('what was written last')
  })

  it('is replaced by the newest readable copy, which pays nothing before it is reconciled', async () => {
    const { till } = await closed()
    rmSync(ledgerOf(till))
    const [good = '', ...older] = readdirSync(copiesOf(till)).sort().toReversed()
    // The copy of the first start, unless both were made in the same second.
    for (const name of older) rmSync(join(copiesOf(till), name))
    const newest = join(copiesOf(till), good)
    renameSync(newest, join(copiesOf(till), 'ledger-2026-01-01T00-00-00.db'))
    writeFileSync(newest, 'no ledger at all '.repeat(1000))
    const later = await start('old')
    expect(await later.ask('app.get')).toMatchObject(isLost('missing', { copiedAt: Date.UTC(2026, 0, 1) }))
    await value(later.ask('ledger.restore'))
    expect(await value(later.ask('app.get'))).toMatchObject({
      locked: true,
      wallet: { address: testPhraseAddresses[0] },
    })
    expect(await names(later)).toEqual(['Luz'])
    expect(restoredAt(later)).toBeGreaterThan(0)
    await expect(value(later.ask('ledger.restore'))).rejects.toThrow('not-allowed')
  })

  it('is replaced by the one in a backup file, while the newer vault stays', async () => {
    const { till: old, file } = await withBackup()
    await value(old.ask('accounts.add'))
    await value(old.ask('vault.changePassword', { password: strong, next: `${strong} and more` }))
    await old.close()
    const plan = readFileSync(join(old.dataDir, 'backup-plan.json'), 'utf8')
    rmSync(ledgerOf(old))
    rmSync(copiesOf(old), { recursive: true })
    const till = await start('old')
    await value(till.ask('backupFile.open', { file }))
    expect(await value(till.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: true })
    expect(await names(till)).toEqual(['Luz'])
    // What counted wrong passwords meanwhile is gone.
    expect(readdirSync(till.dataDir).filter((name) => name.startsWith('ledger.db.'))).toEqual([])
    expect(restoredAt(till)).toBeGreaterThan(0)
    await value(till.ask('vault.unlock', { password: `${strong} and more` }))
    expect(await value(till.ask('accounts.list'))).toHaveLength(3)
    expect(readFileSync(join(till.dataDir, 'backup-plan.json'), 'utf8')).toBe(plan)
  })

  it('is replaced by a whole backup file if the vault is damaged too', async () => {
    const { till, file } = await closed()
    rmSync(ledgerOf(till))
    writeFileSync(join(till.dataDir, 'vault.json'), 'damaged')
    const later = await start('old')
    expect(await later.ask('app.get')).toMatchObject(isLost('missing', { keepsKeys: false, backupFile: file }))
    await value(later.ask('backupFile.open', { file }))
    expect(await value(later.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: false })
    expect(await names(later)).toEqual(['Luz'])
    expect(restoredAt(later)).toBeGreaterThan(0)
  })

  it('is not replaced from another wallet’s backup file, and wrong passwords count across starts', async () => {
    const { till } = await lost('without copies')
    const other = await start('other')
    await value(other.ask('vault.restore', { words: testPhrase, password: strong }))
    mkdirSync(join(folder, 'elsewhere'))
    await value(other.ask('backupFile.choose', { password: strong, folder: join(folder, 'elsewhere') }))
    await other.close()
    const [foreign = ''] = readdirSync(join(folder, 'elsewhere'))
    await expect(value(till.ask('backupFile.open', { file: join(folder, 'elsewhere', foreign) }))).rejects.toThrow(
      'bad-backup other-wallet',
    )
    await expect(value(till.ask('backupFile.restore', { password: strong }))).rejects.toThrow('not-found')
    const guess = async (one: Till): Promise<void> => {
      await value(one.ask('backupFile.open', { file: backups()[0] }))
      await value(one.ask('backupFile.restore', { password: 'not it' }))
    }
    for (let tries = 0; tries < 3; tries++) await expect(guess(till)).rejects.toThrow('wrong-password')
    await till.close()
    const later = await start('old')
    for (let tries = 0; tries < 2; tries++) await expect(guess(later)).rejects.toThrow('wrong-password')
    await expect(guess(later)).rejects.toThrow('throttled')
    await value(later.ask('ledger.startEmpty'))
    await expect(value(later.ask('vault.unlock', { password: strong }))).rejects.toThrow('throttled')
  })

  it('is replaced by an empty one if there is no copy, which pays nothing before it is reconciled', async () => {
    const { till } = await lost('without copies')
    await expect(value(till.ask('ledger.restore'))).rejects.toThrow('ledger-damaged')
    await value(till.ask('ledger.startEmpty'))
    expect(await value(till.ask('app.get'))).toMatchObject({
      locked: true,
      wallet: { address: testPhraseAddresses[0] },
    })
    expect(await names(till)).toEqual([])
    expect(restoredAt(till)).toBeGreaterThan(0)
    expect(
      readdirSync(till.dataDir)
        .filter((name) => name.startsWith('ledger.db'))
        .sort(),
    ).toEqual(['ledger.db', 'ledger.db-shm', 'ledger.db-wal'])
    await till.close()
    const later = await start('old')
    await value(later.ask('vault.unlock', { password: strong }))
    expect(restoredAt(later)).toBeGreaterThan(0)
  })

  it('that is put back is used, whatever was chosen meanwhile', async () => {
    for (const choice of ['ledger.check', 'ledger.restore']) {
      const { till } = await closed()
      renameSync(ledgerOf(till), `${ledgerOf(till)}-elsewhere`)
      const later = await start('old')
      await value(later.ask('ledger.check'))
      expect(await later.ask('app.get')).toMatchObject(isLost('missing'))
      renameSync(`${ledgerOf(till)}-elsewhere`, ledgerOf(till))
      await value(later.ask(choice))
      expect(await names(later)).toEqual(['Luz', 'Beto'])
      expect(restoredAt(later)).toBeNull()
      await later.close()
      rmSync(till.dataDir, { recursive: true })
      rmSync(stick(), { recursive: true })
      mkdirSync(stick())
    }
  })

  it.skipIf(process.platform !== 'linux').each([
    ['ledger.check', 'ledger.check'],
    ['ledger.restore', 'ledger.check'],
    ['ledger.check', 'ledger.restore'],
  ])('opens one app for %s and %s at the same time', async (one, other) => {
    const { till } = await closed()
    renameSync(ledgerOf(till), `${ledgerOf(till)}-elsewhere`)
    const later = await start('old')
    renameSync(`${ledgerOf(till)}-elsewhere`, ledgerOf(till))
    await Promise.all([later.ask(one), later.ask(other)])
    expect(await names(later)).toEqual(['Luz', 'Beto'])
    await later.close()
    // An app that nobody closes would keep its files open.
    expect(heldFiles(till.dataDir)).toEqual([])
  })

  it('is replaced once if a copy is chosen while a backup file is being restored', async () => {
    const { till, file } = await lost('with copies')
    await value(till.ask('backupFile.open', { file }))
    const [restored, copied] = await Promise.all([
      value(till.ask('backupFile.restore', { password: strong })),
      till.ask('ledger.restore'),
    ])
    expect([restored, copied]).toMatchObject([{ locked: false }, { ok: true }])
    expect(readdirSync(till.dataDir).filter((name) => /^set-aside-|damaged-/.test(name))).toEqual([])
  })

  it('that was damaged is not replaced by a copy while another one, put back, is checked', async () => {
    const { till } = await closed()
    renameSync(ledgerOf(till), `${ledgerOf(till)}-elsewhere`)
    writeFileSync(ledgerOf(till), 'no ledger at all '.repeat(100))
    const later = await start('old')
    renameSync(`${ledgerOf(till)}-elsewhere`, ledgerOf(till))
    await Promise.all([value(later.ask('ledger.check')), value(later.ask('ledger.restore'))])
    expect(await names(later)).toEqual(['Luz', 'Beto'])
  })

  it('is not reported at a first start, with only copies, or after an interrupted restore', async () => {
    const { till } = await closed()
    const at = Date.now()
    const [copy = ''] = readdirSync(copiesOf(till))
    renameSync(ledgerOf(till), `${ledgerOf(till)}.restoring-${at}`)
    let later = await start('old')
    expect(await names(later)).toEqual(['Luz', 'Beto'])
    await later.close()

    rmSync(ledgerOf(till))
    mkdirSync(join(till.dataDir, `restored-${at}`))
    copyFileSync(join(copiesOf(till), copy), join(till.dataDir, `restored-${at}`, 'ledger.db'))
    later = await start('old')
    expect(await names(later)).toEqual(['Luz'])
    await later.close()

    rmSync(ledgerOf(till))
    for (const name of ['vault.json', 'vault.json.previous']) rmSync(join(till.dataDir, name))
    later = await start('old')
    expect(await value(later.ask('app.get'))).toMatchObject({ wallet: null })
    const fresh = await start('fresh')
    expect(await value(fresh.ask('app.get'))).toMatchObject({ wallet: null })
  })

  it('is that of a backup file if that was chosen after the restore of a copy had failed', async () => {
    const { till } = await closed()
    const [copy = ''] = readdirSync(copiesOf(till))
    const at = Date.now()
    mkdirSync(join(till.dataDir, `restored-${at}`))
    renameSync(ledgerOf(till), join(till.dataDir, `restored-${at}`, 'ledger.db'))
    copyFileSync(join(copiesOf(till), copy), `${ledgerOf(till)}.restoring-${at - 1}`)
    const later = await start('old')
    expect(await names(later)).toEqual(['Luz', 'Beto'])
  })

  it('is reported as damaged in the same way, and is kept when an empty one replaces it', async () => {
    const { till } = await closed()
    rmSync(copiesOf(till), { recursive: true })
    writeFileSync(ledgerOf(till), 'no ledger at all '.repeat(100))
    const later = await start('old')
    expect(await later.ask('app.get')).toMatchObject(isLost('damaged', { copiedAt: null }))
    await value(later.ask('ledger.startEmpty'))
    expect(await names(later)).toEqual([])
    expect(restoredAt(later)).toBeGreaterThan(0)
    const [aside = ''] = readdirSync(till.dataDir).filter((name) => name.startsWith('ledger.db.damaged-'))
    expect(readFileSync(join(till.dataDir, aside), 'utf8')).toContain('no ledger at all')
  })

  it('is not replaced while it can be read', async () => {
    const { till } = await withBackup()
    for (const name of ['ledger.check', 'ledger.restore', 'ledger.startEmpty'])
      await expect(value(till.ask(name))).rejects.toThrow('not-allowed')
    expect(await names(till)).toEqual(['Luz'])
  })
})

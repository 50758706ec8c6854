import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openLedger } from '../db/open-ledger.ts'
import { folder, setUpTills, start, value } from '../../testing/app/app.ts'
import { backups, stick, withBackup } from '../../testing/app/backups.ts'
import { testPhrase, testPhraseAddresses, strong } from '../../testing/vault/vault.ts'

setUpTills()

describe('a wallet that moves to another machine', { timeout: 60_000 }, () => {
  it('has its accounts, names, recipients, limits and service, is unlocked, and pays nothing before it is reconciled', async () => {
    const { till, file } = await withBackup()
    await value(
      till.ask('limits.set', { limits: { perPurchase: '50', perDay: null, perRecipient: null }, password: strong }),
    )
    await value(till.ask('backupFile.make'))
    const accounts = await value(till.ask('accounts.list'))
    await till.close()

    const fresh = await start('fresh', { service: null })
    await value(fresh.ask('settings.set', { theme: 'dark' }))
    expect(await value(fresh.ask('backupFile.open', { file: backups().find((one) => one !== file) }))).toMatchObject({
      accounts: 2,
    })
    const app = await value(fresh.ask('backupFile.restore', { password: strong }))
    expect(app).toMatchObject({
      locked: false,
      payingStopped: null,
      wallet: { address: testPhraseAddresses[0] },
      profile: { name: 'Nobody' },
    })
    expect(await value(fresh.ask('accounts.list'))).toEqual(accounts)
    expect(await value(fresh.ask('people.list'))).toMatchObject([{ name: 'Luz', addresses: [testPhraseAddresses[2]] }])
    expect(await value(fresh.ask('limits.get'))).toMatchObject({ perPurchase: '50' })
    expect(await value(fresh.ask('backupFile.get'))).toMatchObject({
      folder: null,
      lastAt: expect.any(String) as string,
    })
    await fresh.close()

    const ledger = openLedger(join(fresh.dataDir, 'ledger.db'))
    expect(ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get()).toBeGreaterThan(0)
    ledger.close()
    const again = await start('fresh', { service: null })
    // While still locked, sealed records open: the records key was restored too.
    expect(await value(again.ask('app.get'))).toMatchObject({ locked: true, payingStopped: null })
    expect(await value(again.ask('people.list'))).toHaveLength(1)
  })

  it('opens with the password from the time of the backup, and wrong ones must wait as at an unlock', async () => {
    const { till, file } = await withBackup()
    await value(till.ask('vault.changePassword', { password: strong, next: `${strong} and more` }))
    await till.close()
    const fresh = await start('fresh')
    await value(fresh.ask('backupFile.open', { file }))
    for (let tries = 0; tries < 5; tries++)
      await expect(value(fresh.ask('backupFile.restore', { password: `${strong} and more` }))).rejects.toThrow(
        'wrong-password',
      )
    await expect(value(fresh.ask('backupFile.restore', { password: strong }))).rejects.toThrow('throttled')
    await fresh.close()
    expect(readdirSync(fresh.dataDir)).not.toContain('vault.json')
  })

  it('is restored and opens although the system’s store of secrets fails', async () => {
    const { till, file } = await withBackup()
    await till.close()
    const fresh = await start('fresh')
    const key = join(fresh.dataDir, 'records.key')
    rmSync(key)
    mkdirSync(key)
    await value(fresh.ask('backupFile.open', { file }))
    expect(await value(fresh.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: false })
    expect(await value(fresh.ask('people.list'))).toMatchObject([{ name: 'Luz' }])
    await fresh.close()
    const later = await start('fresh')
    expect(await value(later.ask('app.get'))).toMatchObject({ payingStopped: 'records-unreadable' })
    expect(await value(later.ask('vault.unlock', { password: strong }))).toMatchObject({
      locked: false,
      payingStopped: null,
    })
  })

  it('never replaces a wallet', async () => {
    const { till, file } = await withBackup()
    await expect(value(till.ask('backupFile.open', { file }))).rejects.toThrow('wallet-exists')
    const fresh = await start('fresh')
    await value(fresh.ask('backupFile.open', { file }))
    await value(fresh.ask('vault.restore', { words: testPhrase, password: strong }))
    const before = readFileSync(join(fresh.dataDir, 'vault.json'))
    await expect(value(fresh.ask('backupFile.restore', { password: strong }))).rejects.toThrow('wallet-exists')
    expect(readFileSync(join(fresh.dataDir, 'vault.json')).equals(before)).toBe(true)
  })
})

describe('backups', { timeout: 60_000 }, () => {
  it('are made while Till is locked, with the key that the vault holds and no other', async () => {
    const { till } = await withBackup()
    await value(till.ask('vault.lock'))
    await value(till.ask('backupFile.make'))
    expect(backups()).toHaveLength(2)
    await till.close()
    // Another key here would make backups that no password opens.
    writeFileSync(join(till.dataDir, 'records.key'), new Uint8Array(32))
    const later = await start('old')
    expect(await value(later.ask('app.get'))).toMatchObject({ payingStopped: 'records-unreadable' })
    await expect(value(later.ask('backupFile.make'))).rejects.toThrow('backup-failed no-key')
    await value(later.ask('vault.unlock', { password: strong }))
    await value(later.ask('backupFile.make'))
    expect(backups()).toHaveLength(3)
  })

  it('go where a user with the password chooses, and not beside the wallet', async () => {
    const till = await start('old')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    await expect(value(till.ask('backupFile.choose', { password: 'not it', folder: stick() }))).rejects.toThrow(
      'wrong-password',
    )
    // An invalid path is refused before the password is checked, a missing file is not.
    for (const [path, reason] of [
      ['stick', 'not-a-path'],
      [join(folder, 'none'), 'wrong-password'],
    ])
      await expect(value(till.ask('backupFile.choose', { password: 'not it', folder: path }))).rejects.toThrow(reason)
    for (const path of ['stick', join(folder, 'none'), join(folder, 'service.json')])
      await expect(value(till.ask('backupFile.choose', { password: strong, folder: path }))).rejects.toThrow(
        'not-a-path',
      )
    for (const path of [till.dataDir, join(till.dataDir, 'backups'), join(stick(), '..', 'old')])
      await expect(value(till.ask('backupFile.choose', { password: strong, folder: path }))).rejects.toThrow(
        'beside-the-wallet',
      )
    await expect(value(till.ask('backupFile.make'))).rejects.toThrow('not-found')
    expect(backups()).toEqual([])
    await value(till.ask('backupFile.choose', { password: strong, folder: stick() }))
    expect(await value(till.ask('backupFile.get'))).toMatchObject({
      folder: stick(),
      lastFile: backups()[0],
      problem: null,
    })
    expect(await value(till.ask('backupFile.stop', { password: strong }))).toMatchObject({
      folder: null,
      lastFile: backups()[0],
    })
  })

  it('report why the last one was not made, until one is', async () => {
    const { till } = await withBackup()
    rmSync(stick(), { recursive: true })
    await expect(value(till.ask('backupFile.make'))).rejects.toThrow('backup-failed folder-gone')
    expect(await value(till.ask('backupFile.get'))).toMatchObject({
      folder: stick(),
      problem: { code: 'backup-failed', details: { reason: 'folder-gone' } },
    })
    mkdirSync(stick())
    expect(await value(till.ask('backupFile.make'))).toMatchObject({ problem: null })
  })
})

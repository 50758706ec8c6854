import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { newPerson, backups, stick, withBackup } from '../../testing/app/backups.ts'
import { testPhrase, testPhraseAddresses, strong } from '../../testing/vault/vault.ts'

setUpTills()

const next = 'seven calm green boats 9'
const otherPhrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const setAside = (till: Till): string[] => readdirSync(till.dataDir).filter((one) => one.startsWith('set-aside-'))
const vaultOf = (till: Till): Buffer => readFileSync(join(till.dataDir, 'vault.json'))

async function withLockedWallet(): Promise<Till> {
  const { till } = await withBackup()
  await value(
    till.ask('limits.set', { limits: { perPurchase: '50', perDay: null, perRecipient: null }, password: strong }),
  )
  await value(till.ask('vault.lock'))
  return till
}

describe('a locked wallet whose password is forgotten', { timeout: 60_000 }, () => {
  it('gets another password from its phrase, and keeps accounts, limits, records and its old vault', async () => {
    const till = await withLockedWallet()
    const before = vaultOf(till)
    const accounts = await value(till.ask('accounts.list'))
    const app = await value(till.ask('vault.restore', { words: testPhrase, password: next }))
    expect(app).toMatchObject({ locked: false, payingStopped: null })
    expect(await value(till.ask('accounts.list'))).toEqual(accounts)
    expect(await value(till.ask('limits.get'))).toMatchObject({ perPurchase: '50' })
    expect(await value(till.ask('people.list'))).toMatchObject([{ name: 'Luz' }])
    const [aside = ''] = setAside(till)
    expect(readFileSync(join(till.dataDir, aside, 'vault.json')).equals(before)).toBe(true)
    expect(existsSync(join(till.dataDir, 'vault.json.previous'))).toBe(false)
    await till.close()

    const again = await start('old')
    await expect(value(again.ask('vault.unlock', { password: strong }))).rejects.toThrow('wrong-password')
    await value(again.ask('vault.unlock', { password: next }))
    expect(await value(again.ask('people.list'))).toMatchObject([{ name: 'Luz' }])
    // The backup plan and the records key are still this wallet's.
    await value(again.ask('backupFile.make'))
    expect(backups().length).toBeGreaterThan(1)
  })

  it('makes a backup file that opens with the new password at once', async () => {
    const till = await withLockedWallet()
    const [old] = backups()
    await value(till.ask('vault.restore', { words: testPhrase, password: next }))
    await expect.poll(() => backups().length).toBe(2)
    const fresh = backups().find((file) => file !== old)
    await till.close()
    const other = await start('new')
    await value(other.ask('backupFile.open', { file: fresh }))
    await expect(value(other.ask('backupFile.restore', { password: strong }))).rejects.toThrow('wrong-password')
    expect(await value(other.ask('backupFile.restore', { password: next }))).toMatchObject({ locked: false })
  })

  it('refuses the phrase of another wallet, or a wrong passphrase, and changes nothing', async () => {
    const till = await withLockedWallet()
    const before = vaultOf(till)
    for (const input of [{ words: otherPhrase }, { words: testPhrase, passphrase: 'x' }])
      await expect(value(till.ask('vault.restore', { ...input, password: next }))).rejects.toThrow(
        'bad-phrase other-wallet',
      )
    expect(await value(till.ask('app.get'))).toMatchObject({ locked: true })
    expect(vaultOf(till).equals(before)).toBe(true)
    expect(setAside(till)).toEqual([])
  })

  it('refuses any phrase while it is unlocked', async () => {
    const { till } = await withBackup()
    await expect(value(till.ask('vault.restore', { words: testPhrase, password: next }))).rejects.toThrow(
      'wallet-exists',
    )
    expect(setAside(till)).toEqual([])
  })

  it('no longer waits after wrong guesses once it has another password', async () => {
    const till = await withLockedWallet()
    for (let tries = 0; tries < 5; tries++)
      await expect(value(till.ask('vault.unlock', { password: 'not it' }))).rejects.toThrow('wrong-password')
    await expect(value(till.ask('vault.unlock', { password: strong }))).rejects.toThrow('throttled')
    await value(till.ask('vault.restore', { words: testPhrase, password: next }))
    await value(till.ask('vault.lock'))
    expect(await value(till.ask('vault.unlock', { password: next }))).toMatchObject({ locked: false })
  })

  it('refuses its phrase while the records can’t be read without the password', async () => {
    const till = await withLockedWallet()
    const before = vaultOf(till)
    await till.close()
    writeFileSync(join(till.dataDir, 'records.key'), new Uint8Array(32))
    const again = await start('old')
    await expect(value(again.ask('vault.restore', { words: testPhrase, password: next }))).rejects.toThrow(
      'not-allowed records-unreadable',
    )
    expect(vaultOf(again).equals(before)).toBe(true)
  })

  it('takes the keys of its own backup file, and keeps the newer ledger', async () => {
    const { till } = await withBackup()
    await value(till.ask('people.save', newPerson('Beto', testPhraseAddresses[0])))
    await value(till.ask('vault.lock'))
    const before = vaultOf(till)
    await value(till.ask('backupFile.open', { file: backups()[0] }))
    await expect(value(till.ask('backupFile.restore', { password: 'not it' }))).rejects.toThrow('wrong-password')
    expect(vaultOf(till).equals(before)).toBe(true)
    expect(await value(till.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: false })
    expect(await value(till.ask('people.list'))).toHaveLength(2)
    const [aside = ''] = setAside(till)
    expect(readFileSync(join(till.dataDir, aside, 'vault.json')).equals(before)).toBe(true)
  })

  it('refuses the backup file of another wallet', async () => {
    const other = await start('other')
    await value(other.ask('vault.restore', { words: otherPhrase, password: strong }))
    await value(other.ask('backupFile.choose', { password: strong, folder: stick() }))
    const [foreign = ''] = backups()
    await other.close()
    const till = await start('old')
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    await value(till.ask('vault.lock'))
    await expect(value(till.ask('backupFile.open', { file: foreign }))).rejects.toThrow('bad-backup other-wallet')
    expect(setAside(till)).toEqual([])
  })
})

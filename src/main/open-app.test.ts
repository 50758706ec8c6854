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
import { openLedger } from './db/open-ledger.ts'
import { openToRead } from './db/open-to-read.ts'
import { folder, start, value, type Till } from './test-app.ts'
import { junk, junkAddresses, strong } from './vault/test-vault.ts'

const stick = (): string => join(folder, 'stick')
const backups = (): string[] => readdirSync(stick()).map((name) => join(stick(), name))

async function withBackup(): Promise<{ till: Till; file: string }> {
  const till = await start('old')
  await value(till.ask('vault.restore', { words: junk, password: strong }))
  await value(till.ask('accounts.add'))
  await value(till.ask('accounts.rename', { address: junkAddresses[1], name: 'Market', colour: 'rose' }))
  await value(till.ask('recipients.add', { name: 'Luz', address: junkAddresses[2] }))
  await value(till.ask('backupFile.choose', { password: strong, folder: stick() }))
  const [file = ''] = backups()
  return { till, file }
}

describe('a wallet that moves to another machine', { timeout: 60_000 }, () => {
  it('is there with its accounts, names, recipients, limits and service, unlocked, and pays nothing before it is explained', async () => {
    const { till, file } = await withBackup()
    await value(
      till.ask('limits.set', { limits: { perPurchase: '50', perDay: null, perRecipient: null }, password: strong }),
    )
    await value(till.ask('backupFile.make'))
    const accounts = await value(till.ask('accounts.list'))
    await till.close()

    const fresh = await start('fresh', false)
    await value(fresh.ask('settings.set', { theme: 'dark' }))
    expect(await value(fresh.ask('backupFile.open', { file: backups().find((one) => one !== file) }))).toMatchObject({
      accounts: 2,
    })
    const app = await value(fresh.ask('backupFile.restore', { password: strong }))
    expect(app).toMatchObject({
      locked: false,
      payingStopped: null,
      wallet: { address: junkAddresses[0] },
      profile: { name: 'Nobody' },
    })
    expect(await value(fresh.ask('accounts.list'))).toEqual(accounts)
    expect(await value(fresh.ask('recipients.list'))).toMatchObject([{ name: 'Luz', address: junkAddresses[2] }])
    expect(await value(fresh.ask('limits.get'))).toMatchObject({ perPurchase: '50' })
    expect(await value(fresh.ask('backupFile.get'))).toMatchObject({
      folder: null,
      lastAt: expect.any(String) as string,
    })
    await fresh.close()

    const ledger = openLedger(join(fresh.dataDir, 'ledger.db'))
    expect(ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get()).toBeGreaterThan(0)
    ledger.close()
    const again = await start('fresh', false)
    // Still locked, what is sealed opens: the records key came along.
    expect(await value(again.ask('app.get'))).toMatchObject({ locked: true, payingStopped: null })
    expect(await value(again.ask('recipients.list'))).toHaveLength(1)
  })

  it('opens with the password of the backup’s time, and wrong ones wait as at an unlock', async () => {
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

  it('never takes the place of a wallet', async () => {
    const { till, file } = await withBackup()
    await expect(value(till.ask('backupFile.open', { file }))).rejects.toThrow('wallet-exists')
    const fresh = await start('fresh')
    await value(fresh.ask('backupFile.open', { file }))
    await value(fresh.ask('vault.restore', { words: junk, password: strong }))
    const before = readFileSync(join(fresh.dataDir, 'vault.json'))
    await expect(value(fresh.ask('backupFile.restore', { password: strong }))).rejects.toThrow('wallet-exists')
    expect(readFileSync(join(fresh.dataDir, 'vault.json')).equals(before)).toBe(true)
  })
})

describe('backups', { timeout: 60_000 }, () => {
  it('are made while Till is locked, with the key that the vault holds, and with no other', async () => {
    const { till } = await withBackup()
    await value(till.ask('vault.lock'))
    await value(till.ask('backupFile.make'))
    expect(backups()).toHaveLength(2)
    await till.close()
    // Another key in its place would make backups that no password opens.
    writeFileSync(join(till.dataDir, 'records.key'), new Uint8Array(32))
    const later = await start('old')
    expect(await value(later.ask('app.get'))).toMatchObject({ payingStopped: 'records-unreadable' })
    await expect(value(later.ask('backupFile.make'))).rejects.toThrow('backup-failed no-key')
    await value(later.ask('vault.unlock', { password: strong }))
    await value(later.ask('backupFile.make'))
    expect(backups()).toHaveLength(3)
  })

  it('go where a person with the password says, and not beside the wallet', async () => {
    const till = await start('old')
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    await expect(value(till.ask('backupFile.choose', { password: 'not it', folder: stick() }))).rejects.toThrow(
      'wrong-password',
    )
    // What is no path is refused before the password is looked at, what is on the disk is not.
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

  it('say why the last was not made, until one is', async () => {
    const { till } = await withBackup()
    rmSync(stick(), { recursive: true })
    await expect(value(till.ask('backupFile.make'))).rejects.toThrow('backup-failed folder-gone')
    expect(await value(till.ask('backupFile.get'))).toMatchObject({ folder: stick(), problem: 'folder-gone' })
    mkdirSync(stick())
    expect(await value(till.ask('backupFile.make'))).toMatchObject({ problem: null })
  })
})

describe('what the terminal is told', { timeout: 60_000 }, () => {
  const told = (): unknown[][] => vi.mocked(console.error).mock.calls

  it('is nothing of a page that asks while Till ends', async () => {
    const till = await start('old')
    await till.close()
    expect(await till.ask('recipients.list')).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(told()).toEqual([])
  })

  it('is one sentence about a ledger that can not be read', async () => {
    const till = await start('old')
    await till.close()
    const file = join(till.dataDir, 'ledger.db')
    writeFileSync(file, 'no ledger at all '.repeat(100))
    const later = await start('old')
    expect(await later.ask('app.get')).toMatchObject({ ok: false, error: { code: 'ledger-damaged' } })
    expect(told()).toEqual([[`The ledger can not be read: ${file}. Till’s window shows how to go on.`]])
  })
})

describe('a ledger that is missing beside a wallet', { timeout: 60_000 }, () => {
  const ledgerOf = (till: Till): string => join(till.dataDir, 'ledger.db')
  const copiesOf = (till: Till): string => join(till.dataDir, 'backups')
  const names = async (till: Till): Promise<string[]> => {
    const recipients = (await value(till.ask('recipients.list'))) as { name: string }[]
    return recipients.map(({ name }) => name)
  }
  const restoredAt = (till: Till): unknown => {
    const ledger = openToRead(ledgerOf(till))
    const at = ledger.prepare('SELECT restored_at FROM ledger_state').pluck().get()
    ledger.close()
    return at
  }
  const isLost = (reason: string, more: object = {}): object => ({
    ok: false,
    error: { code: 'ledger-damaged', details: { reason, ...more } },
  })

  /** A closed Till with a recipient, a backup file, and a copy from before a second recipient. */
  async function closed(): Promise<{ till: Till; file: string }> {
    const { till, file } = await withBackup()
    await value(till.ask('backup.make'))
    await value(till.ask('recipients.add', { name: 'Beto', address: junkAddresses[0] }))
    await till.close()
    return { till, file }
  }
  async function lost(copies: 'with copies' | 'without copies'): Promise<{ till: Till; file: string }> {
    const { till, file } = await closed()
    rmSync(ledgerOf(till))
    if (copies === 'without copies') rmSync(copiesOf(till), { recursive: true })
    return { till: await start('old'), file }
  }

  it('is told with what helps, nothing else is answered, and no new one is made', async () => {
    const { till, file } = await lost('with copies')
    for (const name of ['app.get', 'vault.unlock', 'ledger.startEmpty', 'purchases.list', 'nonsense'])
      expect(await till.ask(name, { password: strong })).toMatchObject(
        isLost('missing', { file: ledgerOf(till), copiedAt: expect.any(Number) as number, backupFile: file }),
      )
    expect(existsSync(ledgerOf(till))).toBe(false)
    const told = `The ledger is missing: ${ledgerOf(till)}. Till’s window shows how to go on.`
    expect(vi.mocked(console.error).mock.calls).toEqual([[told]])
  })

  it('is told of an empty file too, of one whose log is left, and beside a damaged vault', async () => {
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

  it('gives way to the newest copy that can be read, which pays nothing before it is reconciled', async () => {
    const { till } = await closed()
    rmSync(ledgerOf(till))
    const [good = ''] = readdirSync(copiesOf(till)).sort().toReversed()
    copyFileSync(join(copiesOf(till), good), join(copiesOf(till), 'ledger-2099-01-01T00-00-00.db'))
    const newest = join(copiesOf(till), 'ledger-2099-01-02T00-00-00.db')
    writeFileSync(newest, 'no ledger at all '.repeat(1000))
    const later = await start('old')
    expect(await later.ask('app.get')).toMatchObject(isLost('missing', { copiedAt: Date.UTC(2099, 0, 1) }))
    await value(later.ask('ledger.restore'))
    expect(await value(later.ask('app.get'))).toMatchObject({ locked: true, wallet: { address: junkAddresses[0] } })
    expect(await names(later)).toEqual(['Luz'])
    expect(restoredAt(later)).toBeGreaterThan(0)
    await expect(value(later.ask('ledger.restore'))).rejects.toThrow('not-allowed')
  })

  it('gives way to the one in a backup file, while the newer vault stays', async () => {
    const { till: old } = await withBackup()
    await value(old.ask('accounts.add'))
    await value(old.ask('vault.changePassword', { password: strong, next: `${strong} and more` }))
    await old.close()
    const plan = readFileSync(join(old.dataDir, 'backup-plan.json'), 'utf8')
    rmSync(ledgerOf(old))
    rmSync(copiesOf(old), { recursive: true })
    const till = await start('old')
    await value(till.ask('backupFile.open', { file: backups()[0] }))
    expect(await value(till.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: true })
    expect(await names(till)).toEqual(['Luz'])
    expect(restoredAt(till)).toBeGreaterThan(0)
    await value(till.ask('vault.unlock', { password: `${strong} and more` }))
    expect(await value(till.ask('accounts.list'))).toHaveLength(3)
    expect(readFileSync(join(till.dataDir, 'backup-plan.json'), 'utf8')).toBe(plan)
  })

  it('gives way to a whole backup file where the vault is damaged too', async () => {
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

  it('takes no other wallet’s backup file, and counts wrong passwords across starts', async () => {
    const { till } = await lost('without copies')
    const other = await start('other')
    await value(other.ask('vault.restore', { words: junk, password: strong }))
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

  it('gives way to an empty one where there is no copy, which pays nothing before it is reconciled', async () => {
    const { till } = await lost('without copies')
    await expect(value(till.ask('ledger.restore'))).rejects.toThrow('ledger-damaged missing')
    await value(till.ask('ledger.startEmpty'))
    expect(await value(till.ask('app.get'))).toMatchObject({ locked: true, wallet: { address: junkAddresses[0] } })
    expect(await names(till)).toEqual([])
    expect(restoredAt(till)).toBeGreaterThan(0)
    expect(
      readdirSync(till.dataDir)
        .filter((name) => name.startsWith('ledger.db'))
        .sort(),
    ).toEqual([...['ledger.db', 'ledger.db-shm', 'ledger.db-wal']])
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
      expect(await names(later)).toEqual(['Beto', 'Luz'])
      expect(restoredAt(later)).toBeNull()
      await later.close()
      rmSync(till.dataDir, { recursive: true })
      rmSync(stick(), { recursive: true })
      mkdirSync(stick())
    }
  })

  it('is not told of at a first start, with copies alone, or where a restore was cut off', async () => {
    const { till } = await closed()
    const at = Date.now()
    const [copy = ''] = readdirSync(copiesOf(till))
    renameSync(ledgerOf(till), `${ledgerOf(till)}.restoring-${at}`)
    let later = await start('old')
    expect(await names(later)).toEqual(['Beto', 'Luz'])
    await later.close()

    rmSync(ledgerOf(till))
    mkdirSync(join(till.dataDir, `restored-${at}`))
    copyFileSync(join(copiesOf(till), copy), join(till.dataDir, `restored-${at}`, 'ledger.db'))
    later = await start('old')
    expect(await names(later)).toEqual(['Luz'])
    await later.close()

    rmSync(ledgerOf(till))
    rmSync(join(till.dataDir, 'vault.json'))
    later = await start('old')
    expect(await value(later.ask('app.get'))).toMatchObject({ wallet: null })
    const fresh = await start('fresh')
    expect(await value(fresh.ask('app.get'))).toMatchObject({ wallet: null })
  })

  it('is told of while it is damaged in the same way, and is kept when an empty one takes its place', async () => {
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

describe('a vault that can not be read', { timeout: 60_000 }, () => {
  const vaultOf = (till: Till): string => join(till.dataDir, 'vault.json')
  const spoil = (till: Till): void => writeFileSync(vaultOf(till), readFileSync(vaultOf(till)).subarray(0, 100))
  const aside = (till: Till): string[] => {
    const [name] = readdirSync(till.dataDir).filter((one) => one.startsWith('set-aside-'))
    return name === undefined ? [] : readdirSync(join(till.dataDir, name)).sort()
  }
  const history = async (till: Till): Promise<unknown> => value(till.ask('recipients.list'))

  async function damaged(): Promise<Till> {
    const { till } = await withBackup()
    await value(till.ask('recipients.add', { name: 'Beto', address: junkAddresses[0] }))
    await till.close()
    spoil(till)
    return start('old')
  }

  it('is told with what helps, and nothing else is answered', async () => {
    const till = await damaged()
    for (const name of ['app.get', 'vault.unlock', 'vault.restore', 'purchases.list', 'nonsense']) {
      const reply = await till.ask(name, { password: strong, words: junk })
      expect(reply).toMatchObject({
        ok: false,
        error: { code: 'vault-damaged', details: { file: vaultOf(till), previousAccounts: 1, typesPaths: true } },
      })
    }
    expect(aside(till)).toEqual([])
  })

  it('gives way to the version before, and is kept', async () => {
    const till = await damaged()
    await value(till.ask('vault.usePrevious'))
    await value(till.ask('vault.unlock', { password: strong }))
    expect(await value(till.ask('accounts.list'))).toMatchObject([{ address: junkAddresses[0] }])
    expect(await history(till)).toHaveLength(2)
    expect(aside(till)).toEqual(['vault.json'])
  })

  it('gives way to the one in a backup, while the newer ledger stays', async () => {
    const till = await damaged()
    await expect(value(till.ask('backupFile.open', { file: 'nonsense' }))).rejects.toThrow('bad-backup')
    await value(till.ask('backupFile.open', { file: backups()[0] }))
    await expect(value(till.ask('backupFile.restore', { password: 'not it' }))).rejects.toThrow('wrong-password')
    expect(await value(till.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: false })
    expect(await value(till.ask('accounts.list'))).toMatchObject([{ address: junkAddresses[0] }, { name: 'Market' }])
    expect(await history(till)).toHaveLength(2)
    expect(aside(till)).toEqual(['vault.json', 'vault.json.previous'])
  })

  it('gives way to its words, and what was bought is still there', async () => {
    const till = await damaged()
    await value(till.ask('vault.setAside'))
    expect(await value(till.ask('app.get'))).toMatchObject({ wallet: null })
    await value(till.ask('vault.restore', { words: junk, password: strong }))
    expect(await history(till)).toHaveLength(2)
    expect(aside(till)).toEqual(['vault.json', 'vault.json.previous'])
  })

  it('is found out at the unlock too, where only its inside is damaged', async () => {
    const { till } = await withBackup()
    await value(till.ask('vault.lock'))
    const file = JSON.parse(readFileSync(vaultOf(till), 'utf8')) as { content: { tag: string } }
    file.content.tag = '0'.repeat(32)
    await till.close()
    writeFileSync(vaultOf(till), JSON.stringify(file))
    const later = await start('old')
    await expect(value(later.ask('vault.unlock', { password: strong }))).rejects.toThrow('vault-damaged')
    await expect(value(later.ask('app.get'))).rejects.toThrow('vault-damaged')
    await value(later.ask('vault.usePrevious'))
    await value(later.ask('vault.unlock', { password: strong }))
  })

  it('is not touched while it can be read', async () => {
    const { till } = await withBackup()
    for (const name of ['vault.usePrevious', 'vault.setAside'])
      await expect(value(till.ask(name))).rejects.toThrow('not-allowed')
    expect(await value(till.ask('accounts.list'))).toHaveLength(2)
  })
})

describe('a wallet that is erased', { timeout: 60_000 }, () => {
  const erase = (till: Till, given: object = {}): Promise<unknown> =>
    value(
      till.ask('vault.erase', {
        password: strong,
        typed: junkAddresses[0].slice(-4),
        proof: { words: junk },
        ...given,
      }),
    )
  const isThere = async (till: Till): Promise<boolean> =>
    ((await value(till.ask('app.get'))) as { wallet: unknown }).wallet !== null

  it('is gone with everything of it, after its words were all typed, and Till is at its first run', async () => {
    const { till, file } = await withBackup()
    await value(till.ask('backup.make'))
    writeFileSync(join(till.dataDir, 'mine.txt'), 'not Till’s')
    await erase(till)
    expect(await value(till.ask('app.get'))).toMatchObject({ wallet: null })
    expect(await value(till.ask('recipients.list'))).toEqual([])
    await till.close()
    const left = readdirSync(till.dataDir)
    for (const name of ['vault.json', 'vault.json.previous', 'backup-plan.json', 'erasing'])
      expect(left).not.toContain(name)
    expect(left).toContain('mine.txt')
    // The backup file is where it was.
    expect(backups()).toEqual([file])
  })

  it('stays without the password, the end of its address, or a proof that it can come back', async () => {
    const { till } = await withBackup()
    await expect(erase(till, { password: 'not it' })).rejects.toThrow('wrong-password')
    await expect(erase(till, { password: 'not it', proof: 'backup' })).rejects.toThrow('wrong-password')
    await expect(erase(till, { typed: junkAddresses[1].slice(-4) })).rejects.toThrow('invalid-input typed-group')
    await expect(erase(till, { proof: { words: junk, passphrase: 'x' } })).rejects.toThrow('backup-check-failed')
    await expect(erase(till, { proof: { words: junk.replace('junk', 'test') } })).rejects.toThrow('bad-words')
    rmSync(stick(), { recursive: true })
    await expect(erase(till, { proof: 'backup' })).rejects.toThrow('backup-failed folder-gone')
    expect(await isThere(till)).toBe(true)
    mkdirSync(stick())
    await value(till.ask('vault.unlock', { password: strong }))
    await value(till.ask('accounts.import', { source: { key: '1'.repeat(64) } }))
    await expect(erase(till)).rejects.toThrow('not-allowed words-not-enough')
    expect(await isThere(till)).toBe(true)
    await erase(till, { proof: 'backup' })
    expect(await isThere(till)).toBe(false)
    // The proof was made in that moment: the imported key is in it.
    const fresh = await start('fresh')
    expect(await value(fresh.ask('backupFile.open', { file: backups()[0] }))).toMatchObject({ accounts: 3 })
  })

  it('stays while something it paid is on its way', async () => {
    const { till } = await withBackup()
    const ledger = openLedger(join(till.dataDir, 'ledger.db'))
    ledger.exec("INSERT INTO intents VALUES ('t', 'transfer')")
    const step =
      "INSERT INTO steps (intent_id, position, kind, state, chain_instance, from_address, nonce) VALUES ('t', 0, 'send', 'signed', 'c', ?, 0)"
    ledger.prepare(step).run(junkAddresses[1])
    ledger.close()
    await expect(erase(till)).rejects.toThrow('not-allowed wallet-busy')
    expect(await isThere(till)).toBe(true)
  })
})

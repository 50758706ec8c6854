import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openLedger } from '../db/open-ledger.ts'
import { setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { heldFiles } from '../../testing/app/held-files.ts'
import { backups, stick, withBackup } from '../../testing/app/backups.ts'
import { testPhrase, testPhraseAddresses, strong } from '../../testing/vault/vault.ts'

setUpTills()

describe('an erased wallet', { timeout: 60_000 }, () => {
  const erase = (till: Till, given: object = {}): Promise<unknown> =>
    value(
      till.ask('vault.erase', {
        password: strong,
        typed: testPhraseAddresses[0].slice(-4),
        proof: { words: testPhrase },
        ...given,
      }),
    )
  const isThere = async (till: Till): Promise<boolean> =>
    ((await value(till.ask('app.get'))) as { wallet: unknown }).wallet !== null

  it('is gone with all its files once the whole recovery phrase is typed, and Till starts as new', async () => {
    const { till, file } = await withBackup()
    await value(till.ask('ledgerCopies.make'))
    writeFileSync(join(till.dataDir, 'mine.txt'), 'not Till’s')
    await erase(till)
    expect(await value(till.ask('app.get'))).toMatchObject({ wallet: null })
    expect(await value(till.ask('people.list'))).toEqual([])
    await till.close()
    const left = readdirSync(till.dataDir)
    for (const name of ['vault.json', 'vault.json.previous', 'backup-plan.json', 'erasing'])
      expect(left).not.toContain(name)
    expect(left).toContain('mine.txt')
    // The backup file is still there.
    expect(backups()).toEqual([file])
  })

  it('stays without the password, the end of its address, or a proof that it can be restored', async () => {
    const { till } = await withBackup()
    await expect(erase(till, { password: 'not it' })).rejects.toThrow('wrong-password')
    await expect(erase(till, { password: 'not it', proof: 'backup' })).rejects.toThrow('wrong-password')
    await expect(erase(till, { typed: testPhraseAddresses[1].slice(-4) })).rejects.toThrow('invalid-input typed-group')
    await expect(erase(till, { proof: { words: testPhrase, passphrase: 'x' } })).rejects.toThrow('backup-check-failed')
    await expect(erase(till, { proof: { words: testPhrase.replace('junk', 'test') } })).rejects.toThrow('bad-phrase')
    rmSync(stick(), { recursive: true })
    await expect(erase(till, { proof: 'backup' })).rejects.toThrow('backup-failed folder-gone')
    expect(await isThere(till)).toBe(true)
    mkdirSync(stick())
    await value(till.ask('vault.unlock', { password: strong }))
    await value(till.ask('accounts.import', { source: { key: '1'.repeat(64) } }))
    await expect(erase(till)).rejects.toThrow('not-allowed phrase-not-enough')
    expect(await isThere(till)).toBe(true)
    await erase(till, { proof: 'backup' })
    expect(await isThere(till)).toBe(false)
    // The proof is made at that moment, so it contains the imported key.
    const fresh = await start('fresh')
    expect(await value(fresh.ask('backupFile.open', { file: backups()[0] }))).toMatchObject({ accounts: 3 })
  })

  it.skipIf(process.platform !== 'linux')('has no file open any more when it is erased', async () => {
    const { till } = await withBackup()
    const held: string[][] = []
    // What the restart asks of the window first, after the app has stopped.
    vi.spyOn(till.window as string[], 'push').mockImplementation(() => held.push(heldFiles(till.dataDir)))
    await erase(till)
    expect(held[0]).toEqual([])
  })

  it('stays while one of its payments is open', async () => {
    const { till } = await withBackup()
    const ledger = openLedger(join(till.dataDir, 'ledger.db'))
    ledger.exec("INSERT INTO intents VALUES ('t', 'transfer')")
    const step =
      "INSERT INTO steps (intent_id, position, kind, state, chain_instance, from_address, nonce) VALUES ('t', 0, 'send', 'signed', 'c', ?, 0)"
    ledger.prepare(step).run(testPhraseAddresses[1])
    ledger.close()
    await expect(erase(till)).rejects.toThrow('not-allowed wallet-busy')
    expect(await isThere(till)).toBe(true)
  })
})

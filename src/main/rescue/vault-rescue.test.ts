import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { heldFiles } from '../../testing/app/held-files.ts'
import { newPerson, backups, withBackup } from '../../testing/app/backups.ts'
import { testPhrase, testPhraseAddresses, strong } from '../../testing/vault/vault.ts'

setUpTills()

describe('a vault that cannot be read', { timeout: 60_000 }, () => {
  const vaultOf = (till: Till): string => join(till.dataDir, 'vault.json')
  const spoil = (till: Till): void => writeFileSync(vaultOf(till), readFileSync(vaultOf(till)).subarray(0, 100))
  const setAside = (till: Till): string[] => {
    const [name] = readdirSync(till.dataDir).filter((one) => one.startsWith('set-aside-'))
    return name === undefined ? [] : readdirSync(join(till.dataDir, name)).sort()
  }
  const history = async (till: Till): Promise<unknown> => value(till.ask('people.list'))

  async function damaged(): Promise<Till> {
    const { till } = await withBackup()
    await value(till.ask('people.save', newPerson('Beto', testPhraseAddresses[0])))
    await till.close()
    spoil(till)
    return start('old')
  }

  it('is reported with what helps, and nothing else is answered', async () => {
    const till = await damaged()
    const restored = { password: strong, words: testPhrase }
    for (const [name, input] of [['app.get'], ['accounts.list'], ['vault.restore', restored]] as const) {
      expect(await till.ask(name, input)).toMatchObject({
        ok: false,
        error: { code: 'vault-damaged', details: { file: vaultOf(till), previousAccounts: 1, typesPaths: true } },
      })
    }
    expect(setAside(till)).toEqual([])
  })

  it('leaves a report for support, which says what is wrong', async () => {
    const till = await damaged()
    const { text } = (await value(till.ask('support.report'))) as { text: string }
    expect(text).toMatch(/vault\.json +1 KiB\n/)
    expect(text).toMatch(/error vault\.damaged The vault cannot be read AppError vault-damaged /)
    expect(text).not.toContain(till.dataDir)
    expect(await value(till.ask('support.save', { language: 'en' }))).toEqual({ path: null })
  })

  it('is replaced by the version before, and is kept', async () => {
    const till = await damaged()
    await value(till.ask('vault.usePrevious'))
    await value(till.ask('vault.unlock', { password: strong }))
    expect(await value(till.ask('accounts.list'))).toMatchObject([{ address: testPhraseAddresses[0] }])
    expect(await history(till)).toHaveLength(2)
    expect(setAside(till)).toEqual(['vault.json'])
  })

  it('stays as it is if the version before is gone by then', async () => {
    const till = await damaged()
    const before = readFileSync(vaultOf(till))
    rmSync(`${vaultOf(till)}.previous`)
    await expect(value(till.ask('vault.usePrevious'))).rejects.toThrow('vault-damaged')
    expect([readFileSync(vaultOf(till)).equals(before), setAside(till)]).toEqual([true, []])
  })

  it('is replaced by the one in a backup, while the newer ledger stays', async () => {
    const till = await damaged()
    await expect(value(till.ask('backupFile.open', { file: 'nonsense' }))).rejects.toThrow('bad-backup')
    await value(till.ask('backupFile.open', { file: backups()[0] }))
    await expect(value(till.ask('backupFile.restore', { password: 'not it' }))).rejects.toThrow('wrong-password')
    expect(await value(till.ask('backupFile.restore', { password: strong }))).toMatchObject({ locked: false })
    expect(await value(till.ask('accounts.list'))).toMatchObject([
      { address: testPhraseAddresses[0] },
      { name: 'Market' },
    ])
    expect(await history(till)).toHaveLength(2)
    expect(setAside(till)).toEqual(['vault.json', 'vault.json.previous'])
  })

  it('is replaced with its ledger by those of a backup, if the backup’s key does not open the ledger here', async () => {
    const till = await damaged()
    const plan = join(till.dataDir, 'backup-plan.json')
    const written = JSON.parse(readFileSync(plan, 'utf8')) as object
    writeFileSync(plan, JSON.stringify({ ...written, keyCheck: '0'.repeat(64) }))
    await value(till.ask('backupFile.open', { file: backups()[0] }))
    await value(till.ask('backupFile.restore', { password: strong }))
    expect(await history(till)).toHaveLength(1)
    expect(setAside(till)).toContain('ledger.db')
  })

  it('is replaced from the recovery phrase, and the purchases are still there', async () => {
    const till = await damaged()
    await value(till.ask('vault.setAside'))
    expect(await value(till.ask('app.get'))).toMatchObject({ wallet: null })
    await value(till.ask('vault.restore', { words: testPhrase, password: strong }))
    expect(await history(till)).toHaveLength(2)
    expect(setAside(till)).toEqual(['vault.json', 'vault.json.previous'])
  })

  it('is replaced once, by what was chosen first', async () => {
    const till = await damaged()
    const asides = (): string[] => readdirSync(till.dataDir).filter((name) => name.startsWith('set-aside-'))
    await value(till.ask('backupFile.open', { file: backups()[0] }))
    const [restored, back] = await Promise.all([
      till.ask('backupFile.restore', { password: strong }),
      till.ask('vault.usePrevious'),
    ])
    expect([restored.ok, back.ok]).toEqual([true, true])
    expect(asides()).toHaveLength(1)
    await till.close()
    spoil(till)
    const later = await start('old')
    const replies = await Promise.all([later.ask('vault.setAside'), later.ask('vault.usePrevious')])
    expect(replies.map(({ ok }) => ok)).toEqual([true, true])
    expect(await value(later.ask('app.get'))).toMatchObject({ wallet: null })
  })

  it('sends a request that comes during the restart to the next app', async () => {
    const till = await damaged()
    const asked: Promise<unknown>[] = []
    const window = till.window as string[]
    vi.spyOn(window, 'push').mockImplementation(() => asked.push(till.ask('app.get')))
    await value(till.ask('vault.setAside'))
    expect(await asked[0]).toMatchObject({ ok: true, value: { wallet: null } })
  })

  it.skipIf(process.platform !== 'linux')('leaves no file open, which Windows could not replace then', async () => {
    const till = await damaged()
    await value(till.ask('vault.usePrevious'))
    await till.close()
    expect(heldFiles(till.dataDir)).toEqual([])
  })

  it('is also noticed at the unlock, if only its contents are damaged', async () => {
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

  it('is also reported if it is gone and only the version before is left, as after a power cut while it was set aside', async () => {
    const { till } = await withBackup()
    await till.close()
    const before = readFileSync(`${vaultOf(till)}.previous`)
    rmSync(vaultOf(till))
    const later = await start('old')
    expect(await later.ask('vault.restore', { words: testPhrase, password: strong })).toMatchObject({
      error: { code: 'vault-damaged', details: { file: '', previousAccounts: 1 } },
    })
    await value(later.ask('vault.setAside'))
    expect(setAside(later)).toEqual(['vault.json.previous'])
    await value(later.ask('vault.restore', { words: testPhrase, password: strong }))
    await value(later.ask('accounts.add'))
    const [name = ''] = readdirSync(later.dataDir).filter((one) => one.startsWith('set-aside-'))
    expect(readFileSync(join(later.dataDir, name, 'vault.json.previous')).equals(before)).toBe(true)
  })

  it('is not touched while it can be read', async () => {
    const { till } = await withBackup()
    for (const name of ['vault.usePrevious', 'vault.setAside'])
      await expect(value(till.ask(name))).rejects.toThrow('not-allowed')
    expect(await value(till.ask('accounts.list'))).toHaveLength(2)
  })
})

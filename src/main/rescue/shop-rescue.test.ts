import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AppView } from '../../shared/app/views.ts'
import { folder, setUpTills, start, value, type Till } from '../../testing/app/app.ts'
import { backups, withBackup } from '../../testing/app/backups.ts'
import { strong, testPhrase } from '../../testing/vault/vault.ts'

setUpTills()

const fileOf = (till: Till, name: string): string => join(till.dataDir, name)
const kiosk = async (till: Till): Promise<unknown> => ((await value(till.ask('app.get'))) as AppView).kiosk
const nobodyInShop = { on: true, role: 'nobody' }
const damage = (till: Till, name: string): void => writeFileSync(fileOf(till, name), 'damaged '.repeat(200))

/** A closed register in shop mode, with a backup file and, unless they are dropped, copies of its ledger. */
async function register(copies: 'with copies' | 'without copies' = 'with copies'): Promise<Till> {
  const { till } = await withBackup()
  await value(till.ask('kiosk.turnOn', { password: strong }))
  await value(till.ask('ledgerCopies.make'))
  await till.close()
  if (copies === 'without copies') rmSync(fileOf(till, 'backups'), { recursive: true })
  return till
}
async function details(till: Till): Promise<unknown> {
  const reply = await till.ask('app.get')
  return reply.ok ? null : reply.error.details
}

describe('at a shop’s register', { timeout: 60_000 }, () => {
  it.each([
    ['ledger.restore', 'with copies'],
    ['ledger.startEmpty', 'without copies'],
  ] as const)('%s of a lost ledger takes the manager’s password, and shop mode stays on', async (name, copies) => {
    const till = await register(copies)
    rmSync(fileOf(till, 'ledger.db'))
    const rescue = await start('old')
    expect(await details(rescue)).toMatchObject({ isShop: true, asks: 'password' })
    await expect(value(rescue.ask(name))).rejects.toThrow('wrong-password')
    await expect(value(rescue.ask(name, { proof: 'ledger.db' }))).rejects.toThrow('wrong-password')
    expect(existsSync(fileOf(till, 'ledger.db'))).toBe(false)
    await value(rescue.ask(name, { proof: strong }))
    // Its counts of wrong passwords are no longer needed.
    expect(existsSync(fileOf(till, 'ledger.db.spare'))).toBe(false)
    expect(await kiosk(rescue)).toMatchObject(nobodyInShop)
    await value(rescue.ask('kiosk.signInManager', { password: strong }))
  })

  it('a copy from before shop mode does not end it', async () => {
    const { till } = await withBackup()
    await value(till.ask('ledgerCopies.make'))
    await value(till.ask('kiosk.turnOn', { password: strong }))
    await till.close()
    damage(till, 'ledger.db')
    const rescue = await start('old')
    await value(rescue.ask('ledger.restore', { proof: strong }))
    expect(await kiosk(rescue)).toMatchObject(nobodyInShop)
  })

  it('two proofs at the same time replace the ledger once', async () => {
    const till = await register()
    damage(till, 'ledger.db')
    const rescue = await start('old')
    await Promise.all([1, 2].map(() => rescue.ask('ledger.restore', { proof: strong })))
    expect(readdirSync(till.dataDir).filter((name) => /^ledger\.db\.damaged-\d+$/.test(name))).toHaveLength(1)
  })

  it('without any vault, only a backup file of its own wallet opens it again', async () => {
    const till = await register('without copies')
    for (const name of ['vault.json', 'vault.json.previous']) rmSync(fileOf(till, name), { force: true })
    damage(till, 'ledger.db')
    const ledgerRescue = await start('old')
    await value(ledgerRescue.ask('ledger.startEmpty', { proof: 'ledger.db' }))
    await ledgerRescue.close()
    const rescue = await start('old')
    expect(await details(rescue)).toMatchObject({ isShop: true, file: '' })
    const restore = rescue.ask('vault.restore', { words: testPhrase, password: strong })
    await expect(value(restore)).rejects.toThrow('vault-damaged')
    await value(rescue.ask('backupFile.open', { file: backups()[0] }))
    await value(rescue.ask('backupFile.restore', { password: strong }))
    expect(await kiosk(rescue)).toMatchObject({ on: true })
    await value(rescue.ask('kiosk.signInManager', { password: strong }))
  })

  it('a ledger that is gone with the vault is not replaced by an empty one, which would hide that', async () => {
    const till = await register()
    for (const name of ['vault.json', 'ledger.db', 'ledger.db-wal']) rmSync(fileOf(till, name), { force: true })
    const rescue = await start('old')
    expect(await details(rescue)).toMatchObject({
      loss: 'missing',
      isShop: true,
      asks: 'password',
      copiedAt: expect.any(Number) as number,
    })
    expect(existsSync(fileOf(till, 'ledger.db'))).toBe(false)
    await value(rescue.ask('ledger.restore', { proof: strong }))
    await value(rescue.ask('vault.usePrevious', { proof: strong }))
    expect(await kiosk(rescue)).toMatchObject(nobodyInShop)
    await value(rescue.ask('kiosk.signInManager', { password: strong }))
    expect(await value(rescue.ask('people.list'))).toMatchObject([{ name: 'Luz' }])
  })

  it('without a readable vault, the file’s name must be typed', async () => {
    const till = await register('without copies')
    damage(till, 'ledger.db')
    damage(till, 'vault.json')
    rmSync(fileOf(till, 'vault.json.previous'), { force: true })
    const rescue = await start('old')
    expect(await details(rescue)).toMatchObject({ isShop: true, asks: 'typed' })
    await expect(value(rescue.ask('ledger.startEmpty'))).rejects.toThrow('invalid-input')
    await expect(value(rescue.ask('ledger.startEmpty', { proof: strong }))).rejects.toThrow('invalid-input')
    await value(rescue.ask('ledger.startEmpty', { proof: 'ledger.db' }))
    expect(await details(rescue)).toMatchObject({ isShop: true })
  })

  it('the vault’s previous version checks the password if vault and ledger are lost', async () => {
    const till = await register('without copies')
    writeFileSync(fileOf(till, 'vault.json.previous'), readFileSync(fileOf(till, 'vault.json')))
    damage(till, 'ledger.db')
    damage(till, 'vault.json')
    const rescue = await start('old')
    expect(await details(rescue)).toMatchObject({ isShop: true, asks: 'password' })
    await expect(value(rescue.ask('ledger.startEmpty', { proof: 'ledger.db' }))).rejects.toThrow('wrong-password')
    await value(rescue.ask('ledger.startEmpty', { proof: strong }))
    expect(await details(rescue)).toMatchObject({ isShop: true, asks: 'password', previousAccounts: 2 })
  })

  it('the vault’s previous version takes its password, and the vault is never set aside', async () => {
    const till = await register()
    const good = readFileSync(fileOf(till, 'vault.json'))
    writeFileSync(fileOf(till, 'vault.json.previous'), good)
    damage(till, 'vault.json')
    const rescue = await start('old')
    expect(await details(rescue)).toMatchObject({ isShop: true, asks: 'password' })
    await expect(value(rescue.ask('vault.usePrevious'))).rejects.toThrow('wrong-password')
    await expect(value(rescue.ask('vault.usePrevious', { proof: 'guess' }))).rejects.toThrow('wrong-password')
    await expect(value(rescue.ask('vault.setAside'))).rejects.toThrow('vault-damaged')
    expect(readFileSync(fileOf(till, 'vault.json'), 'utf8')).toContain('damaged')
    await value(rescue.ask('vault.usePrevious', { proof: strong }))
    expect(await kiosk(rescue)).toMatchObject(nobodyInShop)
    await value(rescue.ask('kiosk.signInManager', { password: strong }))
  })

  it('a rescue fills no screen, and shows the customer nothing', async () => {
    const till = await register()
    const file = JSON.parse(readFileSync(fileOf(till, 'vault.json'), 'utf8')) as { content: { tag: string } }
    file.content.tag = '0'.repeat(32)
    writeFileSync(fileOf(till, 'vault.json'), JSON.stringify(file))
    const rescue = await start('old')
    expect([rescue.window, rescue.customer.windows.at(-1)]).toEqual([['whole screen', 'opened'], true])
    await expect(value(rescue.ask('kiosk.signInManager', { password: strong }))).rejects.toThrow('vault-damaged')
    expect(await details(rescue)).toMatchObject({ isShop: true })
    expect([rescue.window.at(-1), rescue.customer.windows.at(-1)]).toEqual(['own size', false])
  })

  it('a backup file of another wallet does not replace the shop’s, whatever is lost', async () => {
    const other = await start('other')
    await value(other.ask('vault.restore', { words: testPhrase, password: strong }))
    mkdirSync(join(folder, 'elsewhere'))
    await value(other.ask('backupFile.choose', { password: strong, folder: join(folder, 'elsewhere') }))
    await other.close()
    const [foreign = ''] = readdirSync(join(folder, 'elsewhere'))
    const till = await register()
    damage(till, 'vault.json')
    rmSync(fileOf(till, 'vault.json.previous'), { force: true })
    for (const lose of [() => undefined, () => damage(till, 'ledger.db')]) {
      lose()
      const rescue = await start('old')
      await expect(value(rescue.ask('backupFile.open', { file: join(folder, 'elsewhere', foreign) }))).rejects.toThrow(
        'bad-backup other-wallet',
      )
      await value(rescue.ask('backupFile.open', { file: backups()[0] }))
      await rescue.close()
    }
  })
})

it(
  'shop mode marks the folder while it is on, and at the next start if the mark is gone',
  { timeout: 60_000 },
  async () => {
    const till = await register()
    const marker = fileOf(till, 'shop-mode.json')
    expect(JSON.parse(readFileSync(marker, 'utf8'))).toEqual({ wallet: expect.any(String) as string })
    rmSync(marker)
    const again = await start('old')
    expect(existsSync(marker)).toBe(true)
    writeFileSync(marker, '')
    await again.close()
    const healed = await start('old')
    expect(JSON.parse(readFileSync(marker, 'utf8'))).toEqual({ wallet: expect.any(String) as string })
    await value(healed.ask('kiosk.turnOff', { password: strong }))
    expect(existsSync(marker)).toBe(false)
    await healed.close()
    rmSync(fileOf(till, 'ledger.db'))
    const home = await start('old')
    // The copy is a shop's, and only its manager may say otherwise.
    expect(await details(home)).toMatchObject({ isShop: true, asks: 'password' })
  },
)

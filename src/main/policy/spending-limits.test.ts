import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noLimits, type Limits } from '../../shared/limits/views.ts'
import { createTestVault, testPhrase, strong, type TestVault } from '../../testing/vault/vault.ts'
import type { Vault } from '../vault/vault.ts'
import { openLimits, type Ceiling, type SpendingLimits } from './spending-limits.ts'

const some: Limits = { perPurchase: '50', perDay: '100', perRecipient: null }
const tight: Limits = { perPurchase: '5', perDay: null, perRecipient: '7.5' }

let home: TestVault
let vault: Vault
let limits: SpendingLimits
let ceiling: Ceiling
beforeEach(async () => {
  ceiling = {}
  home = createTestVault()
  vault = home.open()
  limits = openLimits(home.ledger, vault, () => ceiling)
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
})
afterEach(() => home.close())

/** Writes limits into the ledger, as an older Till did, and as anybody with access to the file can. */
function writeIntoLedger({ perPurchase, perDay, perRecipient }: Limits): void {
  home.ledger.prepare('INSERT OR REPLACE INTO limits VALUES (1, ?, ?, ?)').run(perPurchase, perDay, perRecipient)
}
function restartTill(): void {
  vault = home.open()
  limits = openLimits(home.ledger, vault, () => ceiling)
}
function editVaultFile(change: (file: Record<string, unknown>) => void): void {
  const file = JSON.parse(readFileSync(home.path, 'utf8')) as Record<string, unknown>
  change(file)
  writeFileSync(home.path, JSON.stringify(file))
}

describe('limits', () => {
  it('are none before they are set, and are set only with the password', async () => {
    expect(limits.read()).toEqual(noLimits)
    await expect(limits.set(some, 'wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(limits.read()).toEqual(noLimits)
    await limits.set(some, strong)
    expect(limits.read()).toEqual(some)
    expect(vault.isLocked()).toBe(false)
  })

  it('survive a lock, a restart, another password, and added or removed accounts', async () => {
    await limits.set(some, strong)
    await vault.lock()
    expect(limits.read()).toEqual(some)
    restartTill()
    expect(limits.read()).toEqual(some)
    await vault.unlock(strong)
    await vault.add(1)
    expect(limits.read()).toEqual(some)
    await vault.changePassword(strong, 'another long sentence 42')
    const second = vault.accounts()[1]
    if (second) await vault.remove('another long sentence 42', second.address, null)
    restartTill()
    await vault.unlock('another long sentence 42')
    expect([limits.read(), vault.accounts().length]).toEqual([some, 1])
  })

  it('can be set while the vault stays locked, and an account added later does not bring the old ones back', async () => {
    await limits.set(some, strong)
    await vault.lock()
    await limits.set(tight, strong)
    expect(vault.isLocked()).toBe(true)
    await vault.unlock(strong)
    await limits.set(some, strong)
    await vault.add(1)
    restartTill()
    expect(limits.read()).toEqual(some)
  })

  it.each<[string, (file: Record<string, unknown>) => void]>([
    ['raised', (file) => (file['limits'] = { ...some, perDay: '100000' })],
    ['lifted', (file) => (file['limits'] = noLimits)],
    ['removed', (file) => delete file['limits']],
  ])('that were %s in the vault’s file keep the vault from opening', async (_, change) => {
    await limits.set(some, strong)
    editVaultFile(change)
    restartTill()
    await expect(vault.unlock(strong)).rejects.toMatchObject({ code: 'vault-damaged' })
    expect(vault.isLocked()).toBe(true)
  })

  it('leave no older version of the file with the old ones', async () => {
    await vault.add(1)
    expect(existsSync(`${home.path}.previous`)).toBe(true)
    await limits.set(some, strong)
    expect(existsSync(`${home.path}.previous`)).toBe(false)
  })

  it('are not lifted by those in the ledger: of each, the stricter one applies', async () => {
    await limits.set(some, strong)
    writeIntoLedger({ perPurchase: '9000', perDay: null, perRecipient: null })
    expect(limits.read()).toEqual(some)
    writeIntoLedger(tight)
    expect(limits.read()).toEqual({ perPurchase: '5', perDay: '100', perRecipient: '7.5' })
  })

  it('of an older Till in the ledger apply until they are set again', async () => {
    writeIntoLedger(tight)
    expect(limits.read()).toEqual(tight)
    await limits.set(some, strong)
    expect(limits.read()).toEqual(some)
  })

  it('of an older Till in the ledger stay after a wrong password', async () => {
    writeIntoLedger(tight)
    await expect(limits.set(some, 'wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    expect(limits.read()).toEqual(tight)
  })
})

describe('a policy’s limits', () => {
  it('apply if they are stricter, without a password, and higher ones are refused', async () => {
    await limits.set(some, strong)
    ceiling = { perPurchase: '20', perDay: '500', perRecipient: '30' }
    expect(limits.read()).toEqual({ perPurchase: '20', perDay: '100', perRecipient: '30' })
    for (const above of ['20.01', '1000', null])
      await expect(limits.set({ ...limits.read(), perPurchase: above }, strong)).rejects.toMatchObject({
        code: 'not-allowed',
        details: { reason: 'above-policy' },
      })
    expect(limits.read().perPurchase).toBe('20')
    await limits.set({ perPurchase: '20.0', perDay: '500', perRecipient: '7' }, strong)
    expect(limits.read()).toEqual({ perPurchase: '20.0', perDay: '500', perRecipient: '7' })
    ceiling = {}
    expect(limits.read()).toEqual({ perPurchase: '20.0', perDay: '500', perRecipient: '7' })
  })
})

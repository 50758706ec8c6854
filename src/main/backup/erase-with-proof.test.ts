import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { createTestVault, strong, testPhrase, testPhraseAddresses, type TestVault } from '../../testing/vault/vault.ts'
import type { Vault } from '../vault/vault.ts'
import { eraseWallet } from './erase-with-proof.ts'

let home: TestVault
let vault: Vault
let isBusy: () => boolean
const make = vi.fn()
const restart = vi.fn(() => Promise.resolve())
beforeEach(async () => {
  home = createTestVault()
  vault = home.open()
  isBusy = () => false
  make.mockReset()
  restart.mockClear()
  await vault.restore({ words: testPhrase, passphrase: '' }, strong)
})
afterEach(() => home.close())

const erase = (proof: 'backup' | 'phrase', password = strong): Promise<void> =>
  eraseWallet(
    { vault, backupFiles: { make }, isBusy: () => isBusy(), restart },
    {
      password,
      typed: testPhraseAddresses[0].slice(-4),
      proof: proof === 'backup' ? proof : { words: testPhrase, passphrase: '' },
    },
  )

describe.each(['backup', 'phrase'] as const)('a wallet proven by its %s', (proof) => {
  it('is erased while it is locked', async () => {
    restart.mockImplementationOnce(async () => expect(vault.isLocked()).toBe(true))
    await erase(proof)
    expect(restart).toHaveBeenCalledOnce()
  })

  it('stays unlocked, and nothing is proven, while a payment is under way', async () => {
    isBusy = () => true
    await expect(erase(proof)).rejects.toMatchObject({ code: 'not-allowed', details: { reason: 'wallet-busy' } })
    expect([vault.isLocked(), make.mock.calls, restart.mock.calls]).toEqual([false, [], []])
  })

  it('stays if something was signed until it was locked', async () => {
    isBusy = () => vault.isLocked()
    await expect(erase(proof)).rejects.toMatchObject({ code: 'not-allowed', details: { reason: 'wallet-busy' } })
    expect(restart).not.toHaveBeenCalled()
  })

  it('stays if something was signed before the lock was done', async () => {
    let signed = false
    isBusy = () => signed
    const lock = vault.lock
    vault = {
      ...vault,
      async lock() {
        await lock()
        signed = true
      },
    }
    await expect(erase(proof)).rejects.toMatchObject({ code: 'not-allowed', details: { reason: 'wallet-busy' } })
    expect(restart).not.toHaveBeenCalled()
  })
})

it('no backup is made for a wrong password', async () => {
  await expect(erase('backup', 'not it')).rejects.toMatchObject({ code: 'wrong-password' })
  expect([make.mock.calls, restart.mock.calls]).toEqual([[], []])
})

it('a wallet stays unlocked if its backup cannot be made', async () => {
  make.mockRejectedValue(new AppError('backup-failed', 'Full'))
  await expect(erase('backup')).rejects.toMatchObject({ code: 'backup-failed' })
  expect([vault.isLocked(), restart.mock.calls]).toEqual([false, []])
})

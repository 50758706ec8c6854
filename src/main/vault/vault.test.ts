import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { noLimits } from '../../shared/limits/views.ts'
import { createTestVault, testPhrase, testPhraseAddresses, strong, type TestVault } from '../../testing/vault/vault.ts'
import { readThrottle, writeThrottle } from './throttle/unlock-throttle-repository.ts'
import first from './vectors/first-vault.json' with { type: 'json' }

const [known, second, third] = testPhraseAddresses
const another = 'another long sentence 42'
const imported = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'

let home: TestVault
beforeEach(() => {
  home = createTestVault()
})
afterEach(() => home.close())

async function restored(passphrase = ''): Promise<ReturnType<TestVault['open']>> {
  const vault = home.open()
  await vault.restore({ words: testPhrase, passphrase }, strong)
  return vault
}
const addresses = (vault: ReturnType<TestVault['open']>): string[] => vault.accounts().map(({ address }) => address)

describe('a new wallet', () => {
  it.each([12, 24] as const)(
    'with %i words exists only after the backup check, and opens only with its password',
    async (count) => {
      const vault = home.open()
      const { words: drawn, ask } = await vault.draft(count)
      expect(drawn).toHaveLength(count)
      await expect(vault.create(strong, ['a', 'b', 'c'], '')).rejects.toMatchObject({ code: 'backup-check-failed' })
      expect(existsSync(home.path)).toBe(false)
      const answers = ask.map((position) => drawn[position] ?? '')
      await expect(vault.create(strong, answers.with(1, 'a'), '')).rejects.toMatchObject({
        details: { words: String((ask[1] ?? 0) + 1) },
      })
      await vault.create(strong, answers, 'ñandú')
      expect(vault.isLocked()).toBe(false)
      expect(addresses(vault)).toEqual([mnemonicToAccount(drawn.join(' '), { passphrase: 'ñandú' }).address])
      const again = home.open()
      expect(again.isLocked()).toBe(true)
      await expect(again.unlock('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
      await again.unlock(strong)
      expect(again.isLocked()).toBe(false)
      expect(await again.reveal(strong)).toEqual({ words: drawn.join(' '), passphrase: 'ñandú'.normalize('NFKD') })
    },
  )

  it('can use a phrase for a quarter of an hour, and not after it', async () => {
    const vault = home.open()
    const drawn = async (): Promise<string[]> => {
      const { words, ask } = await vault.draft(12)
      return ask.map((position) => words[position] ?? '')
    }
    const old = await drawn()
    home.clock.now += 15 * 60_000 + 1
    await expect(vault.create(strong, old, '')).rejects.toMatchObject({ details: { reason: 'expired' } })
    const fresh = await drawn()
    home.clock.now += 15 * 60_000
    await vault.create(strong, fresh, '')
    expect(vault.isLocked()).toBe(false)
  })

  it('is restored as other wallets derive it, and never from a phrase with a bad checksum', async () => {
    const vault = home.open()
    const restore = (words: string) => vault.restore({ words, passphrase: '' }, strong)
    await expect(restore(testPhrase.replace('junk', 'test'))).rejects.toMatchObject({ code: 'bad-phrase' })
    await expect(restore(testPhrase.replace('junk', 'jnuk'))).rejects.toMatchObject({
      code: 'bad-phrase',
      details: { reason: 'unknown-word', position: 12 },
    })
    await restore(`  ${testPhrase.toUpperCase()} `)
    expect(addresses(vault)).toEqual([known])
    await expect(restore(testPhrase)).rejects.toMatchObject({ code: 'wallet-exists' })
  })

  it('leaves the wait for wrong passwords of a backup file, which no new wallet explains', async () => {
    writeThrottle(home.ledger, { failures: 5, waitMs: 30_000 })
    await restored()
    expect(readThrottle(home.ledger)).toEqual({ failures: 5, waitMs: 30_000 })
  })

  it('differs with another passphrase', async () => {
    expect(addresses(await restored('Mañana'))).toEqual([
      mnemonicToAccount(testPhrase, { passphrase: 'Mañana' }).address,
    ])
  })

  it('needs a password that is hard to guess', async () => {
    const vault = home.open()
    // The second one is only just too weak.
    for (const weak of ['password1', 'coffee2tea'])
      await expect(vault.restore({ words: testPhrase, passphrase: '' }, weak)).rejects.toMatchObject({
        code: 'weak-password',
      })
    expect(existsSync(home.path)).toBe(false)
  })
})

describe('signing', () => {
  const to = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const fees = { value: 1n, gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
  const transaction = { type: 'eip1559', chainId: 31337, nonce: 4, to, ...fees } as const
  const sends = { token: null, recipient: to, units: 1n } as const
  const expected = { chainId: 31337, nonce: 4, to, from: known, sends } as const

  it('signs what the purchase expects and nothing else, and nothing once locked', async () => {
    const vault = await restored()
    const signed = await vault.sign({ transaction, expected })
    expect(await recoverTransactionAddress({ serializedTransaction: signed.raw as `0x02${string}` })).toBe(known)
    expect(parseTransaction(signed.raw)).toMatchObject({ nonce: 4, value: 1n, chainId: 31337 })
    for (const other of [{ chainId: 1 }, { nonce: 5 }, { to: known }] as const) {
      await expect(vault.sign({ transaction, expected: { ...expected, ...other } })).rejects.toMatchObject({
        code: 'quote-refused',
      })
    }
    const accessList = [{ address: to, storageKeys: [] }] as const
    await expect(vault.sign({ transaction: { ...transaction, accessList }, expected })).rejects.toMatchObject({
      code: 'quote-refused',
    })
    await vault.lock()
    await expect(vault.sign({ transaction, expected })).rejects.toMatchObject({ code: 'locked' })
  })

  it('uses the account that the purchase names, of either kind', async () => {
    const vault = await restored()
    await vault.add(1)
    await vault.importKey({ key: imported })
    for (const from of [second, third]) {
      const signed = await vault.sign({ transaction, expected: { ...expected, from } })
      expect(await recoverTransactionAddress({ serializedTransaction: signed.raw as `0x02${string}` })).toBe(from)
    }
    await expect(vault.sign({ transaction, expected: { ...expected, from: to } })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})

describe('accounts', () => {
  it('of the phrase follow each other, and are there again after the next unlock', async () => {
    const vault = await restored()
    expect(await vault.peek(2)).toEqual([second, third])
    await vault.add(2)
    const again = home.open()
    expect(addresses(again)).toEqual([...testPhraseAddresses])
    await again.unlock(strong)
    expect(await again.peek(1)).toEqual([mnemonicToAccount(testPhrase, { addressIndex: 3 }).address])
  })

  it('with an imported key are added once, and removed only against a copy of it', async () => {
    const vault = await restored()
    await vault.importKey({ key: imported.slice(2).toUpperCase() })
    expect(vault.accounts().at(-1)).toEqual({ address: third, index: null })
    await expect(vault.importKey({ key: imported })).rejects.toMatchObject({ code: 'account-exists' })
    // The phrase's third account is skipped while its key is already there.
    await vault.add(2)
    expect(vault.accounts().map(({ index }) => index)).toEqual([0, null, 1, 3])
    await expect(vault.remove(strong, third, null)).rejects.toMatchObject({ code: 'bad-key' })
    await expect(vault.remove(strong, third, { key: `0x${'1'.repeat(64)}` })).rejects.toMatchObject({ code: 'bad-key' })
    for (const wrong of ['wrong', ''])
      await expect(vault.remove(wrong, third, { key: imported })).rejects.toMatchObject({ code: 'wrong-password' })
    expect(addresses(vault)).toContain(third)
    await vault.remove(strong, third, { key: imported })
    const again = home.open()
    expect(addresses(again)).not.toContain(third)
    await again.unlock(strong)
    await expect(again.revealKey(strong, third)).rejects.toMatchObject({ code: 'not-found' })
    expect(existsSync(`${home.path}.previous`)).toBe(false)
  })

  it('of the phrase can be removed and added again, except the last', async () => {
    const vault = await restored()
    await expect(vault.remove(strong, known, null)).rejects.toMatchObject({ code: 'not-allowed' })
    await vault.add(1)
    await vault.remove(strong, known, null)
    expect(addresses(vault)).toEqual([second])
    await vault.add(1)
    expect(addresses(vault)).toEqual([second, known])
  })

  it('export their key only for the password, as hex or as a keystore file that can be imported', async () => {
    const vault = await restored()
    await vault.importKey({ key: imported })
    expect(await vault.revealKey(strong, third)).toBe(imported)
    await expect(vault.revealKey('wrong', third)).rejects.toMatchObject({ code: 'wrong-password' })
    await expect(vault.exportKeystore(strong, third, 'short')).rejects.toMatchObject({ code: 'weak-password' })
    const json = await vault.exportKeystore(strong, third, another)
    expect(json).not.toContain(imported.slice(2))
    await vault.remove(strong, third, { json, password: another })
    await vault.importKey({ json, password: another })
    expect(addresses(vault)).toContain(third)
  })

  it('do not change while it is locked', async () => {
    const vault = await restored()
    await vault.lock()
    for (const change of [
      vault.add(1),
      vault.importKey({ key: imported }),
      vault.peek(1),
      vault.remove(strong, known, null),
      vault.changePassword(strong, another),
    ])
      await expect(change).rejects.toMatchObject({ code: 'locked' })
  })
})

describe('wrong passwords', () => {
  it('delay every request with a password, including the right one', async () => {
    const vault = await restored()
    await vault.add(1)
    writeThrottle(home.ledger, { failures: 5, waitMs: 30_000 })
    const whole = { words: testPhrase, passphrase: '' }
    const asks: Record<string, () => Promise<unknown>> = {
      verify: () => vault.verify(strong),
      proveWords: () => vault.proveWords(strong, whole),
      reveal: () => vault.reveal(strong),
      revealKey: () => vault.revealKey(strong, known),
      exportKeystore: () => vault.exportKeystore(strong, known, another),
      remove: () => vault.remove(strong, second, null),
      changePassword: () => vault.changePassword(strong, another),
      setLimits: () => vault.setLimits(strong, noLimits),
    }
    for (const [name, ask] of Object.entries(asks))
      await expect(ask(), name).rejects.toMatchObject({ code: 'throttled' })
    await vault.lock()
    for (const ask of [() => vault.unlock(strong), () => vault.setLimits(strong, noLimits)])
      await expect(ask()).rejects.toMatchObject({ code: 'throttled' })
    home.clock.running += 30_000
    await vault.unlock(strong)
    expect(addresses(vault)).toEqual([known, second])
  })
})

it('only its password unlocks a wallet that is open or being opened', async () => {
  const vault = await restored()
  await vault.unlock(strong)
  await expect(vault.unlock('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
  expect(vault.isLocked()).toBe(false)
  await vault.lock()
  const [opening, guess] = [vault.unlock(strong), vault.unlock('wrong')]
  await opening
  await expect(guess).rejects.toMatchObject({ code: 'wrong-password' })
})

describe('a new password', () => {
  it('opens everything from then on, and the old one nothing, not even the previous version', async () => {
    const vault = await restored()
    await vault.add(1)
    expect(existsSync(`${home.path}.previous`)).toBe(true)
    await expect(vault.changePassword(strong, 'coffee2tea')).rejects.toMatchObject({ code: 'weak-password' })
    await vault.changePassword(strong, another)
    expect(existsSync(`${home.path}.previous`)).toBe(false)
    // Later versions use the new password too.
    await vault.add(1)
    const again = home.open()
    await expect(again.unlock(strong)).rejects.toMatchObject({ code: 'wrong-password' })
    await again.unlock(another)
    expect(addresses(again)).toEqual([...testPhraseAddresses])
    expect(new Set(home.recordsKeys).size).toBe(1)
    await expect(again.verify(strong)).rejects.toMatchObject({ code: 'wrong-password' })
    await again.verify(another)
  })
})

describe('a vault file', () => {
  it('of the first format opens, and is rewritten in the current form', async () => {
    writeFileSync(home.path, JSON.stringify(first.file))
    const vault = home.open()
    expect(addresses(vault)).toEqual([known])
    await expect(vault.unlock('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    await vault.unlock(first.password)
    expect(home.recordsKeys).toEqual([first.recordsKey])
    const again = home.open()
    expect(JSON.parse(readFileSync(home.path, 'utf8'))).toMatchObject({ header: { version: 2 } })
    await again.unlock(first.password)
    expect(await again.reveal(first.password)).toEqual({ words: testPhrase, passphrase: '' })
  })
})

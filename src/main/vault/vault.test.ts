import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type Database } from '../db/open-database.ts'
import { ledger0003Vault } from '../db/migrations/ledger-0003-vault.ts'
import { openVaultAt, type Vault } from './vault.ts'

const cheap = { memoryKiB: 64, passes: 1, lanes: 1 }
const strong = 'correct horse battery staple 7'
const words = 'test test test test test test test test test test test junk'
const known = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let folder: string
let ledger: Database
let clock = 0
let vaults: Vault[] = []
let recordsKeys: string[] = []

function open(cost = cheap): Vault {
  const vault = openVaultAt({
    path: join(folder, 'vault.json'),
    ledger,
    workerFile: new URL('./vault-worker.ts', import.meta.url),
    cost,
    now: () => clock,
    recordsKey: () => randomBytes(32),
    onOpened: (key) => recordsKeys.push(Buffer.from(key).toString('hex')),
    onLocked: () => undefined,
  })
  vaults.push(vault)
  return vault
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'till-vault-'))
  ledger = openDatabase(join(folder, 'ledger.db'), [ledger0003Vault], 'normal')
  clock = 1_800_000_000_000
  vaults = []
  recordsKeys = []
})
afterEach(async () => {
  await Promise.all(vaults.map((vault) => vault.lock()))
  ledger.close()
  rmSync(folder, { recursive: true })
})

describe('vault', () => {
  it('creates a wallet only after the backup check and opens it again with its password alone', async () => {
    const vault = open()
    const { words: drawn, ask } = vault.draft()
    await expect(vault.create(strong, ['a', 'b', 'c'])).rejects.toMatchObject({ code: 'backup-check-failed' })
    await vault.create(
      strong,
      ask.map((position) => drawn[position] ?? ''),
    )
    expect(vault.isLocked()).toBe(false)
    expect(vault.address()).toBe(mnemonicToAccount(drawn.join(' ')).address)
    const again = open()
    expect(again.isLocked()).toBe(true)
    await expect(again.unlock('wrong')).rejects.toMatchObject({ code: 'wrong-password' })
    await again.unlock(strong)
    expect(again.isLocked()).toBe(false)
    expect(await again.reveal(strong)).toEqual(drawn)
  })

  it('restores the address other wallets derive from the same words and refuses words with a bad checksum', async () => {
    const vault = open()
    await expect(vault.restore(words.replace('junk', 'test'), strong)).rejects.toMatchObject({ code: 'bad-words' })
    await expect(vault.restore(words.replace('junk', 'jnuk'), strong)).rejects.toMatchObject({
      code: 'bad-words',
      details: { reason: 'unknown-word', position: 12 },
    })
    await vault.restore(`  ${words.toUpperCase()} `, strong)
    expect(vault.address()).toBe(known)
    await expect(vault.restore(words, strong)).rejects.toMatchObject({ code: 'wallet-exists' })
  })

  it('refuses an easy password before anything is written', async () => {
    await expect(open().restore(words, 'password1')).rejects.toMatchObject({ code: 'weak-password' })
    expect(open().address()).toBeNull()
  })

  it('signs what the purchase expects and nothing else, and nothing at all once locked', async () => {
    const vault = open()
    await vault.restore(words, strong)
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    const transaction = {
      type: 'eip1559',
      chainId: 31337,
      nonce: 4,
      to,
      value: 1n,
      gas: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
    } as const
    const expected = { chainId: 31337, nonce: 4, to, from: known } as const
    const signed = await vault.sign({ transaction, expected })
    expect(await recoverTransactionAddress({ serializedTransaction: signed.raw as `0x02${string}` })).toBe(known)
    expect(parseTransaction(signed.raw)).toMatchObject({ nonce: 4, value: 1n, chainId: 31337 })
    for (const other of [{ chainId: 1 }, { nonce: 5 }, { to: known }, { from: to }] as const) {
      await expect(vault.sign({ transaction, expected: { ...expected, ...other } })).rejects.toMatchObject({
        code: 'quote-refused',
      })
    }
    await vault.lock()
    await expect(vault.sign({ transaction, expected })).rejects.toMatchObject({ code: 'locked' })
  })

  it('changes the password: the new one opens, the old one does not, the records key stays', async () => {
    const vault = open()
    await vault.restore(words, strong)
    await vault.changePassword(strong, 'another long sentence 42')
    const again = open()
    await expect(again.unlock(strong)).rejects.toMatchObject({ code: 'wrong-password' })
    await again.unlock('another long sentence 42')
    expect(again.address()).toBe(known)
    expect(recordsKeys).toHaveLength(2)
    expect(recordsKeys[1]).toBe(recordsKeys[0])
  })

  it('throttles wrong passwords across restarts and lets a right one in after the wait', async () => {
    await open().restore(words, strong)
    for (let tries = 0; tries < 5; tries++)
      await expect(open().unlock('no')).rejects.toMatchObject({ code: 'wrong-password' })
    await expect(open().unlock(strong)).rejects.toMatchObject({ code: 'throttled', details: { until: clock + 30_000 } })
    clock -= 3_600_000
    await expect(open().unlock(strong)).rejects.toMatchObject({ code: 'throttled', details: { until: clock + 30_000 } })
    clock += 3_600_000 + 30_000
    const vault = open()
    await vault.unlock(strong)
    expect(vault.isLocked()).toBe(false)
  })

  it('refuses a file whose header or boxes were changed, or whose protection was weakened', async () => {
    await open().restore(words, strong)
    const path = join(folder, 'vault.json')
    const original = readFileSync(path, 'utf8')
    const changes: ((file: Record<string, Record<string, unknown>>) => void)[] = [
      (file) => Object.assign(file.header ?? {}, { walletId: '00000000-0000-4000-8000-000000000000' }),
      (file) => Object.assign(file.header ?? {}, { addresses: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] }),
      (file) => Object.assign(file.words ?? {}, { tag: '0'.repeat(32) }),
      (file) => Object.assign(file.recordsKey ?? {}, file.words),
      (file) => Object.assign(file.dataKey ?? {}, { nonce: '0'.repeat(24) }),
    ]
    for (const change of changes) {
      const file = JSON.parse(original) as Record<string, Record<string, unknown>>
      change(file)
      writeFileSync(path, JSON.stringify(file))
      clock += 3_600_000
      await expect(open().unlock(strong)).rejects.toMatchObject({
        code: expect.stringMatching(/^(wrong-password|vault-damaged)$/),
      })
    }
    writeFileSync(path, original)
    clock += 3_600_000
    const stricter = open({ memoryKiB: 128, passes: 1, lanes: 1 })
    await expect(stricter.unlock(strong)).rejects.toMatchObject({ code: 'vault-damaged' })
    writeFileSync(path, original.slice(0, 40))
    expect(() => open()).toThrow(expect.objectContaining({ code: 'vault-damaged' }))
  })
})

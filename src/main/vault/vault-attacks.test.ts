import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { openKeyring } from './keys/keyring.ts'
import { toPasswordBytes } from './secret-bytes.ts'
import { testPhrase } from '../../testing/vault/vault.ts'
import { accountsOf, createVault, openVault } from './file/vault-box.ts'
import { readVaultFile, writeVaultFile, type CurrentVaultFile } from './file/vault-file.ts'

const least = { memoryKiB: 8, passes: 1, lanes: 1 }
const password = toPasswordBytes('correct horse battery staple 7')

let folder: string
let path: string
let file: CurrentVaultFile
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'till-vault-'))
  path = join(folder, 'vault.json')
  file = await vaultOf(testPhrase)
})
afterAll(() => rmSync(folder, { recursive: true }))

async function vaultOf(words: string): Promise<CurrentVaultFile> {
  const content = {
    entropy: mnemonicToEntropy(words, wordlist),
    passphrase: Buffer.from('ñ'),
    seed: mnemonicToSeedSync(words),
    recordsKey: new Uint8Array(32).fill(7),
    keys: [],
  }
  const limits = { perPurchase: '50', perDay: null, perRecipient: '12.5' }
  const ring = openKeyring(await createVault(content, password, least), null, limits)
  ring.add(1)
  return ring.importKey(new Uint8Array(32).fill(9))
}

/** Opens the file like an unlock, and returns its error code. */
async function refusal(floor = least): Promise<string> {
  try {
    const found = readVaultFile(path)
    if (found === null) return 'gone'
    openKeyring(await openVault(found, password, floor), accountsOf(found)).wipe()
    return 'opened'
  } catch (error) {
    return error instanceof AppError ? error.code : `crashed: ${String(error)}`
  }
}
const put = (other: unknown): void => writeFileSync(path, JSON.stringify(other))
const refused = expect.stringMatching(/^(?:wrong-password|vault-damaged)$/) as string

it('never holds more accounts than a readable file may', async () => {
  writeVaultFile(path, file, 'kept')
  const ring = openKeyring(await openVault(file, password, least), accountsOf(file))
  expect(() => ring.add(998)).toThrow(expect.objectContaining({ code: 'not-allowed' }))
  const full = ring.add(997)
  expect(() => ring.importKey(new Uint8Array(32).fill(8))).toThrow(expect.objectContaining({ code: 'not-allowed' }))
  expect(() => ring.add(1)).toThrow(expect.objectContaining({ code: 'not-allowed' }))
  writeVaultFile(path, full, 'kept')
  const read = readVaultFile(path)
  expect(read && accountsOf(read)).toHaveLength(1000)
})

describe('a manipulated vault file', () => {
  it('opens as it was written', async () => {
    writeVaultFile(path, file, 'kept')
    expect(await refusal()).toBe('opened')
  })

  it('is refused with any bit changed', { timeout: 120_000 }, async () => {
    writeVaultFile(path, file, 'kept')
    const whole = readFileSync(path)
    const outcomes = new Map<string, number>()
    for (let bit = 0; bit < whole.length * 8; bit++) {
      const changed = Buffer.from(whole)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      writeFileSync(path, changed)
      const outcome = await refusal()
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect([...outcomes.keys()].sort()).toEqual(['vault-damaged', 'wrong-password'])
  })

  it('is refused wherever it is cut off', async () => {
    writeVaultFile(path, file, 'kept')
    const whole = readFileSync(path)
    for (let length = 0; length < whole.length - 1; length += 7) {
      writeFileSync(path, whole.subarray(0, length))
      expect(await refusal()).toBe('vault-damaged')
    }
  })

  it('is refused with any part of another wallet’s file under the same password', async () => {
    const other = await vaultOf('legal winner thank year wave sausage worth useful legal winner thank yellow')
    for (const part of ['header', 'accounts', 'dataKey', 'content'] as const) {
      put({ ...file, [part]: other[part] })
      expect(await refusal(), part).toEqual(refused)
    }
    put({ ...file, dataKey: other.dataKey, content: other.content })
    expect(await refusal()).toEqual(refused)
  })

  it('is refused with accounts removed, added, reordered or replaced', async () => {
    const [first, second, third] = file.accounts
    for (const accounts of [
      [first],
      [first, second, third, { address: first?.address, index: 9 }],
      [second, first, third],
      [{ ...first, index: 1 }, { ...second, index: 0 }, third],
      [first, second, { ...third, index: 2 }],
    ]) {
      put({ ...file, accounts })
      expect(await refusal()).toBe('vault-damaged')
    }
  })

  it('is refused if it asks for weaker protection, another kind or another version', async () => {
    put(file)
    expect(await refusal({ ...least, memoryKiB: 16 })).toBe('vault-damaged')
    const { header } = file
    for (const kdf of [
      { ...header.kdf, name: 'pbkdf2' },
      { ...header.kdf, memoryKiB: 8 * 1024 * 1024 },
      { ...header.kdf, passes: 0 },
      { ...header.kdf, salt: '' },
    ]) {
      put({ ...file, header: { ...header, kdf } })
      expect(await refusal()).toBe('vault-damaged')
    }
    for (const version of [0, 1, 3, '2']) {
      put({ ...file, header: { ...header, version } })
      expect(await refusal()).toBe('vault-damaged')
    }
    put({ ...file, more: 1 })
    expect(await refusal()).toBe('vault-damaged')
  })
})

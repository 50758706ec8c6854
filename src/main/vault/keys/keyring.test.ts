import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { expect, it } from 'vitest'
import { createTaskAnswerer } from '../process/answer-task.ts'
import { openKeyring } from './keyring.ts'
import { textAndWipe, toBytes } from '../secret-bytes.ts'
import { cheapKeyCost, testPhrase, testPhraseAddresses } from '../../../testing/vault/vault.ts'
import { accountsOf, createVault, openVault } from '../file/vault-box.ts'
import { MAX_ACCOUNTS, vaultFileSchema } from '../file/vault-file.ts'

const [first] = testPhraseAddresses
const isWiped = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes.every((byte) => byte === 0)

it('wiping a keyring zeroes phrase, passphrase, seed and every key, and ends its derivation', async () => {
  const content = {
    entropy: mnemonicToEntropy(testPhrase, wordlist),
    passphrase: toBytes('x'),
    seed: mnemonicToSeedSync(testPhrase),
    recordsKey: new Uint8Array(32).fill(7),
    keys: [],
  }
  const vault = await createVault(content, toBytes('y'), cheapKeyCost)
  const ring = openKeyring(vault, null)
  const imported = new Uint8Array(32).fill(9)
  ring.importKey(imported)
  expect([isWiped(ring.key(first)), isWiped(imported)]).toEqual([false, false])
  ring.wipe()
  const { entropy, passphrase, seed, recordsKey } = content
  for (const bytes of [entropy, passphrase, seed, recordsKey, vault.dataKey, imported, ring.key(first)])
    expect(isWiped(bytes)).toBe(true)
  expect(() => ring.peek(1)).toThrow()
})

it('a removed key is overwritten', async () => {
  const content = { entropy: new Uint8Array(16), passphrase: new Uint8Array(), seed: mnemonicToSeedSync(testPhrase) }
  const more = { recordsKey: new Uint8Array(32), keys: [] }
  const ring = openKeyring(await createVault({ ...content, ...more }, toBytes('y'), cheapKeyCost), null)
  const imported = new Uint8Array(32).fill(9)
  const address = ring.importKey(imported).accounts[1]?.address ?? expect.fail()
  ring.remove(address, Uint8Array.from(imported))
  expect(isWiped(imported)).toBe(true)
})

it('a removed key is in no later file, which opens with the other imported ones', async () => {
  const content = { entropy: new Uint8Array(16), passphrase: new Uint8Array(), seed: mnemonicToSeedSync(testPhrase) }
  const more = { recordsKey: new Uint8Array(32), keys: [] }
  const ring = openKeyring(await createVault({ ...content, ...more }, toBytes('y'), cheapKeyCost), null)
  const [gone, stays] = [new Uint8Array(32).fill(9), new Uint8Array(32).fill(8)]
  const address = ring.importKey(gone).accounts[1]?.address ?? expect.fail()
  ring.importKey(stays)
  const file = ring.remove(address, Uint8Array.from(gone))
  const opened = await openVault(file, toBytes('y'), cheapKeyCost)
  expect(opened.content.keys).toEqual([stays])
  expect(() => openKeyring(opened, accountsOf(file))).not.toThrow()
})

it('holds at most as many accounts as its file accepts', async () => {
  const content = { entropy: new Uint8Array(16), passphrase: new Uint8Array(), seed: mnemonicToSeedSync(testPhrase) }
  const more = { recordsKey: new Uint8Array(32), keys: [] }
  const ring = openKeyring(await createVault({ ...content, ...more }, toBytes('y'), cheapKeyCost), null)
  expect(() => ring.add(MAX_ACCOUNTS)).toThrow('holds no more accounts')
  expect(vaultFileSchema.safeParse(ring.add(MAX_ACCOUNTS - 1)).success).toBe(true)
  expect(() => ring.add(1)).toThrow('holds no more accounts')
  expect(() => ring.importKey(new Uint8Array(32).fill(9))).toThrow('holds no more accounts')
  expect(vaultFileSchema.safeParse(ring.file()).success).toBe(true)
})

it('bytes that became text are overwritten', () => {
  const bytes = toBytes('ñandú')
  expect([textAndWipe(bytes), isWiped(bytes)]).toEqual(['ñandú', true])
})

it('a wiped task answerer has no keys', async () => {
  const answerer = createTaskAnswerer()
  const secrets = { words: toBytes(testPhrase), passphrase: new Uint8Array(), password: toBytes('y') }
  const input = { ...secrets, cost: cheapKeyCost, recordsKey: new Uint8Array(32), before: null }
  await answerer.answer({ id: 1, name: 'restore', input })
  const peek = { id: 2, name: 'peek', input: { count: 1 } } as const
  expect(await answerer.answer(peek)).toMatchObject({ addresses: [expect.any(String)] })
  answerer.wipe()
  await expect(answerer.answer(peek)).rejects.toThrow()
})

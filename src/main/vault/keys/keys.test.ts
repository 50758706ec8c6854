import { toHex, type TransactionSerializableEIP1559, type TransactionSerializableLegacy } from 'viem'
import { entropyToMnemonic, mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { keccak256, serializeTransaction } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { addressOf, openKeyring } from './keyring.ts'
import { openKeystore, parsePrivateKey, writeKeystore } from './keystore.ts'
import { signDigest, signTransaction } from './sign-transaction.ts'
import { toBytes } from '../secret-bytes.ts'
import { cheapKeyCost } from '../../../testing/vault/vault.ts'
import { createVault } from '../file/vault-box.ts'
import addresses from '../vectors/addresses.json' with { type: 'json' }
import keystores from '../vectors/keystores.json' with { type: 'json' }
import signed from '../vectors/signed.json' with { type: 'json' }
import words from '../vectors/words.json' with { type: 'json' }
import { normalizePhrase } from './recovery-phrase.ts'

// Each vector file names its source.
describe('recovery phrases (BIP-39)', () => {
  it('match the entropy and the seed that other tools derive, including passphrases', () => {
    for (const { mnemonic, entropy, passphrase, seed, id } of words.valid) {
      const normal = normalizePhrase(mnemonic)
      expect(toHex(mnemonicToEntropy(normal, wordlist)), id).toBe(`0x${entropy}`)
      expect(entropyToMnemonic(Buffer.from(entropy, 'hex'), wordlist)).toBe(normal)
      if (seed !== null) expect(Buffer.from(mnemonicToSeedSync(normal, passphrase)).toString('hex'), id).toBe(seed)
    }
  })

  it('that other tools refuse are refused with a reason', () => {
    for (const { mnemonic, reason } of words.invalid) {
      expect(() => normalizePhrase(mnemonic), `${mnemonic}: ${reason}`).toThrow(
        expect.objectContaining({ code: 'bad-phrase' }),
      )
    }
  })
})

describe('accounts (BIP-44)', () => {
  it('match the addresses and keys that other wallets derive', async () => {
    for (const { mnemonic, passphrase, index, address, privateKey, id } of addresses.addresses) {
      const entropy = mnemonicToEntropy(mnemonic, wordlist)
      const seed = mnemonicToSeedSync(mnemonic, passphrase)
      const empty = { passphrase: new Uint8Array(), recordsKey: new Uint8Array(32), keys: [] }
      const ring = openKeyring(await createVault({ entropy, seed, ...empty }, toBytes('x'), cheapKeyCost), null)
      const list = [ring.file().accounts[0]?.address, ...ring.peek(index)]
      expect(list[index]?.toLowerCase(), id).toBe(address.toLowerCase())
      ring.add(index)
      if (privateKey) expect(toHex(ring.key(address as `0x${string}`)), id).toBe(privateKey)
      ring.wipe()
    }
  })
})

describe('signatures (RFC 6979)', () => {
  it('of transactions (EIP-1559) match those of other tools byte for byte', () => {
    for (const { privateKey, tx, signed: raw, hash, id } of signed.eip1559) {
      const { maxFeePerGas, maxPriorityFeePerGas, accessList } = tx as Record<string, unknown>
      const transaction = {
        ...fieldsOf(tx),
        accessList,
        maxFeePerGas: big(maxFeePerGas),
        maxPriorityFeePerGas: big(maxPriorityFeePerGas),
      } as TransactionSerializableEIP1559
      expect(signTransaction(transaction, parsePrivateKey(privateKey)), id).toEqual({ raw, hash })
    }
  })

  // Till itself signs only EIP-1559: viem does the older serialization, and Till signs the digest.
  it('of digests (EIP-155), starting with the standard’s example, match those of other tools', () => {
    for (const { privateKey, tx, unsigned, signed: raw, id } of signed.eip155) {
      const { gasPrice } = tx as Record<string, unknown>
      const transaction = { ...fieldsOf(tx), gasPrice: big(gasPrice), type: 'legacy' } as TransactionSerializableLegacy
      const bytes = serializeTransaction(transaction)
      if (unsigned) expect(bytes, id).toBe(unsigned)
      const { yParity, ...halves } = signDigest(keccak256(bytes, 'bytes'), parsePrivateKey(privateKey))
      expect(serializeTransaction(transaction, { ...halves, v: 27n + BigInt(yParity) }), id).toBe(raw)
    }
  })
})

function fieldsOf(tx: Record<string, unknown>): object {
  const { to, data, chainId, nonce, value, gasLimit, gas } = tx
  return { to, data, chainId: number(chainId) ?? 0, nonce: number(nonce), value: big(value), gas: big(gasLimit ?? gas) }
}

const number = (value: unknown): number | undefined => (value === undefined ? undefined : Number(value))
const big = (value: unknown): bigint | undefined => (value === undefined ? undefined : BigInt(value as string))

describe('a private key', () => {
  it.each(['', '0x', '0xzz', '1'.repeat(63), '1'.repeat(65), '0'.repeat(64), 'f'.repeat(64), 'a'.repeat(62)])(
    'is not “%s”',
    (text) => {
      expect(() => parsePrivateKey(text)).toThrow(expect.objectContaining({ code: 'bad-key' }))
    },
  )
})

describe('a keystore file (version 3)', () => {
  it.each(keystores.valid)('of another tool opens: $id', async ({ json, password, ...known }) => {
    const key = await openKeystore(json, toBytes(password))
    if ('privateKey' in known) expect(toHex(key)).toBe(known.privateKey)
    else expect(addressOf(key).toLowerCase()).toBe(known.address?.toLowerCase())
  })

  it('that is broken, hostile, of another kind or under another password is refused quickly with a reason', async () => {
    for (const { json, password, id } of keystores.invalid) {
      await expect(openKeystore(json, toBytes(password)), id).rejects.toMatchObject({
        code: 'bad-keystore',
        details: { reason: expect.stringMatching(/^(malformed|too-costly|wrong-password|wrong-address)$/) as string },
      })
    }
  })

  it('is refused if it demands too much memory or time, or names another address', async () => {
    const { json, password } = keystores.valid.find(({ json }) => json.includes('pbkdf2')) ?? expect.fail()
    const file = JSON.parse(json) as { address?: string; crypto: object }
    const { salt } = (file.crypto as { kdfparams: { salt: string } }).kdfparams
    const why = (changes: object): Promise<unknown> =>
      openKeystore(JSON.stringify({ ...file, ...changes }), toBytes(password)).catch(
        ({ details }: { details?: { reason: string } }) => details?.reason,
      )
    const asking = (kdf: string, kdfparams: object): object => ({
      crypto: { ...file.crypto, kdf, kdfparams: { dklen: 32, salt, ...kdfparams } },
    })
    expect(await why(asking('scrypt', { n: 2 ** 23, r: 1, p: 1 }))).toBe('too-costly')
    expect(await why(asking('scrypt', { n: 2 ** 18, r: 8, p: 5 }))).toBe('too-costly')
    expect(await why(asking('pbkdf2', { c: 10_000_001, prf: 'hmac-sha256' }))).toBe('malformed')
    expect(await why({ address: '0'.repeat(40) })).toBe('wrong-address')
    expect(await why({})).toBeInstanceOf(Uint8Array)
  })

  it('written by Till names its address, has the standard’s cost, and opens only with its password', async () => {
    const key = parsePrivateKey('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
    const json = await writeKeystore(key, toBytes('ñandú'))
    expect(JSON.parse(json)).toMatchObject({
      version: 3,
      address: addressOf(key).slice(2).toLowerCase(),
      crypto: { kdf: 'scrypt', kdfparams: { n: 262_144, r: 8, p: 1, dklen: 32 } },
    })
    expect(await openKeystore(json, toBytes('ñandú'))).toEqual(key)
    await expect(openKeystore(json, toBytes('nandu'))).rejects.toMatchObject({ details: { reason: 'wrong-password' } })
  })
})

import type * as crypto from 'node:crypto'
import type * as bip39 from '@scure/bip39'
import { beforeEach, expect, it, vi } from 'vitest'
import { createTaskAnswerer } from './answer-task.ts'
import { openKeyring } from '../keys/keyring.ts'
import { toBytes } from '../secret-bytes.ts'
import { cheapKeyCost, testPhrase } from '../../../testing/vault/vault.ts'
import { createVault, openVault } from '../file/vault-box.ts'

/** The actual buffers: every key used for encryption, every plaintext, and every phrase's seed. */
const seen = vi.hoisted(() => ({
  keys: [] as Uint8Array[],
  plain: [] as Uint8Array[],
  spelled: [] as Uint8Array[],
}))
beforeEach(() => Object.values(seen).forEach((buffers) => (buffers.length = 0)))

vi.mock('@scure/bip39', async (original) => {
  const real = await original<typeof bip39>()
  const noted = <T extends Uint8Array>(bytes: T): T => (seen.spelled.push(bytes), bytes)
  return {
    ...real,
    mnemonicToEntropy: (...given: Parameters<typeof real.mnemonicToEntropy>) => noted(real.mnemonicToEntropy(...given)),
    mnemonicToSeed: async (...given: Parameters<typeof real.mnemonicToSeed>) =>
      noted(await real.mnemonicToSeed(...given)),
  }
})

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>()
  return {
    ...real,
    createCipheriv(...given: Parameters<typeof real.createCipheriv>) {
      const cipher = real.createCipheriv(...given)
      const update = cipher.update.bind(cipher) as (text: Uint8Array) => Buffer
      seen.keys.push(given[1] as Uint8Array)
      return Object.assign(cipher, {
        update(text: Uint8Array) {
          seen.plain.push(text)
          return update(text)
        },
      })
    },
    createDecipheriv(...given: Parameters<typeof real.createDecipheriv>) {
      const decipher = real.createDecipheriv(...given)
      const update = decipher.update.bind(decipher) as (text: Uint8Array) => Buffer
      seen.keys.push(given[1] as Uint8Array)
      return Object.assign(decipher, {
        update(text: Uint8Array) {
          const opened = update(text)
          seen.plain.push(opened)
          return opened
        },
      })
    },
  }
})

const isWiped = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes.every((byte) => byte === 0)

it('after creating, opening and wiping a vault, its keys and packed secrets are zeros', async () => {
  const content = { entropy: toBytes('words'), passphrase: toBytes('x'), seed: toBytes('seed') }
  const more = { recordsKey: toBytes('records'), keys: [toBytes('key')] }
  const password = toBytes('y')
  const made = openKeyring(await createVault({ ...content, ...more }, password, cheapKeyCost), null)
  const file = made.file()
  const opened = openKeyring(await openVault(file, password, cheapKeyCost), file.accounts)
  await expect(openVault(file, toBytes('z'), cheapKeyCost)).rejects.toMatchObject({ code: 'wrong-password' })
  made.wipe()
  opened.wipe()
  // Data key, content; data key again, content, new data key; the result of a wrong password.
  expect([seen.keys.length, seen.plain.length]).toEqual([6, 6])
  expect([...seen.keys, ...seen.plain].map(isWiped)).toEqual(Array(12).fill(true))
})

it('a phrase typed to prove a backup is overwritten after the comparison, right or wrong', async () => {
  const answerer = createTaskAnswerer()
  const typed = (words: string) => ({ words: toBytes(words), passphrase: new Uint8Array() })
  const making = { password: toBytes('y'), cost: cheapKeyCost, recordsKey: new Uint8Array(32) }
  const { file } = (await answerer.answer({
    id: 1,
    name: 'restore',
    input: { ...typed(testPhrase), ...making, before: null },
  })) as never
  const opening = () => ({ file, password: toBytes('y'), floor: cheapKeyCost })
  seen.spelled.length = 0
  await answerer.answer({ id: 2, name: 'prove', input: { ...typed(testPhrase), ...opening() } })
  const other = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const wrong = answerer.answer({ id: 3, name: 'prove', input: { ...typed(other), ...opening() } })
  await expect(wrong).rejects.toMatchObject({ code: 'backup-check-failed' })
  expect(seen.spelled.map(isWiped)).toEqual(Array(4).fill(true))
})

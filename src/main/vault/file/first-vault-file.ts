import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { z } from 'zod'
import { address } from '../../../shared/scalars.ts'
import { boxSchema, openBox } from './box.ts'
import { kdfSchema } from '../keys/key-derivation.ts'
import type { VaultContent } from './vault-content.ts'

/** A vault file of the first format, with one address; it is rewritten when it is opened. */
export const firstVaultFile = z.strictObject({
  header: z.strictObject({
    version: z.literal(1),
    walletId: z.uuid(),
    addresses: z.array(address).min(1),
    backupChecked: z.boolean(),
    kdf: kdfSchema,
  }),
  dataKey: boxSchema,
  words: boxSchema,
  recordsKey: boxSchema,
})
export type FirstVaultFile = z.output<typeof firstVaultFile>

/** Decrypts the data key with the password's key; throws if that fails. */
export function openFirstDataKey(file: FirstVaultFile, passwordKey: Uint8Array): Buffer {
  return openBox(passwordKey, file.dataKey, boundTo(file, 'data key'))
}

/** Decrypts the content of such a file into the current form; throws if it is damaged. */
export function openFirstContent(file: FirstVaultFile, dataKey: Uint8Array): VaultContent {
  const words = openBox(dataKey, file.words, boundTo(file, 'words')).toString('utf8')
  return {
    entropy: mnemonicToEntropy(words, wordlist),
    passphrase: new Uint8Array(),
    seed: mnemonicToSeedSync(words),
    recordsKey: openBox(dataKey, file.recordsKey, boundTo(file, 'records key')),
    keys: [],
  }
}

function boundTo({ header }: FirstVaultFile, purpose: string): unknown[] {
  const { version, walletId, addresses, backupChecked, kdf } = header
  const { name, memoryKiB, passes, lanes, salt } = kdf
  return [purpose, version, walletId, addresses, backupChecked, name, memoryKiB, passes, lanes, salt]
}

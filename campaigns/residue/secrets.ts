import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { HDKey } from '@scure/bip32'
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { deriveKey, standardCost } from '../../src/main/vault/keys/key-derivation.ts'
import { toPasswordBytes } from '../../src/main/vault/secret-bytes.ts'
import { openVault } from '../../src/main/vault/file/vault-box.ts'
import { readVaultFile } from '../../src/main/vault/file/vault-file.ts'
import { generatePhrase } from '../../src/main/vault/keys/recovery-phrase.ts'
import { formsOfBytes, formsOfText, formsOfWords, type Needle } from './forms.ts'

/** Secrets that only this campaign and the wallet know. */
export interface Known {
  readonly words: string
  readonly password: string
  /** The password of the keystore files that the campaign writes. */
  readonly keystorePassword: string
}

/** Draws an unused recovery phrase and passwords. */
export function drawKnown(): Known {
  const draw = (): string => randomBytes(12).toString('base64url')
  return { words: generatePhrase(24), password: draw(), keystorePassword: draw() }
}

/** Derives all secrets from them and from the vault in a data folder, in every form. */
export async function needlesOf({ words, password, keystorePassword }: Known, dataDir: string): Promise<Needle[]> {
  const file = readVaultFile(join(dataDir, 'vault.json'))
  if (file === null) throw new Error('There is no vault')
  const seed = mnemonicToSeedSync(words)
  const master = HDKey.fromMasterSeed(seed)
  const path = ['m', "m/44'", "m/44'/60'", "m/44'/60'/0'", "m/44'/60'/0'/0", "m/44'/60'/0'/0/0"]
  const { dataKey } = await openVault(file, toPasswordBytes(password), standardCost)
  return [
    ...formsOfWords('words', words.split(' ')),
    ...formsOfBytes('entropy', mnemonicToEntropy(words, wordlist)),
    ...formsOfBytes('seed', seed),
    ...path.flatMap((keyPath) => formsOfBytes(`key ${keyPath}`, privateKeyOf(master.derive(keyPath)))),
    ...formsOfBytes('data key', dataKey),
    ...formsOfBytes('password key', await deriveKey(toPasswordBytes(password), file.header.kdf)),
    ...formsOfText('password', password),
    ...formsOfText('password', keystorePassword),
  ]
}

function privateKeyOf({ privateKey }: HDKey): Uint8Array {
  if (privateKey === null) throw new Error('An account without its key')
  return privateKey
}

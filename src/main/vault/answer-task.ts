import { mnemonicToEntropy, entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { toHex } from 'viem/utils'
import { AppError } from '../../shared/errors.ts'
import { openKeyring, type Keyring } from './keyring.ts'
import { openKeystore, parsePrivateKey, writeKeystore } from './keystore.ts'
import { accountsOf, makeVault, openVault, type OpenVault } from './vault-box.ts'
import type { KeySource, Opening, Phrase, VaultQuestion, VaultTasks } from './vault-messages.ts'
import { wipeContent, type VaultContent } from './vault-content.ts'

type Output = VaultTasks[keyof VaultTasks]['output']

/** What the vault's worker answers from; holds the keys from `create` or `unlock` on until it is wiped. */
export interface TaskAnswerer {
  answer(question: VaultQuestion): Promise<Output>
  wipe(): void
}

/** Starts without any key. */
export function createTaskAnswerer(): TaskAnswerer {
  let keyring: Keyring | null = null

  function unlocked(): Keyring {
    if (keyring === null) throw new AppError('locked', 'Till is locked')
    return keyring
  }

  function keep(vault: OpenVault, { file }: Opening): VaultTasks['unlock']['output'] {
    keyring = openKeyring(vault, accountsOf(file))
    return { recordsKey: Uint8Array.from(vault.content.recordsKey), file: keyring.file() }
  }

  async function answer(question: VaultQuestion): Promise<Output> {
    switch (question.name) {
      case 'create': {
        const { password, cost, recordsKey } = question.input
        const vault = await makeVault({ ...(await toSecrets(question.input)), recordsKey, keys: [] }, password, cost)
        keyring = openKeyring(vault, null)
        return { file: keyring.file() }
      }
      case 'unlock':
        return keep(await openWith(question.input), question.input)
      case 'changePassword': {
        const { next, cost } = question.input
        const { header, content, dataKey } = await openWith(question.input)
        dataKey.fill(0)
        return keep(await makeVault(content, next, cost, header.walletId), question.input)
      }
      case 'peek':
        return { addresses: unlocked().peek(question.input.count) }
      case 'add':
        return { file: unlocked().add(question.input.count) }
      case 'importKey':
        return { file: unlocked().importKey(await readKey(question.input.source)) }
      case 'remove': {
        const { address, proof } = question.input
        return { file: unlocked().remove(address, proof && (await readKey(proof))) }
      }
      case 'sign':
        return unlocked().sign(question.input)
      case 'verify':
        return onceOpen(question.input, () => ({ ok: true }))
      case 'reveal':
        return onceOpen(question.input, ({ entropy, passphrase }) => ({
          words: entropyToMnemonic(entropy, wordlist),
          passphrase: Buffer.from(passphrase).toString('utf8'),
        }))
      case 'revealKey':
        return withKey(question.input, (key) => ({ key: toHex(key) }))
      case 'exportKeystore': {
        const { next } = question.input
        return withKey(question.input, async (key) => ({ json: await writeKeystore(key, next) }))
      }
    }
  }

  return { answer, wipe: () => keyring?.wipe() }
}

const openWith = ({ file, password, floor }: Opening): ReturnType<typeof openVault> => openVault(file, password, floor)

const readKey = async (source: KeySource): Promise<Uint8Array> =>
  'key' in source ? parsePrivateKey(source.key) : openKeystore(source.json, source.password)

async function onceOpen<T>(opening: Opening, look: (content: VaultContent) => T): Promise<T> {
  const { content, dataKey } = await openWith(opening)
  try {
    return look(content)
  } finally {
    wipeContent(content)
    dataKey.fill(0)
  }
}

async function withKey<T>(
  { address, ...opening }: Opening & { address: `0x${string}` },
  use: (key: Uint8Array) => T | Promise<T>,
): Promise<T> {
  const opened = openKeyring(await openWith(opening), accountsOf(opening.file))
  const key = opened.key(address)
  opened.wipe()
  try {
    return await use(key)
  } finally {
    key.fill(0)
  }
}

async function toSecrets({
  words,
  passphrase,
}: Phrase): Promise<Pick<VaultContent, 'entropy' | 'passphrase' | 'seed'>> {
  return {
    entropy: mnemonicToEntropy(words, wordlist),
    passphrase: Buffer.from(passphrase.normalize('NFKD'), 'utf8'),
    seed: await mnemonicToSeed(words, passphrase),
  }
}

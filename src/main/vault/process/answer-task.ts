import { timingSafeEqual } from 'node:crypto'
import { mnemonicToEntropy, entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { toHex } from 'viem/utils'
import { AppError } from '../../../shared/errors.ts'
import { drawDraft, wordsOf, type Draft } from '../draft.ts'
import { derivesAll, openKeyring, type Keyring } from '../keys/keyring.ts'
import { openKeystore, parsePrivateKey, writeKeystore } from '../keys/keystore.ts'
import { textAndWipe, toBytes, wipeBytes } from '../secret-bytes.ts'
import { accountsOf, limitsOf, createVault, openVault, type OpenVault } from '../file/vault-box.ts'
import type { Making, Opening, SecretKeySource, VaultQuestion, VaultTasks } from './vault-messages.ts'
import { wipeContent, type VaultContent } from '../file/vault-content.ts'
import { openText, sealText } from '../file/text-box.ts'
import type { CurrentVaultFile, VaultFile } from '../file/vault-file.ts'
import { normalizePhrase } from '../keys/recovery-phrase.ts'

type Output = VaultTasks[keyof VaultTasks]['output']

/** The task handler of the vault's worker; it holds the keys from `create` or `unlock` until it is wiped. */
export interface TaskAnswerer {
  answer(question: VaultQuestion): Promise<Output>
  wipe(): void
}

/** Creates a handler without keys. */
export function createTaskAnswerer(): TaskAnswerer {
  let keyring: Keyring | null = null
  let draft: Draft | null = null

  function unlocked(): Keyring {
    if (keyring === null) throw new AppError('locked', 'Till is locked')
    return keyring
  }

  function keep(vault: OpenVault, { file }: Opening, limits = limitsOf(file)): VaultTasks['unlock']['output'] {
    keyring = openKeyring(vault, accountsOf(file), limits)
    return { recordsKey: Uint8Array.from(vault.content.recordsKey), file: keyring.file() }
  }

  async function make(words: string, making: Making, before: VaultFile | null): Promise<{ file: CurrentVaultFile }> {
    keyring = await makeKeyring(words, making, before)
    draft = null
    return { file: keyring.file() }
  }

  async function answer(question: VaultQuestion): Promise<Output> {
    switch (question.name) {
      case 'draft':
        draft = drawDraft(question.input.count)
        return { words: toBytes(draft.words), ask: draft.ask }
      case 'create':
        return make(wordsOf(draft, question.input.answers.map(textAndWipe)), question.input, null)
      case 'restore':
        return make(normalizePhrase(textAndWipe(question.input.words)), question.input, question.input.before)
      case 'unlock':
        return keep(await openWith(question.input), question.input)
      case 'limit':
        return keep(await openWith(question.input), question.input, question.input.limits)
      case 'changePassword':
        return keep(await remake(question.input), question.input)
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
      case 'prove':
        return proveWords(question.input)
      case 'reveal':
        return onceOpen(question.input, toPhrase)
      case 'revealKey':
        return withKey(question.input, (key) => ({ key: toBytes(toHex(key)) }))
      case 'exportKeystore':
        return toKeystore(question.input)
      default:
        return answerText(question)
    }
  }

  return { answer, wipe: () => keyring?.wipe() }
}

/** Encrypts or opens a text of the user, which needs no vault. */
async function answerText(question: Extract<VaultQuestion, { name: 'sealText' | 'openText' }>): Promise<Output> {
  if (question.name === 'openText') {
    return { plain: Uint8Array.from(await openText(question.input.file, question.input.password)) }
  }
  const { plain, password, cost } = question.input
  return { file: await sealText(plain, password, cost) }
}

const toKeystore = (input: VaultTasks['exportKeystore']['input']): Promise<{ json: string }> =>
  withKey(input, async (key) => ({ json: await writeKeystore(key, input.next) }))

async function makeKeyring(
  words: string,
  { passphrase, password, cost, recordsKey }: Making,
  before: VaultFile | null,
): Promise<Keyring> {
  const secrets = await toSecrets(words, textAndWipe(passphrase))
  const content = { ...secrets, recordsKey: Uint8Array.from(recordsKey), keys: [] }
  if (before === null) return openKeyring(await createVault(content, password, cost), null)
  const accounts = accountsOf(before).filter(({ index }) => index !== null)
  // Without an account of its own, a phrase proves nothing.
  if (accounts.length === 0 || !derivesAll(content.seed, accounts)) {
    wipeContent(content)
    throw new AppError('bad-phrase', 'The phrase is of another wallet', { details: { reason: 'other-wallet' } })
  }
  return openKeyring(await createVault(content, password, cost, before.header.walletId), accounts, limitsOf(before))
}

/** Encrypts the same vault under another password. */
async function remake(input: VaultTasks['changePassword']['input']): Promise<OpenVault> {
  const { header, content, dataKey } = await openWith(input)
  dataKey.fill(0)
  return createVault(content, input.next, input.cost, header.walletId)
}

async function proveWords(input: VaultTasks['prove']['input']): Promise<{ ok: true }> {
  const typed = await toSecrets(normalizePhrase(textAndWipe(input.words)), textAndWipe(input.passphrase))
  const compare = ({ seed }: VaultContent): { ok: true } => {
    if (!timingSafeEqual(seed, typed.seed)) throw new AppError('backup-check-failed', 'These are other words')
    return { ok: true }
  }
  return onceOpen(input, compare).finally(() => wipeBytes(typed))
}

function toPhrase({ entropy, passphrase }: VaultContent): VaultTasks['reveal']['output'] {
  return { words: toBytes(entropyToMnemonic(entropy, wordlist)), passphrase: Uint8Array.from(passphrase) }
}

const openWith = ({ file, password, floor }: Opening): Promise<OpenVault> => openVault(file, password, floor)

const readKey = async (source: SecretKeySource): Promise<Uint8Array> =>
  'key' in source ? parsePrivateKey(textAndWipe(source.key)) : openKeystore(source.json, source.password)

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

async function toSecrets(
  words: string,
  passphrase: string,
): Promise<Pick<VaultContent, 'entropy' | 'passphrase' | 'seed'>> {
  return {
    entropy: mnemonicToEntropy(words, wordlist),
    passphrase: toBytes(passphrase.normalize('NFKD')),
    seed: await mnemonicToSeed(words, passphrase),
  }
}

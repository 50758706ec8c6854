import type { Mutex } from '../../shared/mutex.ts'
import type { StoredVault } from './file/stored-vault.ts'
import type { KeyCost } from './keys/key-derivation.ts'
import type { PhraseDraft } from './process/phrase-draft.ts'
import type { Making } from './process/vault-messages.ts'
import type { VaultSession } from './process/vault-session.ts'
import { textAndWipe, toBytes, toPasswordBytes } from './secret-bytes.ts'
import type { Phrase } from './reveal-secrets.ts'
import type { GuessThrottle } from './throttle/guess-throttle.ts'
import { assertStrong } from './password-strength.ts'

export interface NewVaultOptions {
  /** The guessing cost of new vaults, and the minimum for existing ones. */
  readonly cost: KeyCost
  /** Returns the key that encrypts the records: a new vault keeps an encrypted copy, so that a lost keyring loses nothing. */
  readonly recordsKey: () => Uint8Array
  readonly throttle: Pick<GuessThrottle, 'reset'>
  readonly now: () => number
}

/** Makes the vault, once. */
export interface NewVault {
  /** Creates a recovery phrase, and the positions (0-based) for its backup check; remembered for a quarter of an hour. */
  draft(count: 12 | 24): Promise<{ words: string[]; ask: number[] }>
  create(password: string, answers: readonly string[], passphrase: string): Promise<void>
  /**
   * Restores the vault from its phrase. While it is locked, it also replaces the vault of the same wallet, whose password was forgotten: its
   * accounts and limits stay, its imported keys do not, and its file is set aside. Throws AppError `bad-phrase`, `wallet-exists`.
   */
  restore(phrase: Phrase, password: string): Promise<void>
}

/** Creates the functions that make the vault; `mutex` runs them and its other changes one at a time. */
export function createNewVault(
  options: NewVaultOptions,
  stored: StoredVault,
  draft: PhraseDraft,
  session: Pick<VaultSession, 'keep' | 'open' | 'isLocked'>,
  mutex: Mutex,
): NewVault {
  /** Returns the input for a new vault, and another copy of its records key. */
  async function making(passphrase: string, password: string): Promise<{ input: Making; recordsKey: Uint8Array }> {
    await assertStrong(password)
    const recordsKey = options.recordsKey()
    const secrets = { passphrase: toBytes(passphrase), password: toPasswordBytes(password) }
    return { input: { ...secrets, cost: options.cost, recordsKey: Uint8Array.from(recordsKey) }, recordsKey }
  }

  return {
    draft: (count) =>
      mutex(async () => {
        stored.assertNone()
        const process = await draft.begin()
        const { words, ask } = await process.ask('draft', { count })
        return { words: textAndWipe(words).split(' '), ask }
      }),
    create: (password, answers, passphrase) =>
      mutex(async () => {
        const process = await draft.current()
        stored.assertNone()
        const { input, recordsKey } = await making(passphrase, password)
        stored.replace((await process.ask('create', { ...input, answers: answers.map(toBytes) })).file)
        draft.leave()
        await session.keep(process, recordsKey)
      }),
    restore: ({ words, passphrase }, password) =>
      mutex(async () => {
        if (!session.isLocked()) stored.assertNone()
        const before = stored.file()
        const { input, recordsKey } = await making(passphrase, password)
        await session.open(async (started) => {
          const { file } = await started.ask('restore', { ...input, words: toBytes(words), before })
          if (before === null) stored.replace(file)
          else stored.replaceAndSetAside(file, options.now())
          return recordsKey
        })
        // The wrong guesses were of a password that is no longer the wallet's.
        if (before !== null) options.throttle.reset()
        await draft.forget()
      }),
  }
}

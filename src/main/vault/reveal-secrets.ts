import type { Address, Hex } from 'viem'
import type { PasswordTask, PasswordTasks } from './password-tasks.ts'
import { textAndWipe, toBytes } from './secret-bytes.ts'
import { assertStrong } from './password-strength.ts'

/** A typed or displayed recovery phrase, and its passphrase; '' for none. */
export interface Phrase {
  readonly words: string
  readonly passphrase: string
}

/** Shows or compares what the vault guards. */
export interface Secrets {
  /** Throws if the password is not the wallet's, or the phrase (AppError `bad-phrase`, `backup-check-failed`). */
  proveWords(password: string, phrase: Phrase): Promise<void>
  reveal(password: string): Promise<Phrase>
  revealKey(password: string, address: Address): Promise<Hex>
  /** Returns a keystore file (version 3) under its own password. */
  exportKeystore(password: string, address: Address, next: string): Promise<string>
}

/** Creates the functions that show or compare what the vault guards, each with the password. */
export function createSecrets(tasks: PasswordTasks): Secrets {
  return {
    async proveWords(password, { words, passphrase }) {
      const typed = { words: toBytes(words), passphrase: toBytes(passphrase) }
      await tasks.run(password, (started, opened) => started.ask('prove', { ...opened, ...typed }))
    },
    async reveal(password) {
      const { words, passphrase } = await tasks.run(password, (started, opened) => started.ask('reveal', opened))
      return { words: textAndWipe(words), passphrase: textAndWipe(passphrase) }
    },
    async revealKey(password, address) {
      const task: PasswordTask<{ key: Uint8Array }> = (started, opened) =>
        started.ask('revealKey', { ...opened, address })
      return textAndWipe((await tasks.run(password, task)).key) as Hex
    },
    async exportKeystore(password, address, next) {
      await assertStrong(next)
      const task: PasswordTask<{ json: string }> = (started, opened) =>
        started.ask('exportKeystore', { ...opened, address, next: toBytes(next) })
      return (await tasks.run(password, task)).json
    },
  }
}

import type { KeyCost } from './keys/key-derivation.ts'
import { assertStrong } from './password-strength.ts'
import type { VaultProcess } from './process/vault-process.ts'
import type { VaultProcesses } from './process/vault-processes.ts'
import { textAndWipe, toBytes, toPasswordBytes } from './secret-bytes.ts'

/** Files of the user that are encrypted like a vault, each under a password of its own. */
export interface TextFiles {
  /** Returns a file with a text. Throws AppError `weak-password`. */
  sealText(plain: string, password: string): Promise<string>
  /** Returns the text of such a file. Throws AppError `wrong-password`, or `vault-damaged` if it cannot be opened. */
  openText(file: string, password: string): Promise<string>
}

/** Creates the functions; each runs in its own process, because deriving a key takes a second. */
export function createTextFiles(processes: Pick<VaultProcesses, 'take'>, cost: KeyCost): TextFiles {
  async function around<T>(task: (started: VaultProcess) => Promise<T>): Promise<T> {
    const started = processes.take()
    try {
      return await task(started)
    } finally {
      await started.end()
    }
  }

  return {
    async sealText(plain, password) {
      await assertStrong(password)
      const input = { plain: toBytes(plain), password: toPasswordBytes(password), cost }
      return (await around((started) => started.ask('sealText', input))).file
    },
    async openText(file, password) {
      const input = { file, password: toPasswordBytes(password) }
      return textAndWipe((await around((started) => started.ask('openText', input))).plain)
    },
  }
}

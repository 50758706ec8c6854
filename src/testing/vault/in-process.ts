import { toAppError } from '../../shared/errors.ts'
import { createTaskAnswerer } from '../../main/vault/process/answer-task.ts'
import type { VaultProcess } from '../../main/vault/process/vault-process.ts'

/** Runs the vault's worker in this process, without the time a process takes to start; reports its work to `did`. */
export function vaultInProcess(did: (what: string) => void = () => undefined): VaultProcess {
  const answerer = createTaskAnswerer()
  let over = false
  let leave = (): void => undefined
  const gone = new Promise<void>((resolve) => (leave = resolve))
  return {
    gone,
    isOver: () => over,
    async ask(name, input) {
      try {
        const output = await answerer.answer(structuredClone({ id: 0, name, input }) as never)
        did(name)
        return structuredClone(output) as never
      } catch (thrown) {
        throw toAppError(thrown)
      }
    },
    async end() {
      over = true
      answerer.wipe()
      leave()
      await gone
    },
  }
}

import { AppError } from '../../../shared/errors.ts'
import type { VaultChannel } from './vault-channel.ts'
import type { VaultAnswer, VaultQuestion, VaultTaskName, VaultTasks } from './vault-messages.ts'
import { wipeBytes } from '../wipe-bytes.ts'

/** The vault's worker, a process of its own. */
export interface VaultProcess {
  /** Asks it; the input's bytes are overwritten as soon as they are sent. */
  ask<N extends VaultTaskName>(name: N, input: VaultTasks[N]['input']): Promise<VaultTasks[N]['output']>
  /** Has it overwrite the buffers of its keys, and ends it; one that is busy is ended without. Its memory goes back to the system. */
  end(): Promise<void>
  /** Whether it is gone, or about to go. */
  isOver(): boolean
  /** Resolves when it is gone, however that came. */
  readonly gone: Promise<void>
}

const LEAVING_MS = 200

/** Speaks with a process that was begun; tasks that are under way when it ends fail with AppError `locked`. */
export function startVaultProcess(channel: VaultChannel): VaultProcess {
  const waiting = new Map<number, { resolve(output: unknown): void; reject(error: AppError): void }>()
  let asked = 0
  let over = false

  channel.onMessage((message) => {
    const answer = message as VaultAnswer
    const asker = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (answer.ok) asker?.resolve(answer.output)
    else asker?.reject(new AppError(answer.error.code, answer.error.message, { details: answer.error.details }))
  })
  const gone = new Promise<void>((resolve) => {
    channel.onExit((cause) => {
      over = true
      const error =
        cause === undefined
          ? new AppError('locked', 'Till is locked')
          : new AppError('internal', 'The vault did not start', { cause })
      for (const asker of waiting.values()) asker.reject(error)
      waiting.clear()
      resolve()
    })
  })

  return {
    gone,
    isOver: () => over,
    ask(name, input) {
      if (over) {
        wipeBytes(input)
        return Promise.reject(new AppError('locked', 'Till is locked'))
      }
      const id = ++asked
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: (output) => resolve(output as VaultTasks[typeof name]['output']), reject })
        channel.send({ id, name, input } as VaultQuestion)
        wipeBytes(input)
      })
    },
    async end() {
      over = true
      channel.send('end')
      // One that is deriving a key does not listen.
      const deadline = setTimeout(() => channel.kill(), LEAVING_MS)
      await gone
      clearTimeout(deadline)
    },
  }
}
